/* A DRAM policy that is watched: it does what another one does, and every request that goes in must come out,
 * once. Also reads the commands of a channel off the state of its banks before and after each cycle, so that
 * the simulator needs no hook. */
#ifndef POISE_TESTS_DRAM_WATCH_H
#define POISE_TESTS_DRAM_WATCH_H

#include "sim/dram/dram.h"
#include "tests/dram_rules.h"

/* Where a request is, by its handle. */
typedef enum dram_watch_place { DRAM_OUTSIDE, DRAM_STORED, DRAM_IN_SERVICE } dram_watch_place;

enum { DRAM_WATCH_HANDLES = 1 << 12 };

typedef struct dram_watch {
    dram_policy policy;      /* the one that the channel is given */
    struct dram_watch *self; /* the options of `policy` */
    const dram_policy *watched;
    policy_choice choice; /* of the watched one */
    void *state;          /* of the watched one */
    const dram_host *host;
    dram_watch_place place[DRAM_WATCH_HANDLES];
    uint8_t bank[DRAM_WATCH_HANDLES];
    const dram_channel *channel;
    uint16_t columns[DRAM_WATCH_HANDLES]; /* that the request has in the beginning */
    uint32_t stored, accepted, given, done;
    uint32_t last_done; /* handle of this cycle, DRAM_NO_REQUEST = none */
    char broken[160];   /* "" = the contract is kept */
} dram_watch;

static inline void dram_watch_break(dram_watch *w, const char *why)
{
    if (!w->broken[0])
        snprintf(w->broken, sizeof w->broken, "%s: %s", w->choice.label, why);
}

static inline int dram_watch_create(const dram_host *host, const void *options, void **state,
                                    poise_error *err)
{
    dram_watch *w = *(dram_watch *const *)options;
    *state = w;
    w->host = host;
    w->stored = 0;
    memset(w->place, 0, sizeof w->place);
    return w->watched->create(host, w->choice.options, &w->state, err);
}

static inline void dram_watch_destroy(void *state)
{
    dram_watch *w = state;
    w->watched->life.destroy(w->state);
    w->state = NULL;
}

static inline uint64_t dram_watch_storage_bits(const void *state)
{
    const dram_watch *w = state;
    return w->watched->life.storage_bits(w->state);
}

static inline uint32_t dram_watch_entries(const void *state)
{
    const dram_watch *w = state;
    return w->watched->entries ? w->watched->entries(w->state) : w->host->queue_entries;
}

static inline bool dram_watch_can_accept(const void *state, const dram_request *request)
{
    const dram_watch *w = state;
    return w->watched->can_accept(w->state, request);
}

static inline void dram_watch_accept(void *state, const dram_request *request)
{
    dram_watch *w = state;
    if (request->handle >= DRAM_WATCH_HANDLES || w->place[request->handle] != DRAM_OUTSIDE) {
        dram_watch_break(w, "accept() of a request that is there already");
        return;
    }
    w->place[request->handle] = DRAM_STORED;
    w->bank[request->handle] = (uint8_t)request->bank;
    w->columns[request->handle] = w->channel->job[request->handle].columns_left;
    w->accepted++;
    w->stored++;
    w->watched->accept(w->state, request);
}

static inline uint64_t dram_watch_banks_waiting(const void *state)
{
    const dram_watch *w = state;
    return w->watched->banks_waiting(w->state);
}

static inline uint32_t dram_watch_next(void *state, const dram_view *view)
{
    dram_watch *w = state;
    const uint32_t handle = w->watched->next(w->state, view);
    if (handle == DRAM_NO_REQUEST)
        return handle;
    if (handle >= DRAM_WATCH_HANDLES || w->place[handle] != DRAM_STORED) {
        dram_watch_break(w, "next() gives a request that is not stored");
        return DRAM_NO_REQUEST;
    }
    if (!(view->idle >> w->bank[handle] & 1))
        dram_watch_break(w, "next() gives a request to a bank that is not idle");
    w->place[handle] = DRAM_IN_SERVICE;
    w->given++;
    w->stored--;
    return handle;
}

static inline void dram_watch_done(void *state, uint32_t handle, uint64_t cycle)
{
    dram_watch *w = state;
    if (handle >= DRAM_WATCH_HANDLES || w->place[handle] != DRAM_IN_SERVICE)
        dram_watch_break(w, "done() of a request that is not in service");
    else
        w->place[handle] = DRAM_OUTSIDE;
    w->done++;
    w->last_done = handle;
    if (w->watched->done)
        w->watched->done(w->state, handle, cycle);
}

static inline uint64_t dram_watch_tick(void *state, uint64_t cycle)
{
    const dram_watch *w = state;
    return w->watched->tick ? w->watched->tick(w->state, cycle) : UINT64_MAX;
}

