/* HDF5 does not survive that there is no memory for it: 1.10.8 reads through pointers that are NULL, or calls
 * exit(), or itself for ever. A process that asks for the guard ends with a sentence and POISE_FAILED then.
 */
#include "common/h5_internal.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PATH = 512 };

static struct {
    bool is_enabled;
    atomic_flag is_on;
    pid_t process;
} guard = {.is_on = ATOMIC_FLAG_INIT};

/* Of the thread: others may end the process meanwhile, as policies of a shared object do. */
static _Thread_local unsigned files; /* open */
static _Thread_local char open_path[MOST_PATH];

static void put(const char *text)
{
    const ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

static _Noreturn void end_with(const char *what)
{
    put("poise: ");
    put(open_path);
    put(": ");
    put(what);
    put(" while HDF5 had it open, as it does when there is no memory\n");
    _exit(POISE_FAILED);
}

static const struct {
    int number;
    const char *what;
} crashes[] = {{SIGSEGV, "crashed (SIGSEGV)"}, {SIGBUS, "crashed (SIGBUS)"}, {SIGABRT, "crashed (SIGABRT)"}};

static void crashed(int number)
{
    (void)signal(number, SIG_DFL);
    if (getpid() != guard.process || files == 0)
        return; /* it happens again, and goes the way that it would have gone */
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (crashes[i].number == number)
            end_with(crashes[i].what);
}

static void exits(void)
{
    if (getpid() == guard.process && files > 0)
        end_with("the process was ended");
}

/* HDF5 also calls itself without end: the handler has a stack of its own. Leaves alone what somebody else
 * catches: sanitizers, the guard of policies. */
static void catch_crashes(void)
{
    static char stack[1 << 15];
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    stack_t there;
    if (sigaltstack(NULL, &there) == 0 && there.ss_flags & SS_DISABLE)
        (void)sigaltstack(&own, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        const struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK};
        struct sigaction is;
        if (sigaction(crashes[i].number, NULL, &is) == 0 && is.sa_handler == SIG_DFL)
            (void)sigaction(crashes[i].number, &action, NULL);
    }
}

void poise_h5_guard_enable(void)
{
    guard.is_enabled = true;
}

void h5_guard_enter(const char *path)
{
    if (!guard.is_enabled)
        return;
    files++;
    strncpy(open_path, path, MOST_PATH - 1);
    if (atomic_flag_test_and_set(&guard.is_on))
        return;
    guard.process = getpid();
    catch_crashes();
    (void)atexit(exits);
    (void)H5dont_atexit(); /* everything is closed by then, or it is too late */
}

void h5_guard_leave(void)
{
    files -= files > 0;
}
