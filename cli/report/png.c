#include "cli/report/png.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int start(FILE *svg, FILE *png, pid_t *process)
{
    char *const command[] = {"rsvg-convert", "--zoom=2", "--format=png", NULL};
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0)
        return failure;
    failure = posix_spawn_file_actions_adddup2(&actions, fileno(svg), STDIN_FILENO);
    if (failure == 0)
        failure = posix_spawn_file_actions_adddup2(&actions, fileno(png), STDOUT_FILENO);
    if (failure == 0)
        failure = posix_spawnp(process, command[0], &actions, NULL, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

int cli_png_convert(FILE *svg, FILE *png, poise_error *err)
{
    pid_t process;
    int status;
    if (fflush(svg) != 0 || fseek(svg, 0, SEEK_SET) != 0)
        return poise_fail(err, POISE_FAILED, "cannot write the figure for rsvg-convert: %s", strerror(errno));
    const int failure = start(svg, png, &process);
    if (failure == ENOENT)
        return poise_fail(
            err, POISE_FAILED,
            "PNG files are made by rsvg-convert, which is not installed (Debian: librsvg2-bin)");
    if (failure != 0)
        return poise_fail(err, POISE_FAILED, "cannot start rsvg-convert: %s", strerror(failure));
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR)
            return poise_fail(err, POISE_FAILED, "rsvg-convert is lost: %s", strerror(errno));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "rsvg-convert could not make a PNG file of the figure");
}
