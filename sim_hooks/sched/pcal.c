/* PCAL, priority-based cache allocation (Li et al., HPCA 2015), as the thesis compares with it (section
 * 5.7.3): first the SMs try different p side by side and vote, then N climbs while it pays and the memory has
 * room. pcal_swl starts from a given limit N = p, pcal lets the SMs vote on that limit first.
 *
 * One state machine for the GPU. It works in windows: a warm-up after every change of a tuple, then a period
 * in which the instructions of each SM are counted. Where the sources [P, S5.3.2] leave
 * something open, the defaults of the options and the rules below are our choice. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/pcal_vote.h"

#include <stdlib.h>

typedef struct pcal_options {
    int64_t n; /* 0: found by a vote */
    int64_t warmup, period, window;
    double utilisation, gain, drop;
    bool vote, climb;
} pcal_options;

#define AT(member) offsetof(pcal_options, member)
static const poise_option option_table[] = {
    {"n", 0, POISE_OPT_INT, AT(n), "64", 1, POISE_ALL_WARPS, NULL, "WARPS",
     "N = p to start from, per scheduler; 'poise evaluate' finds the best one for pcal_swl without it"},
    {"period", 0, POISE_OPT_INT, AT(period), "20000", 16, UINT32_MAX, NULL, "CYCLES",
     "length of a sample, core cycles (our choice)"},
    {"warmup", 0, POISE_OPT_INT, AT(warmup), "2000", 0, UINT32_MAX, NULL, "CYCLES",
     "wait after every change of a tuple, core cycles (our choice, as T_warmup of Table 5.5)"},
    {"utilisation", 0, POISE_OPT_REAL, AT(utilisation), "0.9", 0, 1, NULL, "FRACTION",
     "N does not climb where the busiest of miss queues, L2 ports and DRAM buses is used more (our choice)"},
    {"gain", 0, POISE_OPT_REAL, AT(gain), "0.02", 0, 10, NULL, "FRACTION",
     "least growth of IPC for which a step of N is kept (our choice)"},
    {"drop", 0, POISE_OPT_REAL, AT(drop), "0.1", 0, 1, NULL, "FRACTION",
     "loss of IPC of an SM for which all is sampled again; 1 = never (our choice)"},
    {"window", 0, POISE_OPT_INT, AT(window), "50000", 16, UINT32_MAX, NULL, "CYCLES",
     "time over which that loss is looked at, core cycles (our choice)"},
    {"vote", 0, POISE_OPT_FLAG, AT(vote), "1", POISE_ANY_RANGE, NULL, NULL, "0 = p stays as it started"},
    {"climb", 0, POISE_OPT_FLAG, AT(climb), "1", POISE_ANY_RANGE, NULL, NULL, "0 = N stays as it started"},
};
#undef AT
enum { OPTIONS = sizeof option_table / sizeof *option_table };

/* The miss queues are looked at that often in a period, for their mean (our choice). */
enum { LOOKS = 16 };

typedef enum pcal_phase { VOTE_N, VOTE_P, CLIMB, HOLD } pcal_phase;

typedef struct pcal_sm {
    uint64_t insts;   /* total when the period began */
    double reference; /* instructions per cycle that it must keep, 0 = not known */
} pcal_sm;

typedef struct pcal {
    sched_host host;
    pcal_options options;
    pcal_phase phase;
    uint32_t most, n, p; /* warps per scheduler that there are; tuple that all SMs have, or have voted for */

    bool warming;
    uint64_t due, began, ends; /* cycle of the next step; of the period */
    sched_memory before;       /* when the period began */
    double queued;             /* sum over the looks */
    uint32_t looks;

    pcal_vote vote;
    double reached;        /* IPC of the tuple in force while N climbs, 0 = not measured */
    double used;           /* utilisation of the last period */
    bool watched;          /* references are known */
    uint64_t samples;      /* periods without those of HOLD */
    uint64_t steps, again; /* steps of N that were kept; times that all was sampled again */
    pcal_sm sm[];
} pcal;

/* ---- windows ---- */

static void open_window(pcal *s, uint64_t cycle)
{
    s->warming = true;
    s->due = cycle + (uint64_t)s->options.warmup;
}

