/* MASK's address-space-aware scheduler (Ausavarungnirun et al., ASPLOS 2018): three queues, of which each
 * goes before the next for any idle bank.
 *
 *   golden   reads of page walks, first come, first served, whatever rows are open: those of theirs seldom
 *            are, and warps by the dozen wait for each;
 *   silver   data of the program whose turn it is, as frfcfs, until it has had its quota;
 *   normal   all other data, as frfcfs.
 *
 * The quota of program i is thresh_max times its share of the pressure on page walks, concurrent walks times
 * warps that wait for one, which the tlb policy says (Eq. 6.1; dram.h, tlb.h). A request stays in the queue
 * that it has come to.
 *
 * Source: [RA] 6.4.4. Our choices where it is silent: a read of a walk whose bank is busy holds up those for
 * its bank only (with fifo=channel all of them); quotas are computed when a turn begins, of at least 1,
 * and are equal without pressure; what silver has no place for goes to normal and costs no quota; a turn also
 * ends after `idle` DRAM cycles and with each epoch, so that a program without requests does not keep it;
 * each channel has turns of its own; write-backs are data of their program; CPU cores have no turns; requests
 * that a full queue has no place for wait behind it alone (held_queue.h). */
#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/held_queue.h"
#include "sim_hooks/policy_statistics.h"

enum {
    GOLDEN,
    SILVER,
    NORMAL,
    QUEUES,
    HELD = 512 /* units that wait for a place, beside what all entries hold: more than channels do */
};

typedef struct mask_options {
    int64_t thresh_max, golden, silver, normal, idle, epoch;
    int fifo;
} mask_options;
enum { FIFO_BANK, FIFO_CHANNEL };

#define AT(member) offsetof(mask_options, member)
static const poise_option mask_table[] = {
    {"thresh_max", 0, POISE_OPT_INT, AT(thresh_max), "500", 1, 1e6, NULL, "N",
     "Data requests that the turns of all programs add to the silver queue [RA 6.4.4]."},
    {"golden", 0, POISE_OPT_INT, AT(golden), "16", 1, 1024, NULL, "N",
     "Entries for reads of page walks [RA 6.6.4]."},
    {"silver", 0, POISE_OPT_INT, AT(silver), "64", 0, 1024, NULL, "N",
     "Entries for data of the program whose turn it is; 0 = nobody has turns [RA 6.6.4]."},
    {"normal", 0, POISE_OPT_INT, AT(normal), "192", 1, 4096, NULL, "N",
     "Entries for all other data [RA 6.6.4]."},
    {"idle", 0, POISE_OPT_INT, AT(idle), "4096", 0, 1e9, NULL, "CYCLES",
     "DRAM command cycles without a request of a program after which its turn ends; 0 = never (our "
     "choice)."},
    {"epoch", 0, POISE_OPT_INT, AT(epoch), "100000", 0, 4e9, NULL, "CYCLES",
     "Core cycles after which a turn ends as well; 0 = never [RA 6.5]."},
    {"fifo", 0, POISE_OPT_CHOICE, AT(fifo), "bank", POISE_ANY_RANGE, "bank|channel", NULL,
     "Whether reads of page walks are in order for each bank, or one that waits for its bank holds up those "
     "for others (our choice)."},
};
#undef AT

typedef struct mask_state {
    dram_host host;
    mask_options options;
    held_queue queue[QUEUES];
    uint64_t programs; /* that have begun, a mask */
    uint32_t turn;     /* program */
    uint32_t used;     /* requests that it has added to the silver queue in its turn */
    uint32_t quota;
    uint64_t since;    /* DRAM cycle in which the turn began or its program last used it */
    uint64_t now;      /* DRAM cycle of the last tick */
    uint64_t epoch_at; /* core cycle; of the first channel */
    bool epoch_ended;  /* since the last tick */
    uint64_t turns;    /* statistics of the launch */
} mask_state;

/* ---- life ---- */

static void destroy(void *state)
{
    mask_state *s = state;
    for (int i = 0; i < QUEUES; i++)
        held_queue_free(&s->queue[i]);
    free(s);
}

