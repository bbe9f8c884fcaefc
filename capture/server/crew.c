#include "capture/server/crew.h"

#include "capture/runtime/device_memory.h"
#include "capture/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STREAM_BYTES = 1 << 20 }; /* what a pipe may hold */

int capture_crew_open(capture_crew *crew, const capture_host *host, const capture_settings *settings,
                      const capture_programs *programs, poise_error *err)
{
    *crew = (capture_crew){.settings = settings, .programs = programs, .host = *host, .segment = -1};
    for (unsigned w = 0; w < CAPTURE_MOST_WORKERS; w++)
        crew->member[w] = (capture_member){.orders = -1, .stream = -1};
    void *board = mmap(NULL, sizeof *crew->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED)
        return poise_fail_errno(err, POISE_FAILED, "cannot map memory for the workers");
    crew->board = board;
    return capture_shadow_open(&crew->shadow, err);
}

/* ---- in the worker ---- */

static int compare_numbers(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

/* A worker holds no end of another one's channels, which would hide that one's end, none of the host's and no
 * program. What it says on standard output and error, no program of ours, nobody is to see. */
static void close_others(const capture_crew *crew, int orders, int stream)
{
    enum { N_KEPT = 3 };
    int kept[N_KEPT] = {orders, stream, crew->host.report};
    unsigned next = STDERR_FILENO + 1;
    dup2(STDIN_FILENO, STDOUT_FILENO); /* /dev/null */
    dup2(STDIN_FILENO, STDERR_FILENO);
    qsort(kept, N_KEPT, sizeof *kept, compare_numbers);
    for (int i = 0; i < N_KEPT; i++) {
        if (kept[i] < (int)next)
            continue;
        if (kept[i] > (int)next)
            close_range(next, (unsigned)kept[i] - 1, 0);
        next = (unsigned)kept[i] + 1;
    }
    close_range(next, ~0U, 0);
}

/* A worker must not outlive the process that has forked it. */
static int be_worker(const capture_crew *crew, unsigned w, int orders, int stream, pid_t parent)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)
        return 1;
    close_others(crew, orders, stream);
    return capture_worker_run(crew, w, orders, stream);
}

/* ---- in the server ---- */

static int fork_worker(capture_crew *crew, unsigned w, const int orders[2], const int stream[2],
                       poise_error *err)
{
    fcntl(stream[1], F_SETPIPE_SZ, STREAM_BYTES);
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        close(orders[0]);
        close(stream[0]);
        _exit(be_worker(crew, w, orders[1], stream[1], parent));
    }
    if (child < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot start a process that runs kernels");
    crew->member[w] = (capture_member){.process = child, .orders = orders[0], .stream = stream[0]};
    return POISE_OK;
}

static int start(capture_crew *crew, unsigned w, poise_error *err)
{
    int orders[2], stream[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, orders))
        return poise_fail_errno(err, POISE_FAILED, "cannot make a socket for a worker");
    if (pipe2(stream, O_CLOEXEC)) {
        close(orders[0]);
        close(orders[1]);
        return poise_fail_errno(err, POISE_FAILED, "cannot make a pipe for a worker");
    }
    int code = fork_worker(crew, w, orders, stream, err);
    close(orders[1]);
    close(stream[1]);
    if (code != POISE_OK) {
        close(orders[0]);
        close(stream[0]);
    }
    return code;
}

/* Members know the programs and the device memory of the moment at which they were forked: they may map
 * nothing. */
static void forget_those_of_before(capture_crew *crew)
{
    const int segment = capture_memory_segment();
    if (crew->programs_loaded == crew->programs->n_loaded && crew->segment == segment)
        return;
    capture_crew_dismiss_all(crew);
    crew->programs_loaded = crew->programs->n_loaded;
    crew->segment = segment;
}

int capture_crew_send(capture_crew *crew, unsigned w, const trace_bytes *order, poise_error *err)
{
    forget_those_of_before(crew);
    if (crew->member[w].process > 0) {
        if (capture_wire_send(crew->member[w].orders, 0, order, NULL) == 0)
            return POISE_OK;
        capture_crew_dismiss(crew, w); /* another process has ended it since the last launch */
    }
    int code = start(crew, w, err);
    return code != POISE_OK ? code : capture_wire_send(crew->member[w].orders, 0, order, err);
}

bool capture_crew_has_read(const capture_crew *crew, unsigned w)
{
    /* What it has open is closed one after the other, the stream maybe before the socket: it must be gone. */
    siginfo_t ended;
    while (waitid(P_PID, (id_t)crew->member[w].process, &ended, WEXITED | WNOWAIT) && errno == EINTR)
        ;
    char byte;
    ssize_t n = recv(crew->member[w].orders, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return !(n < 0 && errno == ECONNRESET); /* of a peer that has left data unread, see unix(7) */
}

int capture_crew_reap(capture_crew *crew, unsigned w)
{
    capture_member *m = &crew->member[w];
    int status = 0;
    while (waitpid(m->process, &status, 0) < 0 && errno == EINTR)
        ;
    close(m->orders);
    close(m->stream);
    *m = (capture_member){.orders = -1, .stream = -1};
    return status;
}

void capture_crew_dismiss(capture_crew *crew, unsigned w)
{
    if (crew->member[w].process <= 0)
        return;
    kill(crew->member[w].process, SIGKILL);
    capture_crew_reap(crew, w);
}

void capture_crew_dismiss_all(capture_crew *crew)
{
    for (unsigned w = 0; w < CAPTURE_MOST_WORKERS; w++)
        capture_crew_dismiss(crew, w);
}
