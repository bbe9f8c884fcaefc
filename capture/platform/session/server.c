#include "capture/platform/session/server.h"

#include "capture/platform/beside.h"
#include "capture/platform/program/binary.h"
#include "capture/runtime/print.h"
#include "capture/server_start.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static struct {
    pthread_mutex_t lock;
    pid_t owner; /* process that has started it: a child must have its own */
    int socket;
    ino_t socket_number; /* of its file: programs close files that are not theirs */
    uint64_t generation; /* of the server; programs are loaded into one */
    uint64_t n_programs; /* numbers given so far */
    trace_bytes message;
} server = {.lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1};

static bool socket_is_ours(void)
{
    struct stat status;
    return server.socket >= 0 && fstat(server.socket, &status) == 0 && S_ISSOCK(status.st_mode) &&
           status.st_ino == server.socket_number;
}

static void drop_server(void)
{
    if (socket_is_ours())
        close(server.socket);
    server.socket = -1;
}

/* Away from 0 to 2, which a program that has closed them writes to all the same. */
static int move_up(int file)
{
    enum { LEAST = 3 };
    if (file >= LEAST)
        return file;
    int moved = fcntl(file, F_DUPFD_CLOEXEC, LEAST);
    if (moved < 0)
        return file;
    close(file);
    return moved;
}

/* posix_spawn() does not copy the program's memory and is safe whatever its threads do. */
static int spawn(const char *path, int socket, poise_error *err)
{
    char host[16];
    snprintf(host, sizeof host, "%d", (int)getpid());
    char *const arguments[] = {(char *)CAPTURE_SERVER_NAME, host, NULL};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions))
        return poise_fail(err, POISE_FAILED, "out of memory while starting %s", path);
    pid_t child;
    int failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, socket, CAPTURE_SERVER_SOCKET);
    if (!failed)
        failed = posix_spawn(&child, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) {
        errno = failed;
        return poise_fail_errno(err, POISE_FAILED, "cannot start %s", path);
    }
    /* It ends at once and leaves a child behind. A program that ignores SIGCHLD has no status to wait for. */
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return POISE_OK;
}

static int start_server(poise_error *err)
{
    char path[PATH_MAX];
    int ends[2];
    if (!__builtin_cpu_supports("avx2"))
        return poise_fail(err, POISE_FAILED, "kernels are compiled for x86-64-v3: this processor lacks AVX2");
    int code = capture_find_beside(CAPTURE_SERVER_NAME, path, sizeof path, err);
    if (code != POISE_OK)
        return code;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return poise_fail_errno(err, POISE_FAILED, "cannot make a socket");
    code = spawn(path, ends[1], err);
    close(ends[1]);
    if (code != POISE_OK) {
        close(ends[0]);
        return code;
    }
    struct stat status = {0};
    server.socket = move_up(ends[0]);
    fstat(server.socket, &status);
    server.socket_number = status.st_ino;
    server.owner = getpid();
    server.generation++;
    return POISE_OK;
}

static int require_server(poise_error *err)
{
    if (socket_is_ours() && server.owner == getpid())
        return POISE_OK;
    drop_server();
    return start_server(err);
}

static int require_program(cl_program program, poise_error *err)
{
    if (program->server_generation == server.generation)
        return POISE_OK;
    const char *content;
    size_t bytes;
    if (capture_binary_open(program, &content, &bytes))
        return poise_fail(err, POISE_DAMAGED, "the program has no binary");
    program->server_number = ++server.n_programs;
    server.message.n = 0;
    int code = capture_put_number(&server.message, program->server_number, err);
    if (code == POISE_OK)
        code = capture_put_block(&server.message, content, bytes, err);
    if (code == POISE_OK)
        code = capture_wire_send(server.socket, ORDER_LOAD, &server.message, err);
    if (code == POISE_OK)
        program->server_generation = server.generation;
    return code;
}

static int send_order(const capture_order *order, cl_program program, poise_error *err)
{
    int code = require_server(err);
    if (code == POISE_OK)
        code = require_program(program, err);
    if (code != POISE_OK)
        return code;
    capture_order complete = *order;
    complete.program = program->server_number;
    code = capture_order_encode(&complete, &server.message, err);
    return code != POISE_OK ? code : capture_wire_send(server.socket, ORDER_LAUNCH, &server.message, err);
}

/* On the standard output of the program, as its own texts. */
static void show_texts(const capture_answer *answer)
{
    fwrite(answer->text, 1, answer->text_bytes, stdout);
    if (answer->texts_lost)
        printf("(%llu texts of printf are lost: a launch prints up to %d MiB in OpenCL's formats)\n",
               (unsigned long long)answer->texts_lost, CAPTURE_PRINT_BYTES >> 20);
}

static int receive_answer(capture_totals *totals, capture_warnings *warnings, poise_error *err)
{
    uint32_t kind;
    capture_answer answer;
    int code = capture_wire_receive(server.socket, &kind, &server.message, err);
    if (code == POISE_OK)
        code = capture_answer_decode(&server.message, &answer, err);
    if (code != POISE_OK) {
        drop_server();
        return code;
    }
    *totals = answer.totals;
    show_texts(&answer);
    snprintf(warnings->bounds, sizeof warnings->bounds, "%s", answer.warning);
    snprintf(warnings->absence, sizeof warnings->absence, "%s", answer.absence);
    return answer.code ? poise_fail(err, POISE_FAILED, "%s", answer.sentence) : POISE_OK;
}

/* Whether the server was ended before it has read what it was sent last: it has begun nothing. */
static bool was_lost_before(void)
{
    char byte;
    return socket_is_ours() && recv(server.socket, &byte, 1, MSG_PEEK) < 0 && errno == ECONNRESET;
}

int capture_server_launch(const capture_order *order, cl_program program, capture_totals *totals,
                          capture_warnings *warnings, poise_error *err)
{
    warnings->bounds[0] = warnings->absence[0] = '\0';
    pthread_mutex_lock(&server.lock);
    int code = send_order(order, program, err);
    if (code != POISE_OK || was_lost_before()) { /* lost since the last launch: once more with a new one */
        drop_server();
        code = send_order(order, program, err);
    }
    if (code == POISE_OK)
        code = receive_answer(totals, warnings, err);
    else
        drop_server();
    pthread_mutex_unlock(&server.lock);
    return code;
}

void capture_server_forget(cl_program program)
{
    pthread_mutex_lock(&server.lock);
    if (program->server_generation == server.generation && socket_is_ours() && server.owner == getpid()) {
        server.message.n = 0;
        if (capture_put_number(&server.message, program->server_number, NULL) ||
            capture_wire_send(server.socket, ORDER_UNLOAD, &server.message, NULL))
            drop_server();
    }
    program->server_generation = 0;
    pthread_mutex_unlock(&server.lock);
}
