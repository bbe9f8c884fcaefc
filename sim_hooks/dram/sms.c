/* SMS: options, storage, stage 3 and what it tells about itself. See sms.h. */
#include "sim_hooks/dram/sms.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/policy_statistics.h"

#define AT(member) offsetof(sms_options, member)
static const poise_option sms_table[] = {
    {"p", 0, POISE_OPT_REAL, AT(p), "0.9", 0, 1, NULL, "SHARE",
     "Probability of shortest job first; otherwise round robin [RA 5.3.2]. Where it is adapted, the "
     "highest."},
    {"cpu_fifo", 0, POISE_OPT_INT, AT(cpu_fifo), "10", 1, 1024, NULL, "N",
     "Entries in stage 1 for a CPU core [RA table 5.1]."},
    {"gpu_fifo", 0, POISE_OPT_INT, AT(gpu_fifo), "20", 1, 1024, NULL, "N",
     "Entries in stage 1 for the GPU [RA table 5.1]."},
    {"dcs_fifo", 0, POISE_OPT_INT, AT(dcs_fifo), "15", 1, 1024, NULL, "N",
     "Entries in stage 3 for a bank [RA table 5.1]."},
    {"age_med", 0, POISE_OPT_INT, AT(age_med), "50", 0, 1e6, NULL, "CYCLES",
     "DRAM command cycles after which a batch of a core of medium intensity is ready [RA 5.3.2]."},
    {"age_high", 0, POISE_OPT_INT, AT(age_high), "200", 0, 1e6, NULL, "CYCLES",
     "The same for high intensity, the GPU's [RA 5.3.2]."},
    {"low_mpkc", 0, POISE_OPT_REAL, AT(low_mpkc), "1", 0, 1e6, NULL, "MPKC",
     "Requests of a core in 1000 CPU cycles below which its intensity is low [RA 5.3.2]."},
    {"high_mpkc", 0, POISE_OPT_REAL, AT(high_mpkc), "10", 0, 1e6, NULL, "MPKC",
     "The same above which it is high [RA 5.3.2]."},
    {"mpkc_period", 0, POISE_OPT_INT, AT(mpkc_period), "10000", 100, 100000, NULL, "CYCLES",
     "CPU cycles after which the intensity is looked at (our choice)."},
    {"global_bypass", 0, POISE_OPT_INT, AT(global_bypass), "16", 0, 65536, NULL, "N",
     "Requests in flight in a channel below which nothing is batched [RA 5.3.2]."},
    {"max_batch", 0, POISE_OPT_INT, AT(max_batch), "0", 0, 1024, NULL, "N",
     "Requests of a batch; 0 = as many as its FIFO holds [RA figure 5.9]."},
    {"interval", 0, POISE_OPT_INT, AT(interval), "0", 0, 4e9, NULL, "CYCLES",
     "Core cycles after which p is adapted to the GPU's rate of service; 0 = never (our choice)."},
    {"gpu_target", 0, POISE_OPT_REAL, AT(gpu_target), "0.5", 0, 1, NULL, "SHARE",
     "Of the GPU's best rate in an interval: below it p goes down, otherwise up (our choice)."},
    {"window", 0, POISE_OPT_INT, AT(window), "0", 0, 1e6, NULL, "CYCLES",
     "Core cycles of a window whose counters are told, instead of what the stages do; 0 = none, or 10000 "
     "with "
     "a model (our choice)."},
    {"model", 0, POISE_OPT_STRING, AT(model), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "A model, as it is or compiled, that sets p at the end of each window (docs/TRAIN.md)."},
    {"seed", 0, POISE_OPT_INT, AT(seed), "1", 0, 4e9, NULL, "N", "Of the random numbers."},
};
#undef AT

/* ---- life ---- */

static void destroy(void *state)
{
    sms_state *s = state;
    sms_window_close(s);
    free(s->entry);
    free(s->source);
    free(s);
}

static sms_fifo empty_fifo(uint32_t size)
{
    return (sms_fifo){.oldest = SMS_NONE, .youngest = SMS_NONE, .size = size};
}

static uint32_t entries(const void *state)
{
    const sms_state *s = state;
    return (uint32_t)(s->host.cpus * s->options.cpu_fifo + s->options.gpu_fifo +
                      s->host.banks * s->options.dcs_fifo);
}

