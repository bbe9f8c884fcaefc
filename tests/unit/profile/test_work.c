/* The tasks of a sweep: what is added last is done first; who finds none waits for those who may add some. */
#include "profile/sweep/work.h"
#include "tests/folder.h"

static sweep_work work;

static void add(size_t launch, uint32_t n_points)
{
    sweep_point points[8];
    for (uint32_t i = 0; i < n_points; i++)
        points[i] = (sweep_point){i + 1, 1};
    sweep_work_add(&work, launch, points, n_points);
}

static void assert_next(size_t launch, uint32_t n)
{
    sweep_task task;
    assert_true(sweep_work_take(&work, &task));
    assert_int_equal(task.launch, launch);
    assert_int_equal(task.point.n, n);
    sweep_work_done(&work);
}

static void later_rounds_come_first(void **state)
{
    (void)state;
    sweep_task task;
    assert_int_equal(sweep_work_create(&work, 5, NULL), POISE_OK);
    add(0, 2);
    assert_next(0, 1);
    add(1, 2);
    assert_next(1, 1);
    assert_next(1, 2);
    assert_next(0, 2);
    assert_false(sweep_work_take(&work, &task));
    sweep_work_destroy(&work);
}

static void *wait_for_a_task(void *got)
{
    sweep_task task;
    *(bool *)got = sweep_work_take(&work, &task);
    if (*(bool *)got)
        sweep_work_done(&work);
    return NULL;
}

/* A thread that finds none must stay while others are running: the last task may be followed by more. */
static void who_finds_none_waits(void **state)
{
    (void)state;
    pthread_t other;
    bool got = false;
    sweep_task task;
    assert_int_equal(sweep_work_create(&work, 2, NULL), POISE_OK);
    add(0, 1);
    assert_true(sweep_work_take(&work, &task));
    assert_int_equal(pthread_create(&other, NULL, wait_for_a_task, &got), 0);
    usleep(20000); /* long enough for it to find none, as a rule */
    add(0, 1);
    sweep_work_done(&work);
    pthread_join(other, NULL);
    assert_true(got);
    assert_false(sweep_work_take(&work, &task));
    sweep_work_destroy(&work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_rounds_come_first),
        cmocka_unit_test(who_finds_none_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
