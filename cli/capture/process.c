#include "cli/capture/process.h"

#include "common/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The program ends by its own decision, not we: its partial traces are still to be removed. */
static const int interrupts[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
enum { N_INTERRUPTS = sizeof interrupts / sizeof *interrupts };

static volatile pid_t program;
static volatile sig_atomic_t is_interrupted;

/* The terminal sends SIGINT and SIGQUIT to the program too. */
static void handle(int number)
{
    is_interrupted = 1;
    if (program > 0 && (number == SIGTERM || number == SIGHUP))
        kill(program, number);
}

static void catch_interrupts(struct sigaction before[N_INTERRUPTS])
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    for (int i = 0; i < N_INTERRUPTS; i++) {
        sigaction(interrupts[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) /* nohup */
            sigaction(interrupts[i], &action, NULL);
    }
}

/* In the child. Whoever kills us with SIGKILL does not want the program to go on. */
static int become_program(char **words, pid_t parent, const struct sigaction before[N_INTERRUPTS])
{
    for (int i = 0; i < N_INTERRUPTS; i++)
        sigaction(interrupts[i], &before[i], NULL);
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent)
        execvp(words[0], words);
    return errno;
}

/* The child says through a pipe why it cannot run the program; the pipe closes when it can. Returns 0 or an
 * error number. */
static int spawn(char **words, pid_t *child)
{
    struct sigaction before[N_INTERRUPTS];
    const pid_t parent = getpid();
    int ends[2], failed = 0;
    if (pipe2(ends, O_CLOEXEC))
        return errno;
    catch_interrupts(before);
    *child = fork();
    if (*child == 0) {
        failed = become_program(words, parent, before);
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
    for (int turn = 0; !is_interrupted && !*is_due; turn++) {
        *is_due = capture_stop_is_due(stop);
        const pid_t ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD)
            return;
        if (ended <= 0)
            pause_for(turn < QUICK_TURNS ? 1 : 10);
        if (turn == TELL_TURN)
            poise_say("%s has ended; waiting for the processes that it has left behind", name);
    }
    if (!*is_due)
        poise_warn("interrupted: launches of processes that %s has left behind are not traced", name);
}

/* Waits until the processes that have run the kernels are gone, with the traces that they had not completed.
 */
static void wait_for_servers(const char *report)
{
    enum { TURNS_OF_INTERRUPTED = 500 };
    int file = open(report, O_RDONLY | O_CLOEXEC);
    for (int turn = 0; file >= 0 && flock(file, LOCK_EX | LOCK_NB); turn++) {
        if (is_interrupted && turn >= TURNS_OF_INTERRUPTED)
            break; /* they serve processes that live on */
        pause_for(10);
    }
    if (file >= 0)
        close(file);
}

/* Waits for the program, or until it is to be ended. Returns 0 or an error number. */
static int wait_for_program(pid_t child, const capture_stop *stop, int *status, bool *is_due)
{
    const int flags = stop->after >= 0 ? WNOHANG : 0;
    for (;;) {
        const pid_t ended = waitpid(child, status, flags);
        *is_due = capture_stop_is_due(stop);
        if (ended == child || *is_due)
            return 0;
        if (ended < 0 && errno != EINTR)
            return errno;
        if (ended == 0)
            pause_for(10);
    }
}

static int explain(const char *name, int status, poise_error *err)
{
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
    *is_stopped = false;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    errno = spawn(words, &child);
    if (errno)
        return poise_fail_errno(err, POISE_FAILED, "cannot run %s", words[0]);
    program = child;
    errno = wait_for_program(child, stop, &status, is_stopped);
    if (errno)
        return poise_fail_errno(err, POISE_FAILED, "cannot wait for %s", words[0]);
    program = 0;
    if (!is_interrupted && !*is_stopped)
        wait_for_orphans(words[0], stop, is_stopped);
    if (*is_stopped && !capture_stop_descendants())
        poise_warn("some processes of %s do not end", words[0]);
    wait_for_servers(report);
    return *is_stopped ? 0 : explain(words[0], status, err);
}
