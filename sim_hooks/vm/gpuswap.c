/* GPUswap as a vm policy (gpuswap.h). */
#include "sim_hooks/vm/gpuswap.h"

#include "sim_hooks/builtin.h"
#include "sim_hooks/policy_statistics.h"

#include <stdlib.h>

uint64_t gpuswap_now(gpuswap *s, uint64_t cycle)
{
    if (s->epoch + cycle < s->last)
        s->epoch = s->last;
    s->last = s->epoch + cycle;
    return s->last;
}

/* ---- what it is told ---- */

static void allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    gpuswap *s = state;
    gpuswap_ask(s, app, address, bytes, gpuswap_now(s, cycle));
}

static void release(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    gpuswap *s = state;
    gpuswap_give_back(s, app, address, bytes, gpuswap_now(s, cycle));
}

/* A program goes on to its next launch when it has its memory and is not suspended. */
static bool admit(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    const gpuswap *s = state;
    return app >= POLICY_PROGRAMS || (!s->pending[app] && !(s->is_suspended && s->app == app));
}

/* Pages of no buffer, such as those of code, are in memory of the GPU and nobody's (our choice). */
static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)cycle;
    const gpuswap *s = state;
    const uint32_t chunk = app < POLICY_PROGRAMS ? swap_find(s->memory, app, page) : SWAP_NONE;
    at->frame = gpuswap_frame(app, page, chunk == SWAP_NONE ? SWAP_VRAM : swap_data_of(s->memory, chunk));
    if (chunk == SWAP_NONE)
        return VM_PRESENT;
    const gpuswap_extent *e = s->extent[swap_chunk_at(s->memory, chunk)->buffer];
    const uint64_t i = page - e->first_page;
    e->placed[i / 64] |= UINT64_C(1) << i % 64;
    return VM_PRESENT;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    gpuswap *s = state;
    if (launch->app >= POLICY_PROGRAMS)
        return;
    s->runs[launch->app] = true;
    gpuswap_usage_begin(s, launch->app);
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    gpuswap *s = state;
    if (app >= POLICY_PROGRAMS)
        return;
    s->runs[app] = false;
    s->ended_at[app] = s->epoch + cycle;
    s->last = s->ended_at[app] > s->last ? s->ended_at[app] : s->last;
    const bool is_due = gpuswap_usage_end(s, app);
    if (is_due || s->phase == GPUSWAP_DRAINING)
        s->host->settle(s->host->opaque);
}

static void app_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    gpuswap *s = state;
    if (app < POLICY_PROGRAMS)
        gpuswap_forget(s, app);
    s->host->settle(s->host->opaque); /* what was planned may be all done */
}

static void transferred(void *state, uint32_t token, uint64_t cycle)
{
    (void)token, (void)cycle;
    gpuswap *s = state;
    s->phase = GPUSWAP_ARRIVED;
    s->host->settle(s->host->opaque);
}

static void settle(void *state, uint64_t cycle)
{
    gpuswap *s = state;
    const uint64_t now = gpuswap_now(s, cycle);
    if (now >= s->period_ends)
        gpuswap_end_period(s, now);
    gpuswap_go_on(s, now);
}

static bool watches(const void *state)
{
    return gpuswap_watches(state);
}

static void accessed(void *state, uint16_t app, uint64_t address, uint32_t sectors, bool is_write)
{
    (void)is_write; /* reads and writes count alike [KE 5.3.2] */
    gpuswap_accessed(state, app, address, sectors);
}

/* The period has passed: chunks return if there are any, and room [KE 3.2.3]. */
static void look_for_returns(gpuswap *s, uint64_t now)
{
    if (now < s->return_at)
        return;
    s->return_at = now + (uint64_t)(s->options.return_us * s->host->core_mhz + 0.5);
    s->return_is_due =
        swap_host_bytes(s->memory) && swap_vram_bytes(s->memory) < swap_options_of(s->memory)->vram_bytes;
    if (s->return_is_due)
        s->host->settle(s->host->opaque);
}

static uint64_t tick(void *state, uint64_t cycle)
{
    gpuswap *s = state;
    const uint64_t now = gpuswap_now(s, cycle);
    look_for_returns(s, now);
    const uint64_t at[] = {gpuswap_wakes_at(s), s->period_ends, s->return_at};
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        if (at[i] <= now)
            s->host->settle(s->host->opaque); /* tick() is called again after it */
        else
            next = at[i] < next ? at[i] : next;
    return next == UINT64_MAX ? 0 : next - now;
}

