/* What an evaluation without a profile finds by simulating the diagonal of each program: swl, and the limit
 * from which pcal_swl starts. */
#include "evaluate/store.h"
#include "tests/unit/evaluate/small_programs.h"

/* Without a profile: no other diagonal point is faster, and the program of one warp stays at the highest N.
 */
static void swl_is_the_best_of_the_diagonal(void **state)
{
    (void)state;
    evaluate_policy_list list;
    evaluate_comparison comparison;
    assert_int_equal(
        compare(&comparison, &list, "gto,swl,swl:1,swl:2,swl:3,swl:4,swl:5,swl:6,swl:7,swl:8", 2, NULL, NULL),
        POISE_OK);
    for (size_t k = 2; k < list.n; k++)
        assert_true(cycles(&comparison, 0, 1) <= cycles(&comparison, 0, k));
    assert_true(cycles(&comparison, 0, 1) < cycles(&comparison, 0, 0));
    const evaluate_tuple tuple = comparison.cells[evaluate_place(&comparison, 1, 1)].schedule.tuples[0];
    assert_int_equal(tuple.n, programs[1].launches[0].warps);
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
}

/* The N that the diagonal chose for a program: pcal_swl with it given is the same run. */
static void pcal_swl_starts_from_the_limit_of_swl(void **state)
{
    (void)state;
    evaluate_policy_list list, fixed_list, hidden_list;
    evaluate_comparison comparison, fixed, hidden;
    char policies[64];
    assert_int_equal(compare(&comparison, &list, "pcal_swl,swl,pcal_swl:climb=0", 2, NULL, NULL), POISE_OK);
    const uint32_t limit = comparison.cells[evaluate_place(&comparison, 0, 1)].schedule.tuples[0].n;
    assert_true(limit < 8);
    snprintf(policies, sizeof policies, "pcal_swl:%u,pcal_swl:%u:climb=0", limit, limit);
    assert_int_equal(compare(&fixed, &fixed_list, policies, 1, NULL, NULL), POISE_OK);
    assert_int_equal(compare(&hidden, &hidden_list, "gto,pcal_swl", 1, NULL, NULL), POISE_OK);
    assert_int_equal(cycles(&comparison, 0, 0), cycles(&fixed, 0, 0));
    assert_int_equal(cycles(&comparison, 0, 2), cycles(&fixed, 0, 1));
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(cycles(&comparison, i, 0), cycles(&hidden, i, 1));
    evaluate_comparison_free(&comparison);
    evaluate_comparison_free(&fixed);
    evaluate_comparison_free(&hidden);
    evaluate_policy_list_free(&list);
    evaluate_policy_list_free(&fixed_list);
    evaluate_policy_list_free(&hidden_list);
}

/* Policies that differ in the DRAM have a diagonal each; those that differ in the scheduler share one. */
static void every_memory_side_has_its_diagonal(void **state)
{
    (void)state;
    evaluate_policy_list list, fixed_list;
    evaluate_comparison comparison, fixed;
    assert_int_equal(
        compare(&comparison, &list, "swl,m=swl+dram:fcfs,pcal_swl+dram:fcfs,pcal_swl", 1, NULL, NULL),
        POISE_OK);
    assert_int_equal(
        compare(&fixed, &fixed_list,
                "swl:1+dram:fcfs,swl:2+dram:fcfs,swl:3+dram:fcfs,swl:4+dram:fcfs,swl:5+dram:fcfs,"
                "swl:6+dram:fcfs,swl:7+dram:fcfs,swl:8+dram:fcfs",
                1, NULL, NULL),
        POISE_OK);
    uint64_t best = UINT64_MAX;
    for (size_t k = 0; k < fixed_list.n; k++)
        best = cycles(&fixed, 0, k) < best ? cycles(&fixed, 0, k) : best;
    assert_int_equal(cycles(&comparison, 0, 1), best);
    const uint32_t limit = comparison.cells[evaluate_place(&comparison, 0, 1)].schedule.tuples[0].n;
    char text[64];
    evaluate_comparison_free(&fixed);
    evaluate_policy_list_free(&fixed_list);
    snprintf(text, sizeof text, "pcal_swl:%u+dram:fcfs", limit);
    assert_int_equal(compare(&fixed, &fixed_list, text, 1, NULL, NULL), POISE_OK);
    assert_int_equal(cycles(&comparison, 0, 2), cycles(&fixed, 0, 0));
    evaluate_comparison_free(&fixed);
    evaluate_policy_list_free(&fixed_list);
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
}

/* Both programs, with a store. */
static evaluate_request kept_request(const evaluate_policy_list *list)
{
    return (evaluate_request){.config = &config,
                              .policies = list,
                              .programs = programs,
                              .n_programs = 2,
                              .store = test_path("store"),
                              .progress = POISE_PROGRESS_NEVER};
}

/* Runs share `share` of 2 of `policies` on both programs. */
static int run_share(const char *policies, uint32_t share, size_t *done, size_t *all)
{
    evaluate_policy_list list;
    assert_int_equal(evaluate_policy_list_parse(&list, policies, NULL), POISE_OK);
    evaluate_request request = kept_request(&list);
    request.share = (runs_share){.share = share, .n_shares = 2};
    int code = evaluate_share(&request, done, all, NULL);
    evaluate_policy_list_free(&list);
    return code;
}

/* All of it, when nothing may be simulated: POISE_INCOMPLETE if a single run is not in the store. */
static int take_kept(const char *policies)
{
    const atomic_bool stop = true;
    evaluate_policy_list list;
    evaluate_comparison comparison;
    assert_int_equal(evaluate_policy_list_parse(&list, policies, NULL), POISE_OK);
    evaluate_request request = kept_request(&list);
    request.stop = &stop;
    int code = evaluate_compare(&comparison, &request, NULL);
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
    return code;
}

/* The diagonals count as runs, also where no cell shows them. What waits for points of the other share is run
 * when those are there, and what is there is never run again. */
static void diagonal_is_kept_and_shared(void **state)
{
    (void)state;
    size_t done, all;
    assert_int_equal(take_kept("gto,pcal_swl"), POISE_INCOMPLETE);
    assert_int_equal(run_share("gto,pcal_swl", 0, &done, &all), POISE_OK);
    assert_int_equal(all,
                     2 * 2 + evaluate_program_warps(&programs[0]) + evaluate_program_warps(&programs[1]));
    assert_true(done <= all / 2 + 1);
    assert_int_equal(take_kept("gto,pcal_swl"), POISE_INCOMPLETE);
    assert_int_equal(run_share("gto,pcal_swl", 1, &done, &all), POISE_OK);
    assert_int_equal(run_share("gto,pcal_swl", 0, &done, &all), POISE_OK);
    assert_int_equal(done, all);
    assert_int_equal(take_kept("gto,pcal_swl"), POISE_OK);
    assert_int_equal(take_kept("gto,swl,pcal_swl"), POISE_OK); /* the same runs */
    assert_int_equal(take_kept("a=gto,b=swl+l2:lru,c=sched:pcal_swl+dram:frfcfs"),
                     POISE_OK); /* the same runs */
    assert_int_equal(take_kept("gto,pcal_swl+dram:fcfs"), POISE_INCOMPLETE);
    runs_store_remove(test_path("store"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swl_is_the_best_of_the_diagonal),
        cmocka_unit_test(pcal_swl_starts_from_the_limit_of_swl),
        cmocka_unit_test(every_memory_side_has_its_diagonal),
        cmocka_unit_test(diagonal_is_kept_and_shared),
    };
    return cmocka_run_group_tests(tests, make_programs, remove_programs);
}
