#include "profile/capture/server/team.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    /* Chunks per worker: enough that all end at about the same time. Our choice. */
    CHUNKS_PER_WORKER = 32,
    STREAM_BYTES = 1 << 20, /* what a pipe may hold */
};

/* Chunks end where a row of groups ends if they are that long: groups beside each other write to the same
 * sectors at times. */
static uint64_t chunk_size(const capture_team *team)
{
    uint64_t row = team->launch->geometry.groups[0];
    uint64_t size = team->n_groups / ((uint64_t)CHUNKS_PER_WORKER * team->n_workers);
    size = size >= row ? size - size % row : size;
    return size > 0 ? size : 1;
}

int capture_team_open(capture_team *team, poise_error *err)
{
    team->n_groups = capture_launch_groups(team->launch);
    team->chunk_groups = chunk_size(team);
    team->n_chunks = (team->n_groups + team->chunk_groups - 1) / team->chunk_groups;
    if (team->n_workers > team->n_chunks)
        team->n_workers = (unsigned)team->n_chunks;
    for (unsigned w = 0; w < CAPTURE_MOST_WORKERS; w++)
        team->stream[w] = -1;
    void *board = mmap(NULL, sizeof *team->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED)
        return poise_fail_errno(err, POISE_FAILED, "cannot map memory for the workers");
    team->board = board;
    return 0;
}

/* A worker must not outlive the process that has forked it. */
static int be_worker(const capture_team *team, unsigned w, int stream, pid_t parent)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)
        return 1;
    for (unsigned other = 0; other < w; other++)
        close(team->stream[other]);
    return capture_worker_run(team, w, stream);
}

static int start_worker(capture_team *team, unsigned w, poise_error *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return poise_fail_errno(err, POISE_FAILED, "cannot make a pipe for a worker");
    fcntl(ends[1], F_SETPIPE_SZ, STREAM_BYTES);
    pid_t parent = getpid(), child = fork();
    if (child == 0)
        _exit(be_worker(team, w, ends[1], parent));
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return poise_fail_errno(err, POISE_FAILED, "cannot start a process that runs kernels");
    }
    team->worker[w] = child;
    team->stream[w] = ends[0];
    return 0;
}

int capture_team_start(capture_team *team, poise_error *err)
{
    int failed = 0;
    for (unsigned w = 0; w < team->n_workers && !failed; w++)
        failed = start_worker(team, w, err);
    return failed;
}

static int wait_for(capture_team *team, unsigned w)
{
    int status = 0;
    while (waitpid(team->worker[w], &status, 0) < 0 && errno == EINTR)
        ;
    team->worker[w] = 0;
    close(team->stream[w]);
    team->stream[w] = -1;
    return status;
}

int capture_team_reap(capture_team *team, unsigned w, poise_error *err)
{
    int status = wait_for(team, w);
    const char *sentence = team->board->slot[w].failure;
    const char *kernel = team->launch->code->name;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    if (*sentence)
        return poise_fail(err, POISE_FAILED, "%s", sentence);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return poise_fail(err, POISE_FAILED,
                          "kernel %s: the process that ran it was killed, the system may be out of memory",
                          kernel);
    return poise_fail(err, POISE_FAILED, "kernel %s: the process that ran it ended with status 0x%x", kernel,
                      (unsigned)status);
}

void capture_team_close(capture_team *team)
{
    for (unsigned w = 0; w < team->n_workers; w++) {
        if (team->worker[w] > 0) {
            kill(team->worker[w], SIGKILL);
            wait_for(team, w);
        }
    }
    if (team->board)
        munmap(team->board, sizeof *team->board);
    team->board = NULL;
}
