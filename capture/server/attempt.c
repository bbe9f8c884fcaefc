#include "capture/server/attempt.h"

#include "capture/server/collect.h"
#include "capture/server/undo.h"

#include <stdio.h>

/* A copy of the buffers is made in memory for launches that run on several workers; larger ones run in order.
 * Our choice. */
#define MOST_UNDO_BYTES (UINT64_C(256) << 20)

/* A launch of that much processor time does not start several workers. Our choice: starting one, and the
 * notes of accesses, cost a millisecond or two. */
#define SHORT_SECONDS 0.005

typedef struct attempt {
    const capture_order *order;
    const trace_bytes *message; /* the order, encoded */
    const capture_launch *launch;
    capture_crew *crew;
    capture_outcome *outcome;
} attempt;

/* The warning of the first warp that has one, and how many there are. */
static void gather_warnings(const capture_team *team, char *warning)
{
    const capture_worker_slot *first = NULL;
    uint64_t n = 0;
    for (unsigned w = 0; w < team->n_workers; w++) {
        const capture_worker_slot *slot = &team->crew->board->slot[w];
        n += slot->n_warnings;
        if (slot->n_warnings && (!first || slot->warning_warp < first->warning_warp))
            first = slot;
    }
    if (first)
        snprintf(warning, POISE_ERROR_TEXT, "%.900s (%llu warp accesses out of bounds)", first->warning,
                 (unsigned long long)n);
}

/* That of the first group that has one. */
static void gather_absences(const capture_team *team, char *absence)
{
    const capture_worker_slot *first = NULL;
    for (unsigned w = 0; w < team->n_workers; w++) {
        const capture_worker_slot *slot = &team->crew->board->slot[w];
        if (*slot->absence && (!first || slot->absence_warp < first->absence_warp))
            first = slot;
    }
    if (first)
        snprintf(absence, POISE_ERROR_TEXT, "%.*s", POISE_ERROR_TEXT - 1, first->absence);
}

static capture_verdict run_team(const attempt *a, unsigned workers, bool notes_accesses, trace_writer *writer,
                                poise_error *err)
{
    capture_team team = capture_team_make(a->crew, a->launch, workers, notes_accesses);
    int code = capture_team_start(&team, a->message, err);
    capture_verdict verdict =
        code != POISE_OK ? VERDICT_FAILED : capture_collect(&team, writer, a->outcome, err);
    gather_warnings(&team, a->outcome->warning);
    gather_absences(&team, a->outcome->absence);
    if (verdict != VERDICT_DONE)
        capture_team_stop(&team);
    capture_team_close(&team);
    return verdict;
}

static capture_verdict run_once(const attempt *a, unsigned workers, bool notes_accesses, poise_error *err)
{
    if (!*a->order->path)
        return run_team(a, workers, notes_accesses, NULL, err);
    trace_header header =
        capture_launch_header(a->launch, a->order->index, a->order->notes, a->order->n_notes);
    header.n_events = a->order->n_events;
    header.events = (trace_event *)a->order->events;
    trace_writer *writer;
    if (trace_writer_open(&writer, a->order->path, &header, err))
        return VERDICT_FAILED;
    capture_verdict verdict = run_team(a, workers, notes_accesses, writer, err);
    if (verdict != VERDICT_DONE)
        trace_writer_abort(writer);
    else if (trace_writer_publish(writer, err))
        verdict = VERDICT_FAILED;
    return verdict;
}

/* With notes of all accesses; whatever goes wrong may come from running at the same time, and is undone. */
static capture_verdict run_parallel(const attempt *a, poise_error *err)
{
    capture_undo undo;
    if (capture_undo_open(&undo, &a->launch->global, err))
        return VERDICT_FAILED;
    capture_shadow_clear(&a->crew->shadow, &a->launch->global);
    capture_verdict verdict = run_once(a, a->crew->settings->threads, true, err);
    if (verdict != VERDICT_DONE)
        capture_undo_restore(&undo, &a->launch->global);
    capture_undo_close(&undo);
    return verdict;
}

static bool is_short(const attempt *a, const capture_experience *experience)
{
    return experience->seconds_per_group > 0 &&
           experience->seconds_per_group * (double)capture_launch_groups(a->launch) < SHORT_SECONDS;
}

/* Only accesses that are recorded can be checked against each other. */
static bool may_run_parallel(const attempt *a, const capture_experience *experience)
{
    return a->crew->settings->threads > 1 && !experience->in_order && !is_short(a, experience) &&
           *a->order->path && !a->launch->code->entry->needs_group_order &&
           capture_launch_groups(a->launch) > 1 &&
           capture_undo_bytes(&a->launch->global) <= MOST_UNDO_BYTES &&
           capture_shadow_bytes(&a->launch->global) <= CAPTURE_SHADOW_BYTES;
}

static void clear(capture_outcome *outcome)
{
    trace_bytes_free(&outcome->text);
    *outcome = (capture_outcome){0};
}

int capture_run_order(const capture_order *order, const trace_bytes *message, const capture_launch *launch,
                      capture_crew *crew, capture_experience *experience, capture_outcome *outcome,
                      poise_error *err)
{
    const attempt a = {order, message, launch, crew, outcome};
    capture_verdict verdict = VERDICT_CONFLICT;
    double seconds = 0;
    if (may_run_parallel(&a, experience)) {
        verdict = run_parallel(&a, err);
        experience->in_order = verdict == VERDICT_CONFLICT;
        seconds = outcome->seconds;
    }
    if (verdict == VERDICT_CONFLICT || verdict == VERDICT_FAILED) {
        clear(outcome);
        verdict = run_once(&a, 1, false, err);
        seconds = outcome->seconds;
    }
    if (*outcome->absence && experience->told_absence)
        *outcome->absence = '\0';
    experience->told_absence |= *outcome->absence != '\0';
    experience->seconds_per_group = seconds / (double)capture_launch_groups(launch);
    return verdict == VERDICT_DONE ? 0 : POISE_FAILED;
}