static int create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    const mask_options *o = options;
    const uint32_t held = (uint32_t)(o->golden + o->silver + o->normal) + HELD;
    mask_state *s = calloc(1, sizeof *s);
    if (!s || !held_queue_init(&s->queue[GOLDEN], host, (uint32_t)o->golden, held) ||
        !held_queue_init(&s->queue[SILVER], host, (uint32_t)o->silver, 0) ||
        !held_queue_init(&s->queue[NORMAL], host, (uint32_t)o->normal, held)) {
        if (s)
            destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for the queues of mask");
    }
    s->host = *host;
    s->options = *o;
    *state = s;
    return POISE_OK;
}

static uint32_t entries(const void *state)
{
    const mask_state *s = state;
    return s->queue[GOLDEN].seen.size + s->queue[SILVER].seen.size + s->queue[NORMAL].seen.size;
}

/* Entries of the queues, as the source counts ([RA] 6.6.4): not whose turn it is, and quotas. */
static uint64_t storage_bits(const void *state)
{
    return (uint64_t)DRAM_QUEUE_ENTRY_BITS * entries(state);
}

/* ---- turns ---- */

static uint64_t pressure_of(const mask_state *s, uint32_t program)
{
    return s->host.pressure ? s->host.pressure[program] : 0;
}

/* Eq. 6.1. */
static uint32_t quota_of(const mask_state *s, uint32_t program)
{
    double sum = 0, n = __builtin_popcountll(s->programs), most = (double)s->options.thresh_max;
    for (uint64_t rest = s->programs; rest; rest &= rest - 1)
        sum += (double)pressure_of(s, (uint32_t)__builtin_ctzll(rest));
    const double share = sum > 0 ? (double)pressure_of(s, program) / sum : 1 / n;
    const uint32_t quota = (uint32_t)(most * share + 0.5);
    return quota ? quota : 1;
}

/* The next program in order of numbers has the turn. */
static void next_turn(mask_state *s)
{
    s->used = 0;
    s->since = s->now;
    if (!s->programs)
        return;
    const uint64_t after = s->turn + 1 < POLICY_PROGRAMS ? s->programs & ~0ull << (s->turn + 1) : 0;
    s->turn = (uint32_t)__builtin_ctzll(after ? after : s->programs);
    s->quota = quota_of(s, s->turn);
    s->turns++;
}

static void app_begin(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    mask_state *s = state;
    const bool is_first = !s->programs;
    if (app >= POLICY_PROGRAMS)
        return;
    s->programs |= 1ull << app;
    if (is_first)
        s->turn = app;
    s->quota = quota_of(s, s->turn);
}

static void app_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    mask_state *s = state;
    if (app >= POLICY_PROGRAMS)
        return;
    s->programs &= ~(1ull << app);
    if (s->turn == app)
        next_turn(s);
}

/* Nobody has used the turn for `idle` cycles, perhaps several times. */
static void pass_idle_turns(mask_state *s, uint64_t cycle)
{
    const uint64_t idle = (uint64_t)s->options.idle;
    if (!idle || cycle < s->since + idle)
        return;
    const uint64_t since = s->since, ended = (cycle - since) / idle;
    for (uint64_t n = ended % (uint64_t)(__builtin_popcountll(s->programs) + !s->programs); n; n--)
        next_turn(s);
    s->since = since + ended * idle;
}

static uint64_t tick(void *state, uint64_t cycle)
{
    mask_state *s = state;
    s->now = cycle;
    pass_idle_turns(s, cycle);
    if (s->epoch_ended)
        next_turn(s);
    s->epoch_ended = false;
    return UINT64_MAX;
}

/* Epochs are those of the core, and of all channels. What can_accept() has said stands until the next tick.
 */
static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    mask_state *first = states[0];
    const uint64_t epoch = (uint64_t)first->options.epoch;
    if (!epoch)
        return 0;
    for (; first->epoch_at <= cycle; first->epoch_at += epoch)
        for (uint32_t i = 0; i < count; i++)
            ((mask_state *)states[i])->epoch_ended = true;
    return first->epoch_at - cycle;
}

/* ---- queues ---- */

static uint32_t queue_of(const mask_state *s, const dram_request *request)
{
    if (request->request->kind == MEM_TRANSLATION)
        return GOLDEN;
    const bool has_turn = s->options.silver && request->request->app == s->turn && s->programs >> s->turn & 1;
    return has_turn && held_queue_has_room(&s->queue[SILVER], request) ? SILVER : NORMAL;
}

static bool can_accept(const void *state, const dram_request *request)
{
    const mask_state *s = state;
    return held_queue_can_accept(&s->queue[queue_of(s, request)], request);
}

