#include "capture/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int redirect(posix_spawn_file_actions_t *actions, const char *input, const char *output)
{
    int failed =
        posix_spawn_file_actions_addopen(actions, STDIN_FILENO, input ? input : "/dev/null", O_RDONLY, 0);
    if (!failed && output) {
        failed = posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, output,
                                                  O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (!failed)
            failed = posix_spawn_file_actions_adddup2(actions, STDOUT_FILENO, STDERR_FILENO);
    }
    return failed;
}

/* A program that ignores SIGCHLD, or waits for all its children in a thread, has the status, not we. */
static int wait_for(pid_t child, int *status, poise_error *err)
{
    int raw;
    while (waitpid(child, &raw, 0) < 0) {
        if (errno == ECHILD) {
            *status = CAPTURE_STATUS_UNKNOWN;
            return POISE_OK;
        }
        if (errno != EINTR)
            return poise_fail_errno(err, POISE_FAILED, "cannot wait for a child process");
    }
    *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : CAPTURE_STATUS_SIGNAL + WTERMSIG(raw);
    return POISE_OK;
}

/* What we start has children of its own to wait for, whatever the program ignores or blocks. */
static int reset_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, child;
    sigemptyset(&none);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &child);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

static int spawn(pid_t *child, char *const argv[], const posix_spawn_file_actions_t *actions)
{
    posix_spawnattr_t attributes;
    int failed = posix_spawnattr_init(&attributes);
    if (failed)
        return failed;
    failed = reset_signals(&attributes);
    if (!failed)
        failed = posix_spawnp(child, argv[0], actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

int capture_run_process(char *const argv[], const char *input, const char *output, int *status,
                        poise_error *err)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions))
        return poise_fail(err, POISE_FAILED, "out of memory while starting %s", argv[0]);
    pid_t child;
    int failed = redirect(&actions, input, output);
    if (!failed)
        failed = spawn(&child, argv, &actions);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) {
        errno = failed;
        return poise_fail_errno(err, POISE_FAILED, "cannot start %s", argv[0]);
    }
    return wait_for(child, status, err);
}
