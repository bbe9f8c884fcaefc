/* The list of policies as the user writes it. */
#include "evaluate/policy_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void refuse(const char *text, const char *in_the_sentence)
{
    evaluate_policy_list list;
    poise_error err = {0};
    assert_int_equal(evaluate_policy_list_parse(&list, text, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, in_the_sentence));
    assert_int_equal(list.n, 0);
}

static void kinds_and_labels(void **state)
{
    (void)state;
    evaluate_policy_list list;
    assert_int_equal(evaluate_policy_list_parse(&list,
                                                "lrr,gto,swl,static_best,swl:8,tuple:6:2,tuple:p=3:n=12,"
                                                "warp_limiting:2:5,pcal_swl:7",
                                                NULL),
                     POISE_OK);
    assert_int_equal(list.n, 9);
    assert_int_equal(list.policies[0].kind, EVALUATE_POLICY);
    assert_int_equal(list.policies[2].kind, EVALUATE_SWL);
    assert_int_equal(list.policies[3].kind, EVALUATE_STATIC_BEST);
    assert_int_equal(list.policies[4].kind, EVALUATE_POLICY); /* a limit makes it an ordinary policy */
    assert_string_equal(list.policies[4].label, "swl:8");
    assert_int_equal(list.policies[1].fixed_n, 0);
    assert_int_equal(list.policies[2].fixed_n, 0);
    assert_int_equal(list.policies[4].fixed_n, 8);
    assert_int_equal(list.policies[5].fixed_n, 6);
    assert_int_equal(list.policies[6].fixed_n, 12);
    assert_int_equal(list.policies[7].fixed_n, 5);
    assert_int_equal(list.policies[8].fixed_n, 0); /* it starts there and goes on */
    evaluate_policy_list_free(&list);
}

static void pcal_swl_takes_the_limit_of_swl_or_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *label;
        evaluate_policy_kind kind;
    } cases[] = {
        {"pcal_swl", EVALUATE_PCAL_SWL},          {"pcal_swl:period=3000:vote=0", EVALUATE_PCAL_SWL},
        {"pcal_swl:8", EVALUATE_POLICY},          {"pcal_swl:period=3000:8", EVALUATE_POLICY},
        {"pcal_swl:vote=0:n=8", EVALUATE_POLICY}, {"pcal", EVALUATE_POLICY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        evaluate_policy_list list;
        assert_int_equal(evaluate_policy_list_parse(&list, cases[i].label, NULL), POISE_OK);
        assert_int_equal(list.policies[0].kind, cases[i].kind);
        evaluate_policy_list_free(&list);
    }
    refuse("pcal_swl:gian=1", "gain");
    refuse("pcal_swk", "pcal_swl");
}

static void gto_is_the_baseline_or_the_first(void **state)
{
    (void)state;
    evaluate_policy_list list;
    assert_int_equal(evaluate_policy_list_parse(&list, "lrr,gto", NULL), POISE_OK);
    assert_int_equal(list.baseline, 1);
    evaluate_policy_list_free(&list);
    assert_int_equal(evaluate_policy_list_parse(&list, "lrr,swl:2", NULL), POISE_OK);
    assert_int_equal(list.baseline, 0);
    evaluate_policy_list_free(&list);
}

/* Whatever it is called. */
static void plain_gto_is_the_baseline(void **state)
{
    (void)state;
    evaluate_policy_list list;
    assert_int_equal(evaluate_policy_list_parse(&list, "lrr,gto=gto+dram:fcfs,base=gto+l2:lru", NULL),
                     POISE_OK);
    assert_int_equal(list.baseline, 2);
    evaluate_policy_list_free(&list);
}

static void schemes_have_the_kind_of_their_scheduler(void **state)
{
    (void)state;
    evaluate_policy_list list;
    assert_int_equal(
        evaluate_policy_list_parse(
            &list, "a=swl+dram:fcfs,dram:fcfs+static_best,b=pcal_swl:vote=0+l2:lru,c=tuple:6:2", NULL),
        POISE_OK);
    assert_int_equal(list.policies[0].kind, EVALUATE_SWL);
    assert_int_equal(list.policies[1].kind, EVALUATE_STATIC_BEST);
    assert_int_equal(list.policies[2].kind, EVALUATE_PCAL_SWL);
    assert_int_equal(list.policies[3].fixed_n, 6);
    assert_string_equal(list.policies[3].label, "c");
    evaluate_policy_list_free(&list);
    refuse("gto,static_best+l2:lruu", "did you mean 'lru'");
    refuse("static_best:3+dram:fcfs", "static_best is a policy of");
}

static void short_names_have_no_folders(void **state)
{
    (void)state;
    evaluate_policy_list list;
    assert_int_equal(evaluate_policy_list_parse(&list, "poise:/a/b.d/c.model:correction=0,gto", NULL),
                     POISE_OK);
    assert_string_equal(list.policies[0].label, "poise:/a/b.d/c.model:correction=0");
    assert_string_equal(list.policies[0].short_name, "poise:c.model:correction=0");
    assert_string_equal(list.policies[1].short_name, "gto");
    evaluate_policy_list_free(&list);
}

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    refuse("", "empty");
    refuse("gto,", "empty");
    refuse("gto,,lrr", "empty");
    refuse("gto,lrr,gto", "gto");
    refuse("gtp", "gto"); /* did you mean */
    refuse("tuple:0:1", "tuple");
    refuse("gto:1", "gto");
}

static void too_many_policies_are_refused(void **state)
{
    (void)state;
    char text[16 * (EVALUATE_MAX_POLICIES + 1)] = "gto";
    for (int i = 0; i < EVALUATE_MAX_POLICIES; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), ",tuple:%d:1", i + 1);
    refuse(text, "more than");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_and_labels),
        cmocka_unit_test(pcal_swl_takes_the_limit_of_swl_or_its_own),
        cmocka_unit_test(gto_is_the_baseline_or_the_first),
        cmocka_unit_test(plain_gto_is_the_baseline),
        cmocka_unit_test(schemes_have_the_kind_of_their_scheduler),
        cmocka_unit_test(short_names_have_no_folders),
        cmocka_unit_test(wrong_lists_are_refused),
        cmocka_unit_test(too_many_policies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