static void begin_period(pcal *s, uint64_t cycle)
{
    s->warming = false;
    s->began = cycle;
    s->ends = cycle + (uint64_t)(s->phase == HOLD ? s->options.window : s->options.period);
    s->queued = 0;
    s->looks = 0;
    s->host.memory(s->host.opaque, &s->before);
    for (uint32_t i = 0; i < s->host.sms; i++)
        s->sm[i].insts = s->host.counters(s->host.opaque, i)->warp_insts;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* Instructions per cycle of an SM in this period. */
static double ipc_since(const pcal *s, uint32_t sm, uint64_t cycle)
{
    return ratio(s->host.counters(s->host.opaque, sm)->warp_insts - s->sm[sm].insts, cycle - s->began);
}

/* The busiest of what all SMs share. */
static double utilisation(const pcal *s, const sched_memory *now)
{
    const sched_memory *then = &s->before;
    double queues = s->queued / s->looks;
    double ports =
        ratio(now->reply_flits - then->reply_flits, now->reply_flits_most - then->reply_flits_most);
    double buses = ratio(now->dram_busy - then->dram_busy, now->dram_cycles - then->dram_cycles);
    double most = queues > ports ? queues : ports;
    return most > buses ? most : buses;
}

static void apply(const pcal *s, uint32_t sm, uint32_t n, uint32_t p)
{
    s->host.set_tuple(s->host.opaque, sm, n, p);
}

/* All SMs go on with {n, p}. */
static void settle(pcal *s, uint64_t cycle)
{
    for (uint32_t i = 0; i < s->host.sms; i++)
        apply(s, i, s->n, s->p);
    open_window(s, cycle);
}

/* ---- votes ---- */

static void open_round(pcal *s, uint64_t cycle)
{
    for (uint32_t i = 0; i < s->host.sms; i++) {
        uint32_t tried = pcal_vote_of(&s->vote, i);
        apply(s, i, s->phase == VOTE_N ? tried : s->n, tried);
    }
    open_window(s, cycle);
}

static void open_vote(pcal *s, pcal_phase phase, uint32_t limit, uint64_t cycle)
{
    s->phase = phase;
    pcal_vote_open(&s->vote, s->host.sms, limit);
    open_round(s, cycle);
}

/* ---- the course of a kernel ---- */

static void hold(pcal *s, uint64_t cycle)
{
    s->phase = HOLD;
    s->watched = false;
    settle(s, cycle);
}

static void climb_or_hold(pcal *s, uint64_t cycle)
{
    s->phase = CLIMB;
    s->reached = 0;
    if (s->options.climb && s->n < s->most)
        settle(s, cycle);
    else
        hold(s, cycle);
}

static void vote_p_or_climb(pcal *s, uint64_t cycle)
{
    s->p = s->n;
    if (s->options.vote && s->n > 1)
        open_vote(s, VOTE_P, s->n, cycle);
    else
        climb_or_hold(s, cycle);
}

static void start(pcal *s, uint64_t cycle)
{
    uint32_t wanted = (uint32_t)s->options.n;
    s->n = wanted && wanted < s->most ? wanted : s->most;
    if (!wanted && s->most > 1)
        open_vote(s, VOTE_N, s->most, cycle);
    else
        vote_p_or_climb(s, cycle);
}

static void voted(pcal *s, uint64_t cycle)
{
    for (uint32_t i = 0; i < s->host.sms; i++)
        pcal_vote_cast(&s->vote, i, ipc_since(s, i, cycle));
    if (pcal_vote_again(&s->vote)) {
        open_round(s, cycle);
    } else if (s->phase == VOTE_N) {
        s->n = pcal_vote_winner(&s->vote);
        vote_p_or_climb(s, cycle);
    } else {
        s->p = pcal_vote_winner(&s->vote);
        climb_or_hold(s, cycle);
    }
}

/* A step of N that gains too little is taken back (our choice). */
static void climbed(pcal *s, uint64_t cycle)
{
    double ipc = 0;
    for (uint32_t i = 0; i < s->host.sms; i++)
        ipc += ipc_since(s, i, cycle);
    bool is_step = s->reached > 0;
    if (is_step && ipc <= s->reached * (1 + s->options.gain)) {
        s->n--;
        hold(s, cycle);
        return;
    }
    s->steps += is_step;
    s->reached = ipc;
    if (s->n == s->most || ipc <= 0 || s->used >= s->options.utilisation) {
        hold(s, cycle);
        return;
    }
    s->n++;
    settle(s, cycle);
}

/* The first window gives the references (our choice); an SM that has run out of work has lost nothing. */
static void held(pcal *s, uint64_t cycle)
{
    bool lost = false;
    for (uint32_t i = 0; i < s->host.sms; i++) {
        double ipc = ipc_since(s, i, cycle);
        if (!s->watched)
            s->sm[i].reference = ipc;
        else
            lost |= ipc > 0 && ipc < s->sm[i].reference * (1 - s->options.drop);
    }
    s->watched = true;
    if (lost) {
        s->again++;
        start(s, cycle);
    } else {
        begin_period(s, cycle);
    }
}

static void end_period(pcal *s, uint64_t cycle, const sched_memory *use)
{
    s->used = utilisation(s, use);
    s->samples += s->phase != HOLD;
    switch (s->phase) {
    case CLIMB: climbed(s, cycle); break;
    case HOLD: held(s, cycle); break;
    default: voted(s, cycle);
    }
}

static void look(pcal *s, uint64_t cycle)
{
    sched_memory use;
    s->host.memory(s->host.opaque, &use);
    s->queued += ratio(use.miss_queue, use.miss_queue_most);
    s->looks++;
    if (cycle >= s->ends)
        end_period(s, cycle, &use);
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)count;
    pcal *s = states[0];
    if (cycle >= s->due) {
        if (s->warming)
            begin_period(s, cycle);
        else
            look(s, cycle);
        if (!s->warming) { /* no look beyond the end */
            uint64_t next = cycle + (s->ends - s->began) / LOOKS;
            s->due = next < s->ends ? next : s->ends;
        }
    }
    return s->due > cycle ? s->due - cycle : 1;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    pcal *s = state;
    s->most = launch->warps;
    s->samples = s->steps = s->again = 0;
    s->used = 0;
    start(s, launch->cycle);
}