static void init_queues(sms_state *s, uint32_t places)
{
    for (uint32_t i = 0; i < places; i++)
        s->entry[i].after = i + 1 < places ? (uint16_t)(i + 1) : SMS_NONE;
    for (uint32_t i = 0; i < s->n_sources; i++) {
        bool of_gpu = i == s->host.cpus;
        s->source[i] = (sms_source){
            .fifo = empty_fifo((uint32_t)(of_gpu ? s->options.gpu_fifo : s->options.cpu_fifo)),
            .held = empty_fifo(UINT32_MAX),
            .intensity = of_gpu ? SMS_HIGH : SMS_MEDIUM,
        };
    }
    for (uint32_t i = 0; i < s->host.banks; i++)
        s->dcs[i] = empty_fifo((uint32_t)s->options.dcs_fifo);
}

/* A stream of its own for each channel; never 0. */
static uint64_t random_start(const sms_state *s)
{
    return ((uint64_t)s->options.seed + 1) * 0x9e3779b97f4a7c15 + 2 * s->host.instance.index + 1;
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    sms_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for SMS");
    s->host = *host;
    s->options = *(const sms_options *)options;
    s->n_sources = host->cpus + 1;
    uint32_t places = entries(s) + host->banks + s->n_sources + SMS_HELD;
    if (places >= SMS_NONE) {
        destroy(s);
        return poise_fail(err, POISE_USAGE,
                          "SMS stores at most %d requests, not as many as its FIFOs ask for", SMS_NONE);
    }
    int code = sms_window_open(s, err);
    if (code) {
        destroy(s);
        return code;
    }
    s->source = calloc(s->n_sources, sizeof *s->source);
    s->entry = calloc(places, sizeof *s->entry);
    if (!s->source || !s->entry) {
        destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the %u requests that SMS stores", places);
    }
    init_queues(s, places);
    s->units = 1;
    s->random = random_start(s);
    s->p = s->options.p;
    double period = (double)s->options.mpkc_period / host->cpu_cycles;
    s->period = s->period_end = period < 1 ? 1 : (uint64_t)period;
    *state = s;
    return POISE_OK;
}

/* [RA] table 5.1: the entries, an MPKC counter of 10 bits and a counter of requests in flight of 5 for each
 * core, one of 10 for the GPU, the last row of 12 bits for each source. Windows need their counters. */
static uint64_t storage_bits(const void *state)
{
    const sms_state *s = state;
    return (uint64_t)DRAM_QUEUE_ENTRY_BITS * entries(s) + (10ull + 5) * s->host.cpus + 10 +
           12ull * s->n_sources + (s->window_cycles ? 8 * sizeof s->window : 0);
}

/* ---- queues ---- */

void sms_push(sms_state *s, sms_fifo *fifo, uint16_t place)
{
    *(fifo->n ? &s->entry[fifo->youngest].after : &fifo->oldest) = place;
    fifo->youngest = place;
    fifo->n++;
    fifo->units += s->entry[place].request.units;
    s->entry[place].after = SMS_NONE;
}

uint16_t sms_pop(sms_state *s, sms_fifo *fifo)
{
    uint16_t place = fifo->oldest;
    fifo->oldest = s->entry[place].after;
    fifo->n--;
    fifo->units -= s->entry[place].request.units;
    return place;
}

/* ---- stage 3 ---- */

void sms_command(sms_state *s, uint16_t place)
{
    uint32_t bank = s->entry[place].request.bank;
    s->entry[place].since = s->now;
    sms_push(s, &s->dcs[bank], place);
    s->waiting |= 1ull << bank;
}

static uint64_t banks_waiting(const void *state)
{
    return ((const sms_state *)state)->waiting;
}

static uint32_t next(void *state, const dram_view *view)
{
    sms_state *s = state;
    uint64_t banks = s->waiting & view->idle;
    if (!banks)
        return DRAM_NO_REQUEST;
    uint32_t bank = dram_bank_in_turn(banks, view->turn);
    uint16_t place = sms_pop(s, &s->dcs[bank]);
    sms_entry *leaving = &s->entry[place];
    s->count.commanded++;
    s->window.begun++;
    s->window.row_hits += view->open_row[bank] == leaving->request.row;
    s->count.commanding += view->cycle - leaving->since;
    s->service[bank] = (dram_service){leaving->request.handle, view->cycle, leaving->source, true};
    if (!s->dcs[bank].n)
        s->waiting &= ~(1ull << bank);
    leaving->after = s->free;
    s->free = place;
    return s->service[bank].handle;
}