/* ---- life ---- */

static void destroy(void *state)
{
    gpuswap *s = state;
    gpuswap_free_buffers(s);
    swap_close(s->memory);
    swap_priorities_free(&s->priorities);
    free(s);
}

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    static const swap_policy policies[] = {
        [GPUSWAP_PRIORITY] = SWAP_PRIORITY, [GPUSWAP_RANDOM] = SWAP_RANDOM,
        [GPUSWAP_CHUNKS] = SWAP_PRIORITY,   [GPUSWAP_SAMPLING] = SWAP_SAMPLING,
        [GPUSWAP_REVERSE] = SWAP_REVERSE,   [GPUSWAP_LRU] = SWAP_LRU,
        [GPUSWAP_NFU] = SWAP_NFU,
    };
    const gpuswap_options *o = options;
    const swap_options memory = {.vram_bytes = (uint64_t)o->memory << 20,
                                 .host_bytes = (uint64_t)o->host << 20,
                                 .chunk_bytes = o->chunk << 10,
                                 .apps = POLICY_PROGRAMS,
                                 .victims = (swap_victims)o->victim,
                                 .policy = policies[o->pick],
                                 .seed = o->seed};
    gpuswap *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for vm:gpuswap");
    *s = (gpuswap){.host = host, .options = *o, .memory = swap_open(&memory, err)};
    s->return_at = o->return_us > 0 ? (uint64_t)(o->return_us * host->core_mhz + 0.5) : UINT64_MAX;
    gpuswap_begin_periods(s);
    int code = s->memory ? POISE_OK : poise_error_prefix(err, "vm:gpuswap");
    if (code == POISE_OK && o->priorities)
        code = swap_priorities_read_each(o->priorities, &s->priorities, err);
    if (code == POISE_OK)
        *state = s;
    else
        destroy(s);
    return code;
}

/* ---- statistics ---- */

