/* One chunk at the host, everything else in the GPU's memory: the setting in which counters that know no
 * pages count the accesses of one, those of the link [KE 4.2.1]. Pages lie where their addresses say, as with
 * vm:identity, so that caches and banks see the same lines. */
#include "sim_hooks/builtin.h"

#include <stdlib.h>

enum { APP_SHIFT = 40 };

typedef struct out_options {
    uint64_t page, pages;
} out_options;

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)host;
    out_options *s = malloc(sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for vm:out");
    *s = *(const out_options *)options;
    *state = s;
    return POISE_OK;
}

static vm_answer place(void *state, uint16_t app, uint64_t number, vm_place *at, uint64_t cycle)
{
    (void)cycle;
    const out_options *s = state;
    at->frame = number ^ (uint64_t)app << (APP_SHIFT - VM_BASE_BITS);
    if (number >= s->page && number - s->page < s->pages)
        at->frame |= VM_HOST_MEMORY >> VM_BASE_BITS;
    return VM_PRESENT;
}

static const poise_option option_table[] = {{.name = "page",
                                             .type = POISE_OPT_INT,
                                             .default_text = "0",
                                             .offset = offsetof(out_options, page),
                                             .min = 0,
                                             .max = 4503599627370495,
                                             .help = "first page of 4 KB at the host: address / 4096"},
                                            {.name = "pages",
                                             .type = POISE_OPT_INT,
                                             .default_text = "0",
                                             .offset = offsetof(out_options, pages),
                                             .min = 0,
                                             .max = 4503599627370495,
                                             .help = "how many, of every program"}};

const vm_policy vm_out = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "out",
             .summary = "some pages lie at the host, all others in memory: to count what they are asked for",
             .source = "Kehne, dissertation, KIT 2019, 4.2.1",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(out_options)},
    .create = create,
    .life.destroy = free,
    .place = place,
};
