/* Demand paging: a page is in the memory of the host until it is first used; then it is copied over the link,
 * and the requests that need it wait (far faults; Mosaic, Ausavarungnirun et al., MICRO 2017, section 2).
 * Pages take frames in the order in which they arrive; memory never ends. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/vm/page_size.h"

#include <string.h>

#define NOTHING UINT32_MAX

typedef struct fault {
    uint64_t page;
    uint16_t app;
    uint32_t next_free; /* token */
} fault;

typedef struct demand {
    uint8_t page_bits; /* first: page_size_bits reads it */
    const vm_host *host;
    uint64_t frames;               /* given out, one for each page that has arrived */
    uint32_t first_free, arriving; /* tokens */
    uint64_t waiting, most_waiting;
    fault under_way[]; /* [token] */
} demand;

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    demand *s = calloc(1, sizeof *s + host->pages * sizeof *s->under_way);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for demand paging");
    *s = (demand){.page_bits = page_size_of(options), .host = host, .arriving = NOTHING};
    for (uint32_t i = 0; i < host->pages; i++)
        s->under_way[i].next_free = i + 1;
    *state = s;
    return POISE_OK;
}

/* Asked for again when it has arrived. No more pages wait than there are tokens. */
static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)cycle;
    demand *s = state;
    if (s->arriving != NOTHING) {
        at->frame = s->frames++;
        return VM_PRESENT;
    }
    uint32_t token = s->first_free;
    s->first_free = s->under_way[token].next_free;
    s->under_way[token] = (fault){.page = page, .app = app};
    s->waiting++;
    s->most_waiting = s->waiting > s->most_waiting ? s->waiting : s->most_waiting;
    s->host->transfer(s->host->opaque, token, UINT64_C(1) << s->page_bits, true);
    return VM_FAULT;
}

static void transferred(void *state, uint32_t token, uint64_t cycle)
{
    (void)cycle;
    demand *s = state;
    s->arriving = token;
    s->host->present(s->host->opaque, s->under_way[token].app, s->under_way[token].page);
    s->arriving = NOTHING;
    s->under_way[token].next_free = s->first_free;
    s->first_free = token;
    s->waiting--;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const demand *s = states[0];
    const policy_statistic all[] = {
        {"pages", "page", (double)s->frames},
        {"bytes", "byte", (double)(s->frames << s->page_bits)},
        {"waiting_at_once", "page", (double)s->most_waiting},
    };
    size_t n = sizeof all / sizeof *all < room ? sizeof all / sizeof *all : room;
    memcpy(out, all, n * sizeof *all);
    return n;
}

const vm_policy vm_demand = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "demand",
             .summary = "demand paging: a page is fetched from the host when it is first used",
             .source = "Ausavarungnirun et al., MICRO 2017 (Mosaic), section 2",
             .options = page_size_option,
             .n_options = 1,
             .options_size = sizeof(page_size_options)},
    .create = create,
    .life.destroy = free,
    .life.statistics = statistics,
    .page_bits = page_size_bits,
    .place = place,
    .transferred = transferred,
};