/* Watches the policy of a policy string. *given is the choice to make `channel` with; both live as long as
 * it. */
static inline int dram_watch_begin(dram_watch *w, const char *policy, const dram_channel *channel,
                                   policy_choice *given, poise_error *err)
{
    *w = (dram_watch){.self = w, .channel = channel, .last_done = DRAM_NO_REQUEST};
    int code = policy_choose(POLICY_DRAM, policy, &w->choice, err);
    if (code != POISE_OK)
        return code;
    w->watched = policy_functions(&w->choice);
    w->policy =
        (dram_policy){.info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(dram_policy), .name = "watch"},
                      .life = {.destroy = dram_watch_destroy, .storage_bits = dram_watch_storage_bits},
                      .create = dram_watch_create,
                      .entries = dram_watch_entries,
                      .can_accept = dram_watch_can_accept,
                      .accept = dram_watch_accept,
                      .banks_waiting = dram_watch_banks_waiting,
                      .next = dram_watch_next,
                      .done = dram_watch_done,
                      .tick = dram_watch_tick};
    *given = (policy_choice){.policy = &w->policy.info, .options = &w->self, .label = w->choice.label};
    return POISE_OK;
}

/* ---- commands ---- */

typedef struct dram_look {
    uint64_t busy, refreshes;
    uint32_t open_row[DRAM_MAX_BANKS];
    uint16_t job[DRAM_MAX_BANKS], columns_left[DRAM_MAX_BANKS];
} dram_look;

static inline void dram_look_at(const dram_channel *channel, uint32_t apps, dram_look *look)
{
    look->busy = 0;
    for (uint32_t i = 0; i < apps; i++)
        look->busy += channel->count[i].dram_busy;
    look->refreshes = channel->refreshes;
    for (uint32_t b = 0; b < channel->n_banks; b++) {
        const uint16_t job = channel->bank[b].job;
        look->open_row[b] = channel->open_row[b];
        look->job[b] = job;
        look->columns_left[b] = job == DRAM_NO_JOB ? 0 : channel->job[job].columns_left;
    }
}

/* The request whose column went in the cycle after a look: the one that is done, or one that has fewer
 * columns left. */
static inline uint32_t dram_column_of(const dram_watch *w, const dram_look *before)
{
    const dram_channel *channel = w->channel;
    if (w->last_done != DRAM_NO_REQUEST)
        return w->last_done;
    for (uint32_t b = 0; b < channel->n_banks; b++) {
        const uint16_t job = channel->bank[b].job;
        if (job == DRAM_NO_JOB)
            continue;
        const uint16_t had = before->job[b] == job ? before->columns_left[b] : w->columns[job];
        if (channel->job[job].columns_left < had)
            return job;
    }
    return DRAM_NO_REQUEST;
}

/* Tells the column of the cycle since a look at the channel, if there was one; *closed gets the bank that
 * it has closed with auto-precharge. False when it was not to be. */
static inline bool dram_tell_column(const dram_watch *w, const dram_look *before, const dram_look *after,
                                    uint64_t cycle, dram_rules *rules, uint32_t *closed)
{
    const dram_channel *channel = w->channel;
    *closed = DRAM_MAX_BANKS;
    if (after->busy == before->busy)
        return true;
    const uint32_t handle = dram_column_of(w, before);
    if (handle == DRAM_NO_REQUEST)
        return false;
    const dram_job *job = &channel->job[handle];
    const dram_command_kind kind = job->is_write ? DRAM_WRITE : DRAM_READ;
    const bool closes = after->open_row[job->bank] == DRAM_NO_ROW;
    if (closes)
        *closed = job->bank;
    return dram_rules_see(rules, &(dram_logged){cycle, kind, job->bank, job->row, closes});
}

/* Tells the commands of the cycle since a look at the channel. False when one was not to be. */
static inline bool dram_tell(const dram_watch *w, const dram_look *before, const dram_look *after,
                             uint64_t cycle, dram_rules *rules)
{
    const dram_channel *channel = w->channel;
    uint32_t closed;
    bool ok = dram_tell_column(w, before, after, cycle, rules, &closed);
    for (uint32_t b = 0; b < channel->n_banks; b++) {
        const uint32_t row = after->open_row[b];
        const dram_command_kind kind = row == DRAM_NO_ROW ? DRAM_PRECHARGE : DRAM_ACTIVATE;
        if (row != before->open_row[b] && b != closed)
            ok = dram_rules_see(rules, &(dram_logged){cycle, kind, b, row, false}) && ok;
    }
    for (uint64_t i = before->refreshes; i < after->refreshes; i++)
        ok = dram_rules_see(rules, &(dram_logged){cycle, DRAM_REFRESH, 0, 0, false}) && ok;
    return ok;
}

#endif
