#include "profile/capture/process.h"

#include <errno.h>
#include <fcntl.h>
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

static int wait_for(pid_t child, int *status, poise_error *err)
{
    int raw;
    while (waitpid(child, &raw, 0) < 0) {
        if (errno != EINTR)
            return poise_fail_errno(err, POISE_FAILED, "cannot wait for a child process");
    }
    *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    return 0;
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
        failed = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) {
        errno = failed;
        return poise_fail_errno(err, POISE_FAILED, "cannot start %s", argv[0]);
    }
    return wait_for(child, status, err);
}
