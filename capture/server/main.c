/* poise-kernel-server HOST_PROCESS: runs the kernels of one traced program. The platform in that program
 * starts it and speaks to it through file CAPTURE_SERVER_SOCKET. It is a process of its own, and kernels run
 * in others that it forks (crew.h), so that a kernel can do no harm to the program and may be run by several
 * at the same time whatever threads the program has. */
#include "capture/order.h"
#include "capture/runtime/device_memory.h"
#include "capture/server/attempt.h"
#include "capture/server/programs.h"
#include "capture/server_start.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct server {
    capture_host host;
    capture_settings settings;
    capture_programs programs;
    capture_crew crew;
    trace_bytes message;
    poise_error load_error; /* of the last program that could not be loaded */
} server;

static int load(server *s, poise_error *err)
{
    size_t size;
    trace_input in = trace_input_of(&s->message);
    uint64_t number = trace_get_varint(&in);
    const void *binary = capture_get_block(&in, &size);
    return capture_programs_load(&s->programs, number, binary, size, err);
}

static void unload(server *s)
{
    trace_input in = trace_input_of(&s->message);
    capture_programs_unload(&s->programs, trace_get_varint(&in));
}

static int run(server *s, const capture_order *order, capture_outcome *outcome, poise_error *err)
{
    capture_program *program = capture_programs_find(&s->programs, order->program);
    if (!program)
        return poise_fail(err, POISE_FAILED, "kernel %s cannot be loaded: %.900s", order->kernel,
                          s->load_error.text);
    int code = capture_memory_attach(order->segment, err);
    if (code != POISE_OK)
        return code;
    capture_prepared prepared;
    code = capture_prepare(order, &program->image, &prepared, err);
    if (code != POISE_OK)
        return code;
    capture_experience *experience = &program->experience[prepared.launch.code - program->image.kernels];
    code = capture_run_order(order, &s->message, &prepared.launch, &s->crew, experience, outcome, err);
    capture_prepared_free(&prepared);
    return code;
}

static int launch(server *s, poise_error *err)
{
    capture_order order;
    capture_answer answer = {0};
    capture_outcome outcome = {0};
    poise_error reason = {0};
    int code = capture_order_decode(&s->message, &order, &reason);
    if (code == POISE_OK) {
        code = run(s, &order, &outcome, &reason);
        capture_order_free(&order);
    }
    answer.code = code;
    answer.sentence = reason.text;
    answer.warning = outcome.warning;
    answer.absence = outcome.absence;
    answer.totals = outcome.totals;
    answer.text = (const char *)outcome.text.data;
    answer.text_bytes = outcome.text.n;
    answer.texts_lost = outcome.texts_lost;
    if (code == POISE_OK)
        reason.text[0] = '\0';
    code = capture_answer_encode(&answer, &s->message, err);
    trace_bytes_free(&outcome.text);
    return code != POISE_OK ? code : capture_wire_send(s->host.socket, ORDER_ANSWER, &s->message, err);
}

static int obey(server *s, poise_error *err)
{
    uint32_t kind;
    int code = capture_wire_receive(s->host.socket, &kind, &s->message, err);
    if (code != POISE_OK)
        return code;
    switch ((capture_order_kind)kind) {
    case ORDER_LOAD: load(s, &s->load_error); return POISE_OK; /* the launch says that it is missing */
    case ORDER_UNLOAD: unload(s); return POISE_OK;
    case ORDER_LAUNCH: return launch(s, err);
    default: return POISE_DAMAGED;
    }
}

static int serve(server *s)
{
    for (;;) {
        struct pollfd files[CAPTURE_HOST_FILES];
        capture_host_poll(&s->host, POLLIN, files);
        if (poll(files, CAPTURE_HOST_FILES, -1) < 0 && errno != EINTR)
            return POISE_FAILED;
        if (capture_host_is_gone(files) || (files[1].revents && obey(s, NULL)))
            return 0;
    }
}

/* Every program that is loaded holds a file. */
static void allow_many_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* Returns the file that is locked, or -1. */
static int lock_report(void)
{
    char path[PATH_MAX];
    const char *scratch = getenv(CAPTURE_ENV_SCRATCH);
    if (!scratch || snprintf(path, sizeof path, "%s/" CAPTURE_SCRATCH_REPORT, scratch) >= (int)sizeof path)
        return -1;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0)
        flock(file, LOCK_SH);
    return file;
}

/* The program's files are not ours: a pipe that it closes must be closed. Interrupts are for the program to
 * react to. */
static void become_independent(void)
{
    static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE, SIGTSTP};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close_range(CAPTURE_SERVER_SOCKET + 1, ~0U, 0);
    fcntl(CAPTURE_SERVER_SOCKET, F_SETFD, FD_CLOEXEC);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return POISE_USAGE;
    pid_t host = (pid_t)strtol(argv[1], NULL, 10);
    /* Not a child of the program, which may wait for its own. */
    pid_t child = fork();
    if (child != 0)
        return child < 0 ? POISE_FAILED : 0;
    become_independent();
    allow_many_files();
    server s = {.host = {.socket = CAPTURE_SERVER_SOCKET,
                         .process = (int)syscall(SYS_pidfd_open, host, 0),
                         .report = lock_report()},
                .settings = capture_settings_read()};
    if (capture_crew_open(&s.crew, &s.host, &s.settings, &s.programs, NULL))
        return POISE_FAILED;
    return serve(&s);
}
