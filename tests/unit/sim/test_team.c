/* Does a team do every task of every round once, in order of the rounds, and may it wait as long as it likes?
 */
#include "sim/base/team.h"
#include "tests/test.h"

#include <stdatomic.h>
#include <time.h>

enum { TASKS = 7, ROUNDS = 2000, MOST_MEMBERS = 5 };

typedef struct journal {
    uint32_t round, rounds; /* the present one; how many there will be */
    bool naps;              /* between() lets the helpers fall asleep now and then */
    uint32_t done[TASKS];   /* round in which the task was done last, plus 1 */
    uint32_t mistakes;
    uint32_t leader_task_elsewhere;
    atomic_uint members_seen; /* mask */
} journal;

static void work(void *context, uint64_t round, uint32_t task, uint32_t member)
{
    journal *j = context;
    if (j->done[task] != j->round || round != j->round)
        j->mistakes++;
    if (task == 0 && member != 0)
        j->leader_task_elsewhere++;
    j->done[task] = j->round + 1;
    atomic_fetch_or(&j->members_seen, 1u << member);
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
}

static bool between(void *context, uint64_t *round)
{
    journal *j = context;
    for (uint32_t task = 0; task < TASKS; task++)
        if (j->done[task] != j->round + 1)
            j->mistakes++;
    *round = ++j->round;
    if (j->naps && j->round % 500 == 0)
        nap();
    return j->round < j->rounds;
}

static void run_with(uint32_t members, bool naps)
{
    journal j = {.rounds = ROUNDS, .naps = naps};
    team *t;
    poise_error err;
    team_plan plan = {.n_tasks = TASKS, .work = work, .between = between, .context = &j};
    assert_int_equal(team_create(&t, members, &plan, &err), POISE_OK);
    for (int run = 0; run < 3; run++) {
        team_run(t, j.round);
        assert_int_equal(j.round, j.rounds);
        j.rounds += run ? 1 : ROUNDS;
    }
    team_destroy(t);
    assert_int_equal(j.mistakes, 0);
    assert_int_equal(j.leader_task_elsewhere, 0);
    assert_true(j.members_seen & 1 && j.members_seen >> members == 0);
}

static void every_task_once_a_round(void **state)
{
    (void)state;
    for (uint32_t members = 1; members <= MOST_MEMBERS; members++)
        run_with(members, false);
}

static void helpers_that_have_slept_come_back(void **state)
{
    (void)state;
    run_with(2, true);
    run_with(MOST_MEMBERS, true);
}

/* Helpers may be asleep, awake or not there yet when they are told to go. */
static void unused_teams_end(void **state)
{
    (void)state;
    journal j = {.rounds = 1};
    team_plan plan = {.n_tasks = TASKS, .work = work, .between = between, .context = &j};
    for (uint32_t i = 0; i < 20; i++) {
        team *t;
        poise_error err;
        assert_int_equal(team_create(&t, 1 + i % MOST_MEMBERS, &plan, &err), POISE_OK);
        if (i >= 15)
            nap();
        team_destroy(t);
    }
    team_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_once_a_round),
        cmocka_unit_test(helpers_that_have_slept_come_back),
        cmocka_unit_test(unused_teams_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
