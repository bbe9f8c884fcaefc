/* Allocations that fail: the k-th malloc, calloc or realloc after fail_alloc_at(k) answers NULL, and none
 * before or after it. Of all modules in the program; the C library's own are not counted. A test that
 * includes this is linked with
 * $(FAIL_ALLOC), a line in mk/build.mk. One thread. */
#ifndef POISE_TESTS_FAIL_ALLOC_H
#define POISE_TESTS_FAIL_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static uint64_t fail_alloc_left; /* 0: none fails */

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);

static inline bool fail_alloc_now(void)
{
    return fail_alloc_left > 0 && --fail_alloc_left == 0;
}

void *__wrap_malloc(size_t size)
{
    return fail_alloc_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fail_alloc_now() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fail_alloc_now() ? NULL : __real_realloc(old, size);
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static inline void fail_alloc_at(uint64_t k)
{
    fail_alloc_left = k;
}

/* Whether it has failed; none will any more. */
static inline bool fail_alloc_end(void)
{
    const bool has_failed = fail_alloc_left == 0;
    fail_alloc_left = 0;
    return has_failed;
}

#endif
