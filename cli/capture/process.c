#include "cli/capture/process.h"

#include "common/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int interrupts[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
enum {
    N_INTERRUPTS = sizeof interrupts / sizeof *interrupts,
    /* That a program has, once it was interrupted, to end by itself; our choice. */
    GRACE_MILLISECONDS = 2000,
};

static struct sigaction before[N_INTERRUPTS]; /* what was to be done of them */
static volatile sig_atomic_t program;         /* 0 = none */
static volatile sig_atomic_t interrupt;       /* the first of them; 0 = none */
static volatile sig_atomic_t n_interrupts;

static void pass_on(int number)
{
    if (program > 0)
        kill(program, number);
}

static bool was_ignored(int number)
{
    for (int i = 0; i < N_INTERRUPTS; i++) {
        if (interrupts[i] == number)
            return before[i].sa_handler == SIG_IGN;
    }
    return false;
}

/* The terminal sends SIGINT and SIGQUIT to the program too. */
static void handle(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (was_ignored(number) && info->si_code == SI_KERNEL)
        return;
    if (interrupt == 0)
        interrupt = number;
    n_interrupts++;
    if (info->si_code != SI_KERNEL)
        pass_on(number);
}

/* A shell has what runs in its background ignore SIGINT and SIGQUIT of the terminal, not those that somebody
 * sends to it; who says nohup means every SIGHUP. */
void capture_process_catch_interrupts(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_RESTART | SA_SIGINFO};
    for (int i = 0; i < N_INTERRUPTS; i++) {
        sigaction(interrupts[i], NULL, &before[i]);
        if (interrupts[i] != SIGHUP || before[i].sa_handler != SIG_IGN)
            sigaction(interrupts[i], &action, NULL);
    }
}

void capture_process_end_as_interrupted(const poise_error *err)
{
    if (interrupt == 0)
        return;
    fprintf(stderr, "poise capture: %s\n", err->text);
    signal(interrupt, SIG_DFL);
    raise(interrupt);
}

/* In the child. Whoever kills us with SIGKILL does not want the program to go on. */
static int become_program(char **words, pid_t parent)
{
    for (int i = 0; i < N_INTERRUPTS; i++)
        sigaction(interrupts[i], &before[i], NULL);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent)
        execvp(words[0], words);
    return errno;
}

/* The child says through a pipe why it cannot run the program; the pipe closes when it can. Returns 0 or an
 * error number. */
static int spawn(char **words, pid_t *child)
{
    const pid_t parent = getpid();
    int ends[2], failed = 0;
    if (pipe2(ends, O_CLOEXEC))
        return errno;
    *child = fork();
    if (*child == 0) {
        failed = become_program(words, parent);
        _exit(write(ends[1], &failed, sizeof failed) == sizeof failed ? 0 : 1);
    }
    failed = *child < 0 ? errno : 0;
    close(ends[1]);
    if (!failed && read(ends[0], &failed, sizeof failed) > 0)
        waitpid(*child, NULL, 0);
    close(ends[0]);
    return failed;
}

static void pause_for(long milliseconds)
{
    const struct timespec moment = {.tv_nsec = milliseconds * 1000000};
    nanosleep(&moment, NULL);
}

/* Daemons, children that outlive their parent: as we are their subreaper, they are our children then. */
static void wait_for_orphans(const char *name, const capture_stop *stop, bool *is_due)
{
    enum { QUICK_TURNS = 100, TELL_TURN = 300 };
    for (int turn = 0; interrupt == 0 && !*is_due; turn++) {
        *is_due = capture_stop_is_due(stop);
        const pid_t ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD)
            return;
        if (ended <= 0)
            pause_for(turn < QUICK_TURNS ? 1 : 10);
        if (turn == TELL_TURN)
            poise_say("%s has ended; waiting for the processes that it has left behind", name);
    }
}

/* Waits until the processes that have run the kernels are gone, with the traces that they had not completed.
 */
static void wait_for_servers(const char *report)
{
    enum { TURNS_OF_INTERRUPTED = 500 };
    int file = open(report, O_RDONLY | O_CLOEXEC);
    for (int turn = 0; file >= 0 && flock(file, LOCK_EX | LOCK_NB); turn++) {
        if (interrupt != 0 && turn >= TURNS_OF_INTERRUPTED)
            break; /* they serve processes that cannot be ended */
        pause_for(10);
    }
    if (file >= 0)
        close(file);
}

typedef enum program_end { PROGRAM_ENDED, PROGRAM_DUE, PROGRAM_INTERRUPTED } program_end;

static bool is_grace_over(double *deadline)
{
    if (interrupt != 0 && *deadline <= 0)
        *deadline = poise_now() + 1e-3 * GRACE_MILLISECONDS;
    return n_interrupts > 1 || (interrupt != 0 && poise_now() > *deadline);
}

/* Waits for the program, until it is due to be ended, or has been interrupted and does not end by itself.
 * Returns 0 or an error number. */
static int wait_for_program(pid_t child, const capture_stop *stop, int *status, program_end *end)
{
    enum { STOP_TURN = 10, TURN = 100 }; /* milliseconds */
    struct pollfd file = {.fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN};
    double deadline = 0;
    int failed = 0;
    *end = PROGRAM_ENDED;
    for (;;) {
        poll(&file, 1, stop->after >= 0 || file.fd < 0 ? STOP_TURN : TURN);
        const pid_t ended = waitpid(child, status, WNOHANG);
        if (capture_stop_is_due(stop))
            *end = PROGRAM_DUE;
        else if (ended == 0 && is_grace_over(&deadline))
            *end = PROGRAM_INTERRUPTED;
        failed = ended < 0 && errno != EINTR ? errno : 0;
        if (ended == child || failed || *end != PROGRAM_ENDED)
            break;
    }
    if (file.fd >= 0)
        close(file.fd);
    return failed;
}

static int explain(const char *name, int status, program_end end, poise_error *err)
{
    const bool is_well = end == PROGRAM_ENDED && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (interrupt != 0 && !is_well)
        return poise_fail(err, POISE_FAILED, "%s was interrupted (%s)", name, strsignal(interrupt));
    if (end == PROGRAM_DUE)
        return POISE_OK;
    if (WIFSIGNALED(status))
        return poise_fail(err, POISE_FAILED, "%s was ended by signal %d (%s)", name, WTERMSIG(status),
                          strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status))
        return poise_fail(err, POISE_FAILED, "%s ended with exit code %d", name, WEXITSTATUS(status));
    return POISE_OK;
}

int capture_process_run(char **words, const char *report, const capture_stop *stop, bool *is_stopped,
                        poise_error *err)
{
    pid_t child = 0;
    int status = 0;
    program_end end;
    *is_stopped = false;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    errno = interrupt != 0 ? EINTR : spawn(words, &child);
    if (errno)
        return poise_fail_errno(err, POISE_FAILED, "cannot run %s", words[0]);
    program = child;
    if (interrupt != 0)
        pass_on(interrupt);
    errno = wait_for_program(child, stop, &status, &end);
    if (errno)
        return poise_fail_errno(err, POISE_FAILED, "cannot wait for %s", words[0]);
    program = 0;
    *is_stopped = end == PROGRAM_DUE;
    if (interrupt == 0 && !*is_stopped)
        wait_for_orphans(words[0], stop, is_stopped);
    if ((interrupt != 0 || *is_stopped) && !capture_stop_descendants(n_interrupts > 1))
        poise_warn("some processes of %s do not end", words[0]);
    wait_for_servers(report);
    return explain(words[0], status, *is_stopped ? PROGRAM_DUE : end, err);
}