static void accept(void *state, const dram_request *request)
{
    mask_state *s = state;
    const uint32_t queue = queue_of(s, request);
    held_queue_accept(&s->queue[queue], request);
    if (queue != SILVER)
        return;
    s->since = s->now;
    if (++s->used >= s->quota)
        next_turn(s);
}

/* The read of a walk that may go, of those to `banks`: the oldest; with fifo=channel it may only if none came
 * before it for any bank. DRAM_QUEUE_END if there is none. */
static uint16_t golden_place(const mask_state *s, uint64_t banks)
{
    const dram_queue *golden = &s->queue[GOLDEN].seen;
    uint16_t best = golden->units ? golden->all.oldest : DRAM_QUEUE_END;
    if (best == DRAM_QUEUE_END || banks >> golden->entry[best].request.bank & 1)
        return best;
    best = DRAM_QUEUE_END;
    for (uint64_t rest = s->options.fifo == FIFO_BANK ? golden->waiting & banks : 0; rest; rest &= rest - 1) {
        const uint16_t place = golden->of_bank[__builtin_ctzll(rest)].oldest;
        if (best == DRAM_QUEUE_END || golden->entry[place].number < golden->entry[best].number)
            best = place;
    }
    return best;
}

static uint64_t golden_banks(const mask_state *s)
{
    const dram_queue *golden = &s->queue[GOLDEN].seen;
    if (s->options.fifo == FIFO_BANK || !golden->units)
        return golden->waiting;
    return 1ull << golden->entry[golden->all.oldest].request.bank;
}

static uint64_t banks_waiting(const void *state)
{
    const mask_state *s = state;
    return golden_banks(s) | s->queue[SILVER].seen.waiting | s->queue[NORMAL].seen.waiting;
}

static uint32_t next(void *state, const dram_view *view)
{
    mask_state *s = state;
    const uint16_t golden = golden_place(s, view->idle);
    if (golden != DRAM_QUEUE_END)
        return held_queue_take(&s->queue[GOLDEN], golden, view->cycle);
    const bool is_silver = s->queue[SILVER].seen.waiting & view->idle;
    return held_queue_take_first_ready(&s->queue[is_silver ? SILVER : NORMAL], view);
}

/* ---- statistics ---- */

static void launch_begin(void *state, const policy_launch *launch)
{
    mask_state *s = state;
    if (!policy_begins_anew(launch))
        return;
    for (int i = 0; i < QUEUES; i++)
        s->queue[i].waits = (held_waits){0};
    s->turns = 0;
    s->epoch_at = (uint64_t)s->options.epoch;
    s->since = s->now = 0; /* time begins anew */
    s->epoch_ended = false;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    held_waits waits[QUEUES] = {{0}};
    double turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        const mask_state *s = states[i];
        turns += (double)s->turns;
        for (int k = 0; k < QUEUES; k++)
            held_waits_add(&waits[k], &s->queue[k].waits);
    }
    const double taken = (double)(waits[GOLDEN].taken + waits[SILVER].taken + waits[NORMAL].taken);
    const policy_statistic all[] = {{"golden_share", "1", (double)waits[GOLDEN].taken / taken},
                                    {"silver_share", "1", (double)waits[SILVER].taken / taken},
                                    {"golden_wait", "DRAM cycle", held_waits_mean(&waits[GOLDEN])},
                                    {"silver_wait", "DRAM cycle", held_waits_mean(&waits[SILVER])},
                                    {"normal_wait", "DRAM cycle", held_waits_mean(&waits[NORMAL])},
                                    {"turns", "turn", turns}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const dram_policy dram_mask = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(dram_policy),
             .name = "mask",
             .summary = "MASK's scheduler: page walks first, then data of programs by turns",
             .source = "Ausavarungnirun et al., ASPLOS 2018; [RA] 6.4.4",
             .storage = "16 + 64 + 192 = 272 entries in each channel",
             .options = mask_table,
             .n_options = sizeof mask_table / sizeof *mask_table,
             .options_size = sizeof(mask_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .app_begin = app_begin,
             .app_end = app_end,
             .launch_begin = launch_begin,
             .gather = gather,
             .statistics = statistics},
    .create = create,
    .entries = entries,
    .can_accept = can_accept,
    .accept = accept,
    .banks_waiting = banks_waiting,
    .next = next,
    .tick = tick,
};
