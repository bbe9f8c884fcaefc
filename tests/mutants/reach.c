/* Which code does a test reach? Modules compiled with -fsanitize-coverage=trace-pc call this at each basic
 * block; the file that POISE_REACH names, shared by all processes of the test, has a byte for each byte of
 * this library's code, 1 where it was called from. */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern const char __ehdr_start[]
    __attribute__((visibility("hidden"))); /* the linker's names: where the library begins, */
extern const char etext[] __attribute__((visibility("hidden"))); /* and where its code ends */

/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the compiler's name */
void __sanitizer_cov_trace_pc(void);

static unsigned char *reached;

__attribute__((constructor)) static void open_reach(void)
{
    const char *path = getenv("POISE_REACH");
    const size_t bytes = (size_t)(etext - __ehdr_start);
    const int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (file < 0)
        return;
    if (ftruncate(file, (off_t)bytes) == 0) {
        void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        reached = map == MAP_FAILED ? NULL : map;
    }
    close(file);
}

void __sanitizer_cov_trace_pc(void)
{
    const uintptr_t from = (uintptr_t)__builtin_return_address(0);
    if (reached)
        reached[from - (uintptr_t)__ehdr_start] = 1;
}
