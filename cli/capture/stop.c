#include "cli/capture/stop.h"

#include "capture/platform/session/tally.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

bool capture_tally_read(const char *path, capture_tally *tally)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool is_read = file >= 0 && read(file, tally, sizeof *tally) == (ssize_t)sizeof *tally;
    if (file >= 0)
        close(file);
    return is_read;
}

static int64_t count_launches(const char *path)
{
    capture_tally tally;
    return capture_tally_read(path, &tally) ? (int64_t)atomic_load(&tally.n_launches) : 0;
}

/* Whether a process runs a launch (platform/turn.h). */
static bool is_launching(const char *path)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int file = open(path, O_RDWR | O_CLOEXEC);
    const bool is_held = file >= 0 && fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    if (file >= 0)
        close(file);
    return is_held;
}

/* A process takes the lock before the number: nobody holds one for a launch that has not been counted. */
bool capture_stop_is_due(const capture_stop *stop)
{
    return stop->after >= 0 && count_launches(stop->tally) > stop->after && !is_launching(stop->turns);
}

typedef struct process_list {
    struct process {
        pid_t number, parent;
        bool is_ours;
    } * list;
    size_t n;
} process_list;

static pid_t parent_of(const char *number)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", number);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    int parent = 0;
    const char *behind_name = strrchr(text, ')'); /* "NUMBER (NAME) STATE PARENT ..." */
    return behind_name && sscanf(behind_name + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

static void list_processes(process_list *processes)
{
    DIR *directory = opendir("/proc");
    for (const struct dirent *d; directory && (d = readdir(directory)) != NULL;) {
        if (!isdigit((unsigned char)d->d_name[0]))
            continue;
        struct process *grown = realloc(processes->list, (processes->n + 1) * sizeof *grown);
        if (!grown)
            break;
        processes->list = grown;
        grown[processes->n++] = (struct process){(pid_t)atol(d->d_name), parent_of(d->d_name), false};
    }
    if (directory)
        closedir(directory);
}

static bool is_ours(const process_list *processes, pid_t number)
{
    for (size_t i = 0; i < processes->n; i++) {
        if (processes->list[i].number == number)
            return processes->list[i].is_ours;
    }
    return number == getpid();
}

static void signal_descendants(int signal_number)
{
    process_list processes = {0};
    const pid_t own = getpid();
    list_processes(&processes);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < processes.n; i++) {
            struct process *p = &processes.list[i];
            if (p->is_ours || (p->parent != own && !is_ours(&processes, p->parent)))
                continue;
            p->is_ours = more = true;
            kill(p->number, signal_number);
        }
    }
    free(processes.list);
}

bool capture_stop_descendants(void)
{
    enum { SIGNAL_TURNS = 50, KILL_TURN = 200, LAST_TURN = 1000 };
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int turn = 0; turn < LAST_TURN; turn++) {
        if (turn % SIGNAL_TURNS == 0)
            signal_descendants(turn < KILL_TURN ? SIGTERM : SIGKILL);
        pid_t ended = 1;
        while (ended > 0)
            ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}
