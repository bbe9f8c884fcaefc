#include "cli/capture/stop.h"

#include "capture/platform/session/tally.h"
#include "capture/server_start.h"

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

typedef struct process {
    pid_t number, parent;
    bool is_ours, is_server;
} process;

typedef struct process_list {
    process *list;
    size_t n;
} process_list;

/* What /proc/NUMBER/stat says: "NUMBER (NAME) STATE PARENT ...". */
static process process_of(const char *number)
{
    enum { KEPT_OF_NAME = 15 }; /* of any name, see proc(5) */
    char path[64], text[512];
    process p = {.number = (pid_t)atol(number)};
    snprintf(path, sizeof path, "/proc/%.20s/stat", number);
    FILE *file = fopen(path, "re");
    if (!file)
        return p;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    int parent = 0;
    const char *name = strchr(text, '('), *behind_name = strrchr(text, ')');
    p.is_server = name && strncmp(name + 1, CAPTURE_SERVER_NAME, KEPT_OF_NAME) == 0;
    if (behind_name && sscanf(behind_name + 1, " %*c %d", &parent) == 1)
        p.parent = parent;
    return p;
}

static void list_processes(process_list *processes)
{
    DIR *directory = opendir("/proc");
    for (const struct dirent *d; directory && (d = readdir(directory)) != NULL;) {
        if (!isdigit((unsigned char)d->d_name[0]))
            continue;
        process *grown = realloc(processes->list, (processes->n + 1) * sizeof *grown);
        if (!grown)
            break;
        processes->list = grown;
        grown[processes->n++] = process_of(d->d_name);
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

static void signal_descendants(int signal_number, bool servers_too)
{
    process_list processes = {0};
    const pid_t own = getpid();
    list_processes(&processes);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < processes.n; i++) {
            process *p = &processes.list[i];
            if (p->is_ours || (p->parent != own && !is_ours(&processes, p->parent)))
                continue;
            p->is_ours = more = true;
            if (servers_too || !p->is_server)
                kill(p->number, signal_number);
        }
    }
    free(processes.list);
}

/* Those that run kernels end with their program, and remove the trace that they had begun: they are given the
 * time. */
bool capture_stop_descendants(bool at_once)
{
    enum { SIGNAL_TURNS = 50, KILL_TURN = 200, SERVER_TURN = 500, LAST_TURN = 1000 };
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int turn = 0; turn < LAST_TURN; turn++) {
        if (turn % SIGNAL_TURNS == 0)
            signal_descendants(at_once || turn >= KILL_TURN ? SIGKILL : SIGTERM, turn >= SERVER_TURN);
        pid_t ended = 1;
        while (ended > 0)
            ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}
