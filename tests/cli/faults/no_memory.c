/* Lets the FAIL_AT-th allocation of a process of the program FAIL_PROGRAM fail, and writes to the file
 * FAIL_TOTAL how many there were. Loaded by LD_PRELOAD (no_memory.sh). */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

static long at, n;
static bool is_looking;
static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

/* dlsym() itself allocates. */
static void *early(size_t size)
{
    static char memory[1 << 16];
    static size_t used;
    void *place = memory + used;
    used += (size + 15) & ~(size_t)15;
    return used <= sizeof memory ? place : NULL;
}

/* Names are as the system keeps them, 15 characters. */
static bool is_chosen(void)
{
    char name[16] = "";
    const char *program = getenv("FAIL_PROGRAM");
    return program != NULL && prctl(PR_GET_NAME, name) == 0 && strncmp(name, program, sizeof name - 1) == 0;
}

static void look_up(void)
{
    if (real_realloc != NULL)
        return;
    const char *number = is_chosen() ? getenv("FAIL_AT") : NULL;
    is_looking = true;
    at = number != NULL ? atol(number) : 0;
    *(void **)&real_malloc = dlsym(RTLD_NEXT, "malloc");
    *(void **)&real_calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&real_realloc = dlsym(RTLD_NEXT, "realloc");
    *(void **)&real_mmap = dlsym(RTLD_NEXT, "mmap");
    is_looking = false;
}

static bool fails(void)
{
    if (__atomic_add_fetch(&n, 1, __ATOMIC_RELAXED) != at)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    if (is_looking)
        return early(size);
    look_up();
    return fails() ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (is_looking)
        return early(count * size);
    look_up();
    return fails() ? NULL : real_calloc(count, size);
}

void *realloc(void *place, size_t size)
{
    look_up();
    return fails() ? NULL : real_realloc(place, size);
}

/* Memory of no file, which is asked for in large pieces; the C library's own requests do not come by here. */
void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset)
{
    look_up();
    if ((flags & MAP_ANONYMOUS) != 0 && fails())
        return MAP_FAILED;
    return real_mmap(place, size, protection, flags, file, offset);
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = is_chosen() ? getenv("FAIL_TOTAL") : NULL;
    FILE *out = path != NULL ? fopen(path, "w") : NULL;
    if (out == NULL)
        return;
    (void)fprintf(out, "%ld\n", n);
    (void)fclose(out);
}
