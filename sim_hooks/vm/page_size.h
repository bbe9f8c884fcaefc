/* The option of vm policies that know pages of one size, and a state that holds nothing else. */
#ifndef POISE_SIM_HOOKS_PAGE_SIZE_H
#define POISE_SIM_HOOKS_PAGE_SIZE_H

#include "sim_hooks/vm.h"

#include <stdlib.h>

typedef struct page_size_options {
    int pages; /* 4k, 2m */
} page_size_options;

static inline uint8_t page_size_of(const page_size_options *o)
{
    return o->pages ? VM_LARGE_BITS : VM_BASE_BITS;
}

static const poise_option page_size_option[] = {{.name = "pages",
                                                 .type = POISE_OPT_CHOICE,
                                                 .default_text = "4k",
                                                 .choices = "4k|2m",
                                                 .offset = offsetof(page_size_options, pages),
                                                 .help = "size of a page: 4 KB or 2 MB"}};

static inline int page_size_create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)host;
    uint8_t *bits = malloc(sizeof *bits);
    if (!bits)
        return poise_fail(err, POISE_FAILED, "no memory for the state of a vm policy");
    *bits = page_size_of(options);
    *state = bits;
    return POISE_OK;
}

static inline uint8_t page_size_bits(const void *state)
{
    return *(const uint8_t *)state;
}

#endif
