#include "evaluate/history.h"

#include <stdlib.h>
#include <string.h>

typedef struct recorded_sm {
    evaluate_change *changes; /* room for `capacity` */
    size_t n, capacity;
    evaluate_change last; /* in force */
    evaluate_facts facts;
    bool has_failed; /* no memory */
} recorded_sm;

struct history_recorder {
    uint32_t n_sms, warps;
    recorded_sm sm[];
};

void evaluate_history_free(evaluate_history *history)
{
    free(history->changes);
    *history = (evaluate_history){0};
}

history_recorder *history_recorder_new(uint32_t n_sms)
{
    history_recorder *recorder = calloc(1, sizeof *recorder + n_sms * sizeof recorder->sm[0]);
    if (recorder != NULL)
        recorder->n_sms = n_sms;
    return recorder;
}

void history_recorder_free(history_recorder *recorder)
{
    for (uint32_t i = 0; recorder != NULL && i < recorder->n_sms; i++)
        free(recorder->sm[i].changes);
    free(recorder);
}

void history_recorder_begin(history_recorder *recorder, uint32_t warps)
{
    recorder->warps = warps;
    for (uint32_t i = 0; i < recorder->n_sms; i++) {
        recorded_sm *sm = &recorder->sm[i];
        sm->n = 0;
        sm->last = (evaluate_change){0};
        sm->facts = (evaluate_facts){0};
        sm->has_failed = false;
    }
}

/* The tuple in force ends; n = 0: there was none. */
static void settle(recorded_sm *sm, uint64_t cycle, bool is_replaced)
{
    if (sm->last.n == 0)
        return;
    const uint64_t held = cycle - sm->last.cycle;
    sm->facts.tuple_cycles += held;
    sm->facts.tuple_n_cycles += held * sm->last.n;
    sm->facts.tuple_p_cycles += held * sm->last.p;
    sm->facts.search_cycles += is_replaced && held <= HISTORY_SEARCH ? held : 0;
}

static void keep(recorded_sm *sm)
{
    if (sm->n == HISTORY_MOST_CHANGES)
        return;
    if (sm->n == sm->capacity) {
        const size_t capacity = sm->capacity == 0 ? 16 : 2 * sm->capacity;
        evaluate_change *grown = realloc(sm->changes, capacity * sizeof *grown);
        if (grown == NULL) {
            sm->has_failed = true;
            return;
        }
        sm->changes = grown;
        sm->capacity = capacity;
    }
    sm->changes[sm->n++] = sm->last;
}

static uint32_t at_most(uint32_t value, uint32_t limit)
{
    return value < limit ? value : limit;
}

void history_recorder_note(void *user, uint32_t index, uint64_t cycle, uint32_t n, uint32_t p)
{
    history_recorder *recorder = user;
    recorded_sm *sm = &recorder->sm[index];
    n = at_most(n, recorder->warps);
    p = at_most(p, recorder->warps);
    if (n == sm->last.n && p == sm->last.p)
        return;
    settle(sm, cycle, true);
    sm->last = (evaluate_change){cycle, index, n, p};
    sm->facts.tuple_changes++;
    keep(sm);
}

int history_recorder_end(history_recorder *recorder, uint64_t cycles, evaluate_facts *facts,
                         evaluate_history *history, poise_error *err)
{
    size_t n = 0;
    bool has_failed = false;
    for (uint32_t i = 0; i < recorder->n_sms; i++) {
        recorded_sm *sm = &recorder->sm[i];
        settle(sm, cycles > sm->last.cycle ? cycles : sm->last.cycle, false);
        evaluate_facts_add(facts, &sm->facts);
        n += sm->n;
        has_failed = has_failed || sm->has_failed;
    }
    facts->tuple_changes_kept = n;
    *history = (evaluate_history){.n = n, .changes = n == 0 ? NULL : calloc(n, sizeof *history->changes)};
    if (has_failed || (n > 0 && history->changes == NULL)) {
        evaluate_history_free(history);
        return poise_fail(err, POISE_FAILED, "out of memory for the warp-tuples of a launch");
    }
    size_t next = 0;
    for (uint32_t i = 0; i < recorder->n_sms; i++) {
        for (size_t k = 0; k < recorder->sm[i].n; k++)
            history->changes[next++] = recorder->sm[i].changes[k];
    }
    return POISE_OK;
}
