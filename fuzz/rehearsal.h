/* What sanitizers find in the process that reads an HDF5 file first (common/h5_rehearse.c). HDF5 1.10 reads
 * behind what it has allocated when a file says so, in memcpy() and strdup(), which AddressSanitizer watches:
 * that ends the process, as a crash would, and the file is refused. So far all is well; but the report would
 * also leave an input among the findings though nothing of ours is at fault, and take a tenth of a second for
 * the names in a stack that nobody sees. Here such a process ends at once. A report of our own code in it is
 * a finding: the process that waits for it is aborted. Included once by targets that read HDF5 files. */
#ifndef POISE_FUZZ_REHEARSAL_H
#define POISE_FUZZ_REHEARSAL_H

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REHEARSAL_FRAMES = 32 };

static pid_t rehearsal_parent; /* the process that runs the target */

/* Whether HDF5 has called the function of the C library, replaced by the sanitizer's and so with a name that
 * can be looked up, in which the error is; functions of ours, which HDF5 calls as well, have none. */
static inline bool rehearsal_is_of_hdf5(void)
{
    void *frame[REHEARSAL_FRAMES];
    const int n = backtrace(frame, REHEARSAL_FRAMES);
    Dl_info called = {0}, caller;
    for (int i = 0; i < n; i++) {
        if (dladdr(frame[i], &caller) && strstr(caller.dli_fname, "libhdf5") != NULL)
            return called.dli_sname != NULL;
        called = caller;
    }
    return false;
}

/* AddressSanitizer calls it before it prints a report. */
__attribute__((visibility("default"))) void __asan_on_error(void); /* NOLINT(bugprone-reserved-identifier) */
void __asan_on_error(void)                                         /* NOLINT(bugprone-reserved-identifier) */
{
    if (getpid() == rehearsal_parent)
        return;
    if (!rehearsal_is_of_hdf5())
        kill(rehearsal_parent, SIGABRT);
    _exit(EXIT_FAILURE);
}

/* UndefinedBehaviorSanitizer looks at our code only. */
__attribute__((visibility("default"))) void
__ubsan_on_report(void);     /* NOLINT(bugprone-reserved-identifier) */
void __ubsan_on_report(void) /* NOLINT(bugprone-reserved-identifier) */
{
    if (getpid() != rehearsal_parent)
        kill(rehearsal_parent, SIGABRT);
}

/* Begins every input. */
static inline void rehearsal_begin(void)
{
    rehearsal_parent = getpid();
}

#endif
