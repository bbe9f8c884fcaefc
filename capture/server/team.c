#include "capture/server/team.h"

#include <signal.h>
#include <sys/wait.h>

enum {
    /* Chunks per worker: enough that all end at about the same time. Our choice. */
    CHUNKS_PER_WORKER = 32,
};

/* Chunks end where a row of groups ends if they are that long: groups beside each other write to the same
 * sectors at times. */
static uint64_t chunk_size(const capture_launch *launch, uint64_t n_groups, unsigned n_workers)
{
    uint64_t row = launch->geometry.groups[0];
    uint64_t size = n_groups / ((uint64_t)CHUNKS_PER_WORKER * n_workers);
    size = size >= row ? size - size % row : size;
    return size > 0 ? size : 1;
}

capture_team capture_team_make(capture_crew *crew, const capture_launch *launch, unsigned n_workers,
                               bool notes_accesses)
{
    uint64_t n_groups = capture_launch_groups(launch);
    uint64_t chunk_groups = chunk_size(launch, n_groups, n_workers);
    uint64_t n_chunks = (n_groups + chunk_groups - 1) / chunk_groups;
    return (capture_team){
        .crew = crew,
        .launch = launch,
        .n_workers = n_workers < n_chunks ? n_workers : (unsigned)n_chunks,
        .share = {n_groups, chunk_groups, n_chunks, notes_accesses},
    };
}

static void clear_board(capture_team *team)
{
    capture_board *board = team->crew->board;
    atomic_store(&board->next_chunk, 0);
    atomic_store(&board->groups_done, 0);
    atomic_store(&board->conflict, false);
    for (unsigned w = 0; w < team->n_workers; w++) {
        capture_worker_slot *slot = &board->slot[w];
        slot->failure[0] = slot->warning[0] = slot->absence[0] = '\0';
        slot->warning_warp = slot->n_warnings = 0;
    }
}

int capture_team_start(capture_team *team, const trace_bytes *order, poise_error *err)
{
    clear_board(team);
    int code = trace_bytes_append(&team->order, &team->share, sizeof team->share, err);
    if (code == POISE_OK)
        code = trace_bytes_append(&team->order, order->data, order->n, err);
    for (unsigned w = 0; w < team->n_workers && code == POISE_OK; w++)
        code = capture_crew_send(team->crew, w, &team->order, err);
    return code;
}

void capture_team_close(capture_team *team)
{
    trace_bytes_free(&team->order);
}

/* As often as there are workers: who ends all of them means the launch. Our choice. */
static bool may_renew(const capture_team *team, unsigned w)
{
    return team->n_renewed < team->n_workers && !capture_crew_has_read(team->crew, w);
}

int capture_team_reap(capture_team *team, unsigned w, poise_error *err)
{
    if (may_renew(team, w)) {
        team->n_renewed++;
        capture_crew_dismiss(team->crew, w);
        return capture_crew_send(team->crew, w, &team->order, err);
    }
    int status = capture_crew_reap(team->crew, w);
    const char *sentence = team->crew->board->slot[w].failure;
    const char *kernel = team->launch->code->name;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && atomic_load(&team->crew->board->conflict))
        return POISE_OK;
    if (*sentence)
        return poise_fail(err, POISE_FAILED, "%.*s", POISE_ERROR_TEXT - 1, sentence);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return poise_fail(err, POISE_FAILED,
                          "kernel %s: the process that ran it was killed, the system may be out of memory",
                          kernel);
    return poise_fail(err, POISE_FAILED, "kernel %s: the process that ran it ended with status 0x%x", kernel,
                      (unsigned)status);
}

void capture_team_stop(capture_team *team)
{
    for (unsigned w = 0; w < team->n_workers; w++)
        capture_crew_dismiss(team->crew, w);
}