/* ---- the policy ---- */

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    pcal *s = calloc(1, sizeof *s + host->sms * sizeof *s->sm);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler pcal");
    s->host = *host;
    s->options = *(const pcal_options *)options;
    *state = s;
    return POISE_OK;
}

/* Per SM a monitor and a pollute bit for each warp, and counters of the instructions of a window and of the
 * reference window. For the GPU a sum per candidate, the IPC before a step, busy counters of miss queues, L2
 * ports and DRAM buses, a timer, N, p and the state. Widths of counters are our choice. */
static uint64_t storage_bits(const void *state)
{
    const pcal *s = state;
    enum { COUNTER = 32, TUPLE = 7, STATE = 3 };
    uint64_t per_sm = 2ull * s->host.warps + 2 * COUNTER;
    return s->host.sms * per_sm + (PCAL_CANDIDATES + 5ull) * COUNTER + 2 * TUPLE + STATE;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const pcal *s = states[0];
    const policy_statistic all[] = {
        {"n", "warp", s->n},
        {"p", "warp", s->p},
        {"samples", "period", (double)s->samples},
        {"steps", "step", (double)s->steps},
        {"again", "search", (double)s->again},
        {"utilisation", "fraction", s->used},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

#define PCAL_POLICY(name_text, summary_text, first_option)                                                 \
    {                                                                                                      \
        .info = {.abi = POISE_POLICY_ABI,                                                                  \
                 .struct_size = sizeof(sched_policy),                                                      \
                 .name = name_text,                                                                        \
                 .summary = summary_text,                                                                  \
                 .source = "Li et al., HPCA 2015; thesis section 5.7.3",                                   \
                 .options = option_table + (first_option),                                                 \
                 .n_options = OPTIONS - (first_option),                                                    \
                 .options_size = sizeof(pcal_options)},                                                    \
        .create = create, .life.destroy = free, .life.storage_bits = storage_bits, .pick = sched_pick_gto, \
        .life.launch_begin = launch_begin, .life.gather = gather, .life.statistics = statistics,           \
    }

const sched_policy sched_pcal_swl =
    PCAL_POLICY("pcal_swl", "from a static limit N = p: the SMs vote on p, then N climbs while it pays", 0);
const sched_policy sched_pcal =
    PCAL_POLICY("pcal", "as pcal_swl, from the limit that the SMs vote for first", 1);
