#include "sim/base/team.h"

#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

/* How often a member looks before it sleeps (helpers) or yields (the leader): many rounds, or, when members
 * share processors, less than one; and how many rounds pass before sleepers are woken (our choice). */
enum { MANY_SPINS = 8192, FEW_SPINS = 64, ROUNDS_ASLEEP = 256 };

typedef struct helper {
    team *team;
    uint32_t member;
    pthread_t thread;
} helper;

/* A ticket is the number of a round and the next task to be taken, beyond the last when all are. */
enum { TICKET_ROUND_SHIFT = 32 };
#define TICKET_STOP UINT32_C(0x80000000) /* as a task: helpers end */

/* What different members write lies in different cache lines; a ticket and what belongs to its round in one.
 */
struct team {
    alignas(64) atomic_uint_least64_t ticket;
    uint64_t argument;
    alignas(64) atomic_uint done; /* tasks taken by helpers that are done */
    alignas(64) team_plan plan;
    uint32_t members, helpers, spins;
    uint32_t rounds_asleep; /* since sleepers were woken */
    atomic_uint sleepers;
    pthread_mutex_t mutex;
    pthread_cond_t woken;
    helper helper[];
};

/* Lets the processor attend to its other thread, if it has one. */
static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static uint32_t task_of(uint64_t ticket)
{
    return (uint32_t)ticket;
}

/* Does tasks until all are taken; returns how many. A task that is taken keeps its round from ending, so a
 * late helper works on the present round whichever it has been called for. */
static uint32_t do_tasks(team *t, uint32_t member)
{
    const team_plan *plan = &t->plan;
    uint32_t done = 0, task;
    do {
        task = task_of(atomic_fetch_add_explicit(&t->ticket, 1, memory_order_acq_rel));
        if (task >= plan->n_tasks)
            break;
        plan->work(plan->context, t->argument, task, member);
        done++;
    } while (task + 1 < plan->n_tasks);
    return done;
}

/* ---- helpers ---- */

static uint32_t sleep_for_task(team *t)
{
    pthread_mutex_lock(&t->mutex);
    atomic_fetch_add(&t->sleepers, 1);
    uint32_t task;
    while ((task = task_of(atomic_load(&t->ticket))) >= t->plan.n_tasks && !(task & TICKET_STOP))
        pthread_cond_wait(&t->woken, &t->mutex);
    atomic_fetch_sub(&t->sleepers, 1);
    pthread_mutex_unlock(&t->mutex);
    return task;
}

/* A task that can perhaps be taken, or TICKET_STOP. */
static uint32_t wait_for_task(team *t)
{
    for (uint32_t i = 0; i < t->spins; i++) {
        uint32_t task = task_of(atomic_load_explicit(&t->ticket, memory_order_relaxed));
        if (task < t->plan.n_tasks || task & TICKET_STOP)
            return task;
        pause_briefly();
    }
    return sleep_for_task(t);
}

static void *help(void *argument)
{
    const helper *h = argument;
    team *t = h->team;
    while (!(wait_for_task(t) & TICKET_STOP)) {
        uint32_t done = do_tasks(t, h->member);
        if (done)
            atomic_fetch_add_explicit(&t->done, done, memory_order_release);
    }
    return NULL;
}

/* ---- the leader ---- */

static void wake_sleepers(team *t)
{
    t->rounds_asleep = 0;
    pthread_mutex_lock(&t->mutex);
    pthread_cond_broadcast(&t->woken);
    pthread_mutex_unlock(&t->mutex);
}

/* The order of ticket and sleepers is the reverse of that in sleep_for_task, and all are sequentially
 * consistent: either we see the sleeper or it sees the ticket. */
static void give_ticket(team *t, uint32_t task)
{
    uint64_t round = (atomic_load_explicit(&t->ticket, memory_order_relaxed) >> TICKET_ROUND_SHIFT) + 1;
    atomic_store(&t->ticket, round << TICKET_ROUND_SHIFT | task);
    if (atomic_load(&t->sleepers) && ++t->rounds_asleep >= ROUNDS_ASLEEP)
        wake_sleepers(t);
}

static void begin_round(team *t, uint64_t argument)
{
    atomic_store_explicit(&t->done, 0, memory_order_relaxed);
    t->argument = argument;
    give_ticket(t, 1);
}

static void wait_for_helpers(team *t, uint32_t tasks)
{
    for (uint32_t i = 0; atomic_load_explicit(&t->done, memory_order_acquire) < tasks; i++) {
        if (i < t->spins)
            pause_briefly();
        else
            sched_yield();
    }
}

static void run_alone(const team_plan *plan, uint64_t argument)
{
    do {
        for (uint32_t task = 0; task < plan->n_tasks; task++)
            plan->work(plan->context, argument, task, 0);
    } while (plan->between(plan->context, &argument));
}

void team_run(team *t, uint64_t argument)
{
    const team_plan *plan = &t->plan;
    if (!t->helpers) {
        run_alone(plan, argument);
        return;
    }
    t->rounds_asleep = ROUNDS_ASLEEP;
    do {
        begin_round(t, argument);
        plan->work(plan->context, argument, 0, 0);
        uint32_t done = 1 + do_tasks(t, 0);
        wait_for_helpers(t, plan->n_tasks - done);
    } while (plan->between(plan->context, &argument));
}

/* ---- construction ---- */

static uint32_t spins(uint32_t members)
{
    cpu_set_t set;
    bool known = sched_getaffinity(0, sizeof set, &set) == 0;
    return known && (uint32_t)CPU_COUNT(&set) < members ? FEW_SPINS : MANY_SPINS;
}

static bool start_helpers(team *t)
{
    for (; t->helpers + 1 < t->members; t->helpers++) {
        helper *h = &t->helper[t->helpers];
        *h = (helper){.team = t, .member = t->helpers + 1};
        if (pthread_create(&h->thread, NULL, help, h) != 0)
            return false;
    }
    return true;
}

int team_create(team **created, uint32_t members, const team_plan *plan, poise_error *err)
{
    size_t size = sizeof(team) + members * sizeof(helper);
    team *t = aligned_alloc(alignof(team), (size + alignof(team) - 1) / alignof(team) * alignof(team));
    *created = NULL;
    if (!t)
        return poise_fail(err, POISE_FAILED, "no memory for %u threads", members);
    *t = (team){.plan = *plan, .members = members, .spins = spins(members)};
    atomic_init(&t->ticket, plan->n_tasks);
    pthread_mutex_init(&t->mutex, NULL);
    pthread_cond_init(&t->woken, NULL);
    if (!start_helpers(t)) {
        uint32_t threads = t->helpers + 1;
        team_destroy(t);
        return poise_fail(err, POISE_FAILED, "the system gives no more than %u of %u threads", threads,
                          members);
    }
    *created = t;
    return POISE_OK;
}

void team_destroy(team *t)
{
    if (!t)
        return;
    t->rounds_asleep = ROUNDS_ASLEEP;
    give_ticket(t, TICKET_STOP);
    for (uint32_t i = 0; i < t->helpers; i++)
        pthread_join(t->helper[i].thread, NULL);
    pthread_cond_destroy(&t->woken);
    pthread_mutex_destroy(&t->mutex);
    free(t);
}
