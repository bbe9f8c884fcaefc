/* Calls of policies that do not return. A thread of its own looks once a second at what goes on in each
 * thread that simulates; seconds are counted by it rather than read from a clock, so that a program that is
 * stopped for a while is not taken for one that hangs. Who hangs is asked of the threads themselves. */
#include "sim_hooks/policy_calls.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CALLERS = 1024, MOST_SECONDS = 1000000, SIGNAL_STACK_BYTES = 1 << 16 };

/* A thread that calls policies. */
typedef struct caller {
    atomic_ulong beat;
    unsigned long seen; /* by the watch, for so many seconds */
    unsigned seconds;
    atomic_int thread; /* its number in the system */
    atomic_uint depth; /* 0 = it calls none */
    atomic_bool is_suspected;
} caller;

static caller callers[MOST_CALLERS];
static atomic_uint n_callers;
static _Thread_local caller *mine;
static void (*accuse_of)(const char *what); /* NULL = nobody watches */
static unsigned limit_seconds;
static char hangs[128]; /* what is said then */

/* Threads beyond MOST_CALLERS are not watched. */
static caller *of_this_thread(void)
{
    static caller unwatched;
    if (mine == NULL) {
        const unsigned at = atomic_fetch_add(&n_callers, 1);
        mine = at < MOST_CALLERS ? &callers[at] : &unwatched;
        atomic_store(&mine->thread, (int)syscall(SYS_gettid));
    }
    return mine;
}

/* A stack for signal handlers: that of the thread may be what has run out. */
static void make_signal_stack(void)
{
    stack_t stack = {.ss_size = SIGNAL_STACK_BYTES}, before;
    if (sigaltstack(NULL, &before) != 0 || !(before.ss_flags & SS_DISABLE))
        return;
    stack.ss_sp = mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp != MAP_FAILED)
        (void)sigaltstack(&stack, NULL);
}

void policy_calls_begin(void)
{
    caller *const c = of_this_thread();
    atomic_fetch_add(&c->beat, 1);
    atomic_fetch_add(&c->depth, 1);
    if (accuse_of != NULL)
        make_signal_stack();
}

void policy_calls_end(void)
{
    caller *const c = of_this_thread();
    atomic_fetch_sub(&c->depth, 1);
    atomic_fetch_add(&c->beat, 1);
}

void policy_calls_go_on(void)
{
    caller *const c = mine;
    if (c != NULL) /* no other thread writes it */
        atomic_store_explicit(&c->beat, atomic_load_explicit(&c->beat, memory_order_relaxed) + 1,
                              memory_order_relaxed);
}

static unsigned callers_known(void)
{
    const unsigned n = atomic_load(&n_callers);
    return n < MOST_CALLERS ? n : MOST_CALLERS;
}

bool policy_calls_run(void)
{
    bool run = false;
    for (unsigned i = 0; i < callers_known(); i++)
        run |= atomic_load(&callers[i].depth) > 0;
    return run;
}

/* ---- who hangs ---- */

static int question(void)
{
    return SIGRTMIN + 5;
}

/* In a thread that is asked: one that simulates and goes on is not meant. */
static void answer(int number)
{
    const int before = errno;
    const caller *const c = mine;
    (void)number;
    if (c == NULL || atomic_load(&c->depth) == 0 || atomic_load(&c->is_suspected))
        accuse_of(hangs);
    errno = before;
}

static void ask(int thread)
{
    (void)syscall(SYS_tgkill, getpid(), thread, question());
    (void)nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
}

/* First the thread that leads the simulation, then those that help one: which, nobody knows. */
static void find_out(caller *suspect)
{
    const int own = (int)syscall(SYS_gettid);
    atomic_store(&suspect->is_suspected, true);
    ask(atomic_load(&suspect->thread));
    DIR *const threads = opendir("/proc/self/task");
    for (struct dirent *entry; threads != NULL && (entry = readdir(threads)) != NULL;) {
        const int thread = (int)strtol(entry->d_name, NULL, 10);
        if (thread > 0 && thread != own)
            ask(thread);
    }
    if (threads != NULL)
        closedir(threads);
    atomic_store(&suspect->is_suspected, false);
}

static void look_at(caller *c)
{
    const unsigned long beat = atomic_load(&c->beat);
    if (atomic_load(&c->depth) == 0 || beat != c->seen) {
        c->seen = beat;
        c->seconds = 0;
    } else if (++c->seconds >= limit_seconds) {
        c->seconds = 0;
        find_out(c);
    }
}

static void *watch(void *unused)
{
    for (;;) {
        (void)nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
        for (unsigned i = 0; i < callers_known(); i++)
            look_at(&callers[i]);
    }
    return unused;
}

/* ---- start ---- */

static int read_limit(poise_error *err)
{
    const char *const text = getenv(POISE_POLICY_SECONDS);
    char *end = NULL;
    const long seconds = text == NULL ? POLICY_SECONDS : strtol(text, &end, 10);
    if (text != NULL && (end == text || *end != '\0' || seconds < 0 || seconds > MOST_SECONDS))
        return poise_fail(err, POISE_USAGE, POISE_POLICY_SECONDS " is '%s', not a number from 0 to %d", text,
                          (int)MOST_SECONDS);
    limit_seconds = (unsigned)seconds;
    snprintf(hangs, sizeof hangs, "do not return from a call: nothing has gone on for %u seconds (%s)",
             limit_seconds, POISE_POLICY_SECONDS);
    return POISE_OK;
}

/* Signals of the program are for its other threads. */
static int start_thread(void)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failure = pthread_create(&thread, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure != 0 ? failure : pthread_detach(thread);
}

int policy_calls_watch(void (*accuse)(const char *what), poise_error *err)
{
    if (read_limit(err) != POISE_OK)
        return POISE_USAGE;
    accuse_of = accuse;
    if (limit_seconds == 0)
        return POISE_OK;
    struct sigaction action = {.sa_handler = answer, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(question(), &action, NULL);
    return start_thread() == 0
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "cannot start the thread that watches policies");
}
