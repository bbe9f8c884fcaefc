#include "profile/capture/server/attempt.h"

#include "profile/capture/server/collect.h"
#include "profile/capture/server/undo.h"

#include <stdio.h>
#include <sys/resource.h>

/* A copy of the buffers is made in memory for launches that run on several workers; larger ones run in order.
 * Our choice. */
#define MOST_UNDO_BYTES (UINT64_C(256) << 20)

/* A launch of that much processor time does not start several workers. Our choice: starting one, and the
 * notes of accesses, cost a millisecond or two. */
#define SHORT_SECONDS 0.005

typedef struct attempt {
    const capture_order *order;
    capture_launch *launch;
    const capture_settings *settings;
    const capture_host *host;
    capture_outcome *outcome;
} attempt;

/* The warning of the first warp that has one, and how many there are. */
static void gather_warnings(const capture_team *team, char *warning)
{
    const capture_worker_slot *first = NULL;
    uint64_t n = 0;
    for (unsigned w = 0; w < team->n_workers; w++) {
        const capture_worker_slot *slot = &team->board->slot[w];
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
        const capture_worker_slot *slot = &team->board->slot[w];
        if (*slot->absence && (!first || slot->absence_warp < first->absence_warp))
            first = slot;
    }
    if (first)
        snprintf(absence, POISE_ERROR_TEXT, "%s", first->absence);
}

static capture_verdict run_team(const attempt *a, unsigned workers, const trace_header *header,
                                trace_writer *writer, poise_error *err)
{
    capture_team team = {
        .launch = a->launch, .header = header, .settings = a->settings, .n_workers = workers};
    int failed = capture_team_open(&team, err);
    if (!failed)
        failed = capture_team_start(&team, err);
    capture_verdict verdict =
        failed ? VERDICT_FAILED : capture_collect(&team, writer, a->host, a->outcome, err);
    if (team.board) {
        gather_warnings(&team, a->outcome->warning);
        gather_absences(&team, a->outcome->absence);
    }
    capture_team_close(&team);
    return verdict;
}

static capture_verdict run_once(const attempt *a, unsigned workers, poise_error *err)
{
    if (!*a->order->path)
        return run_team(a, workers, NULL, NULL, err);
    trace_header header =
        capture_launch_header(a->launch, a->order->index, a->order->notes, a->order->n_notes);
    trace_writer *writer;
    if (trace_writer_open(&writer, a->order->path, &header, err))
        return VERDICT_FAILED;
    capture_verdict verdict = run_team(a, workers, &header, writer, err);
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
    capture_shadow shadow;
    if (capture_undo_open(&undo, &a->launch->global, err))
        return VERDICT_FAILED;
    int failed = capture_shadow_open(&shadow, &a->launch->global, err);
    capture_verdict verdict = failed ? VERDICT_FAILED : run_once(a, a->settings->threads, err);
    if (verdict != VERDICT_DONE)
        capture_undo_restore(&undo, &a->launch->global);
    capture_shadow_close(&shadow, &a->launch->global);
    capture_undo_close(&undo);
    return verdict;
}

/* Processor time of all workers so far. */
static double worker_seconds(void)
{
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static bool is_short(const attempt *a, const capture_experience *experience)
{
    return experience->seconds_per_group > 0 &&
           experience->seconds_per_group * (double)capture_launch_groups(a->launch) < SHORT_SECONDS;
}

/* Only accesses that are recorded can be checked against each other. */
static bool may_run_parallel(const attempt *a, const capture_experience *experience)
{
    return a->settings->threads > 1 && !experience->in_order && !is_short(a, experience) && *a->order->path &&
           !a->launch->code->entry->needs_group_order && capture_launch_groups(a->launch) > 1 &&
           capture_undo_bytes(&a->launch->global) <= MOST_UNDO_BYTES;
}

static void clear(capture_outcome *outcome)
{
    trace_bytes_free(&outcome->text);
    *outcome = (capture_outcome){0};
}

int capture_run_order(const capture_order *order, capture_prepared *prepared,
                      const capture_settings *settings, const capture_host *host,
                      capture_experience *experience, capture_outcome *outcome, poise_error *err)
{
    const attempt a = {order, &prepared->launch, settings, host, outcome};
    capture_verdict verdict = VERDICT_CONFLICT;
    double start = worker_seconds();
    if (may_run_parallel(&a, experience)) {
        verdict = run_parallel(&a, err);
        experience->in_order = verdict == VERDICT_CONFLICT;
    }
    if (verdict == VERDICT_CONFLICT || verdict == VERDICT_FAILED) {
        clear(outcome);
        verdict = run_once(&a, 1, err);
    }
    if (*outcome->absence && experience->told_absence)
        *outcome->absence = '\0';
    experience->told_absence |= *outcome->absence != '\0';
    experience->seconds_per_group = (worker_seconds() - start) / (double)capture_launch_groups(a.launch);
    return verdict == VERDICT_DONE ? 0 : POISE_FAILED;
}