static void done(void *state, uint32_t handle, uint64_t cycle)
{
    sms_state *s = state;
    const dram_service *service = dram_service_end(s->service, s->host.banks, handle);
    if (!service)
        return;
    s->source[service->client].in_flight--;
    s->in_flight--;
    s->gpu_served += service->client == s->host.cpus;
    s->count.served++;
    s->count.serving += cycle - service->since;
}

static uint64_t tick(void *state, uint64_t cycle)
{
    sms_state *s = state;
    sms_pass(s, cycle);
    sms_form(s);
    sms_schedule(s);
    return s->ready ? cycle + 1 : sms_next_ready(s);
}

/* ---- statistics ---- */

static void launch_begin(void *state, const policy_launch *launch)
{
    sms_state *s = state;
    dram_quantum_pass(&s->interval, launch->cycle);
    dram_quantum_pass(&s->window_passed, launch->cycle);
    if (policy_begins_anew(launch) && !s->in_flight)
        sms_begin_run(s);
    if (policy_begins_anew(launch))
        s->count = (sms_counts){0};
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    sms_state *s = state;
    (void)app;
    dram_quantum_pass(&s->interval, cycle);
    dram_quantum_pass(&s->window_passed, cycle);
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    sms_state *const *all = (sms_state *const *)(const void *)states;
    const uint64_t interval = sms_adapt(all, count, cycle), window = sms_window_gather(all, count, cycle);
    return !interval || (window && window < interval) ? window : interval;
}

/* Counts are unsigned 64-bit numbers, and nothing else. */
static sms_counts sum_of(void *const *states, uint32_t count)
{
    sms_counts sum = {0};
    uint64_t *to = (uint64_t *)(void *)&sum;
    for (uint32_t i = 0; i < count; i++) {
        const sms_state *s = states[i];
        const uint64_t *from = (const uint64_t *)(const void *)&s->count;
        for (size_t k = 0; k < sizeof sum / sizeof *to; k++)
            to[k] += from[k];
    }
    return sum;
}

static double ratio(uint64_t a, uint64_t b)
{
    return (double)a / (double)b;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    const sms_counts c = sum_of(states, count);
    const sms_state *first = states[0];
    if (first->window_cycles)
        return sms_window_statistics(first, &c, out, room);
    uint64_t batches = c.batches[0] + c.batches[1], picks = c.picks[0] + c.picks[1];
    const policy_statistic all[] = {
        {"cpu_batch", "request", ratio(c.batched[0], c.batches[0])},
        {"gpu_batch", "request", ratio(c.batched[1], c.batches[1])},
        {"cpu_full_batch_share", "1", ratio(c.long_batches, c.batches[0])},
        {"ready_by_row", "1", ratio(c.ready[SMS_OTHER_ROW], batches)},
        {"ready_by_age", "1", ratio(c.ready[SMS_OLD], batches)},
        {"ready_by_size", "1", ratio(c.ready[SMS_FULL], batches)},
        {"ready_alone", "1", ratio(c.ready[SMS_ALONE], batches)},
        {"low_bypass_share", "1", ratio(c.low_bypasses, c.arrivals)},
        {"global_bypass_share", "1", ratio(c.global_bypasses, c.arrivals)},
        {"sjf_share", "1", ratio(c.picks[1], picks)},
        {"drain_stalls", "DRAM cycle", (double)c.drain_stalls},
        {"held_wait", "DRAM cycle", ratio(c.holding, c.released)},
        {"formation_wait", "DRAM cycle", ratio(c.forming, c.formed)},
        {"dcs_wait", "DRAM cycle", ratio(c.commanding, c.commanded)},
        {"service", "DRAM cycle", ratio(c.serving, c.served)},
        {"p", "1", first->p},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const dram_policy dram_sms = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "sms",
             .summary = "staged: batches per source, shortest job first or round robin, FIFOs of banks",
             .source = "Ausavarungnirun et al., ISCA 2012; [RA] 5.3",
             .options = sms_table,
             .n_options = sizeof sms_table / sizeof *sms_table,
             .options_size = sizeof(sms_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_begin = launch_begin,
             .launch_end = launch_end,
             .gather = gather,
             .statistics = statistics},
    .create = create,
    .entries = entries,
    .can_accept = sms_can_accept,
    .accept = sms_accept,
    .banks_waiting = banks_waiting,
    .next = next,
    .done = done,
    .tick = tick,
};