/* Bytes in memory of the GPU of the program that has least and most there, of those that have any buffer. */
static void shares(const gpuswap *s, double *least, double *most)
{
    bool any = false;
    *least = *most = 0;
    for (uint32_t app = 0; app < POLICY_PROGRAMS; app++) {
        const swap_app *a = swap_app_at(s->memory, (uint16_t)app);
        const double bytes = (double)a->bytes[SWAP_VRAM];
        if (!a->bytes[SWAP_VRAM] && !a->bytes[SWAP_SYSRAM])
            continue;
        *least = !any || bytes < *least ? bytes : *least;
        *most = bytes > *most ? bytes : *most;
        any = true;
    }
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const gpuswap *s = states[0];
    const swap_counts *c = swap_counts_of(s->memory);
    const gpuswap_counts *g = &s->counts;
    const gpuswap_times *evicting = &g->times[false], *returning = &g->times[true];
    double least, most;
    shares(s, &least, &most);
    const policy_statistic all[] = {
        {"allocations", "buffer", (double)c->allocations},
        {"evicted", "byte", (double)c->evicted_bytes},
        {"direct", "byte", (double)c->direct_bytes},
        {"returned", "byte", (double)c->returned_bytes},
        {"failed_copies", "chunk", (double)c->failed},
        {"vram", "byte", (double)swap_vram_bytes(s->memory)},
        {"at_host", "byte", (double)swap_host_bytes(s->memory)},
        {"most_at_host", "byte", (double)c->most_host_bytes},
        {"least_of_program", "byte", least},
        {"most_of_program", "byte", most},
        {"waited", "buffer", (double)g->waited},
        {"wait", "cycle", (double)g->waited_cycles},
        {"queued", "cycle", (double)g->queued_cycles},
        {"suspensions", "program", (double)g->suspensions},
        {"setup", "cycle", (double)evicting->setup},
        {"copy", "cycle", (double)evicting->copy},
        {"slowest_copy", "cycle", (double)evicting->slowest_copy},
        {"flush", "cycle", (double)evicting->flush},
        {"drain", "cycle", (double)evicting->drain},
        {"pause", "cycle", (double)evicting->pause},
        {"returns", "plan", (double)g->returns},
        {"return_pause", "cycle", (double)returning->pause},
        {"joined", "page", (double)g->joined},
        {"split", "page", (double)g->split},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

/* ---- options ---- */

#define AT(field) offsetof(gpuswap_options, field)
static const poise_option option_table[] = {
    {"memory", 0, POISE_OPT_UINT32, AT(memory), "1536", 1, 1048576, NULL, NULL,
     "MB of memory of the GPU; what is above is ignored [KE 6.1]"},
    {"chunk", 0, POISE_OPT_UINT32, AT(chunk), "4096", 4, 131072, NULL, "KB",
     "KB of a chunk, a power of two [KE 6.4]"},
    {"pick", 0, POISE_OPT_CHOICE, AT(pick), "priority", POISE_ANY_RANGE,
     "priority|random|chunks|sampling|reverse|lru|nfu", NULL,
     "which chunk of a program is evicted [KE 5.2.2]: one of lowest priority, of its buffer, of itself or by "
     "samples; any, or any but what is used; lru and nfu: beyond the source"},
    {"priorities", 0, POISE_OPT_STRING, AT(priorities), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "of priorities of buffers (swap/swap_priorities.h), such as poise profile --buffers writes; "
     "FILE;FILE...: "
     "one of each program; beside: those in the folders of the programs' traces"},
    {"seed", 0, POISE_OPT_INT, AT(seed), "1", 0, 9e15, NULL, NULL, "of the choice among equal chunks"},
    {"host", 0, POISE_OPT_UINT32, AT(host), "0", 0, 1048576, NULL, NULL,
     "MB of memory of the host for evicted chunks; 0 = no limit"},
    {"setup_us", 0, POISE_OPT_REAL, AT(setup_us), "38", 0, 1e6, NULL, NULL,
     "us before a chunk is copied: 13.5 % of both for 4 MiB over 16 GiB/s [KE 6.3.2]"},
    {"channel_us", 0, POISE_OPT_REAL, AT(channel_us), "0", 0, 1e6, NULL, NULL,
     "us to put the submission channel of a program that is suspended on shadow pages, and again to put it "
     "back [KE 3.3.3, without a number]"},
    {"flush", 0, POISE_OPT_UINT32, AT(flush_cycles), "1000", 0, 1e9, NULL, NULL,
     "core cycles to flush TLBs before a program goes on (our choice)"},
    {"return_us", 0, POISE_OPT_REAL, AT(return_us), "10000", 0, 1e9, NULL, NULL,
     "us from one look for free memory to the next, when chunks return; 0 = never (our choice)"},
    {"fail", 0, POISE_OPT_UINT32, AT(fail), "0", 0, 1e9, NULL, NULL,
     "every so many copies fail, to see what happens; 0 = none"},
    {"victim", 0, POISE_OPT_CHOICE, AT(victim), "memory", POISE_ANY_RANGE, "memory|accesses|performance",
     NULL, "which program gives up memory: who has most, who accesses most, or who loses least [KE 5.2.1]"},
    {"period_us", 0, POISE_OPT_REAL, AT(period_us), "1000", 1, 1e9, NULL, NULL,
     "us of a period of counting accesses, of ages, and from one sample to the next (our choice)"},
    {"link_cost", 0, POISE_OPT_REAL, AT(link_cost), "28", 1, 1e6, NULL, NULL,
     "of an access over the link to victim=performance; 448 / 16 GiB/s [KE 1.1]"},
    {"large", 0, POISE_OPT_UINT32, AT(large), "0", 0, 1, NULL, NULL,
     "1 = a large page of 2 MB that lies in one memory is translated as one [KE 2.2.4: of 128 KB]"},
};

const vm_policy vm_gpuswap = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "gpuswap",
             .summary = "GPUswap: chunks of the program that has most are evicted, and used over the link",
             .source = "Kehne, dissertation, KIT 2019",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(gpuswap_options)},
    .create = create,
    .life = {.destroy = destroy,
             .app_end = app_end,
             .launch_begin = launch_begin,
             .launch_end = launch_end,
             .statistics = statistics},
    .place = place,
    .allocate = allocate,
    .release = release,
    .admit = admit,
    .settle = settle,
    .transferred = transferred,
    .watches = watches,
    .accessed = accessed,
    .tick = tick,
};
