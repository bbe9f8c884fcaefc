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

/* Each task but the last adds one: more threads than tasks must neither stop early nor wait for ever. */
static void chains_are_followed_to_their_end(void **state)
{
    (void)state;
    enum { LENGTH = 200 };
    size_t done = 0;
    assert_int_equal(sweep_work_create(&work, LENGTH, NULL), POISE_OK);
    add(1, 1);
#pragma omp parallel num_threads(4)
    for (sweep_task task; sweep_work_take(&work, &task);) {
#pragma omp atomic
        done++;
        if (task.launch < LENGTH)
            add(task.launch + 1, 1);
        sweep_work_done(&work);
    }
    assert_int_equal(done, LENGTH);
    sweep_work_destroy(&work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_rounds_come_first),
        cmocka_unit_test(chains_are_followed_to_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
