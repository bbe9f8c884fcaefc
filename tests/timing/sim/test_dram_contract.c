/* Does the simulator keep what sim_hooks/dram.h promises? A policy that stores what a script lets it
 * store, and gives it out in an order of its own. */
#include "tests/timing/sim/dram_bench.h"

enum { MOST = 64, ROW = 1 << 16 };

static struct script {
    uint32_t entries, holds; /* that it can store; stored before it gives any out */
    bool youngest_first, any_bank;
    bool holding;
    uint32_t n, given;
    dram_request stored[MOST];
    uint32_t bank[MOST]; /* of those given out, in order */
    uint64_t banks;
} script;

static int create(const dram_host *given, const void *options, void **state, poise_error *err)
{
    (void)given, (void)options, (void)err;
    *state = &script;
    return POISE_OK;
}

static void destroy(void *state)
{
    (void)state;
}

static uint32_t entries(const void *state)
{
    (void)state;
    return script.entries;
}

static bool can_accept(const void *state, const dram_request *request)
{
    (void)state, (void)request;
    return script.n < script.entries;
}

static void accept(void *state, const dram_request *request)
{
    (void)state;
    script.stored[script.n++] = *request;
    script.holding = script.given == 0 && script.n < script.holds;
}

static uint64_t banks_waiting(const void *state)
{
    (void)state;
    uint64_t banks = 0;
    for (uint32_t i = 0; i < script.n && !script.holding; i++)
        banks |= 1ull << script.stored[i].bank;
    return banks;
}

/* The youngest or oldest request to an idle bank, whatever bank's turn it is. */
static uint32_t next(void *state, const dram_view *view)
{
    (void)state;
    for (uint32_t k = 0; k < script.n; k++) {
        uint32_t i = script.youngest_first ? script.n - 1 - k : k;
        dram_request chosen = script.stored[i];
        if (!script.any_bank && !(view->idle >> chosen.bank & 1))
            continue;
        script.n--;
        for (; i < script.n; i++)
            script.stored[i] = script.stored[i + 1];
        script.bank[script.given++] = chosen.bank;
        return chosen.handle;
    }
    return DRAM_NO_REQUEST;
}

static const dram_policy scripted = {.info = {.name = "scripted"},
                                     .create = create,
                                     .life.destroy = destroy,
                                     .entries = entries,
                                     .can_accept = can_accept,
                                     .accept = accept,
                                     .banks_waiting = banks_waiting,
                                     .next = next};

static dram_bench b;

static void open_scripted(const char *const *settings)
{
    poise_error err;
    dram_bench_prepare(&b, "frfcfs", settings);
    b.choice.policy = &scripted.info;
    if (dram_bench_make(&b, &err))
        fail_msg("%s", err.text);
}

/* A policy of 40 entries on a machine of 4 takes 40 requests before it gives one out. */
static void the_policy_alone_admits(void **state)
{
    (void)state;
    static const char *const small[] = {"dram_queue=4", "dram_return_queue=1", NULL};
    script = (struct script){.entries = 40, .holds = 40};
    open_scripted(small);
    for (uint32_t i = 0; i < 40; dram_bench_step(&b))
        i += dram_bench_request(&b, (uint64_t)i * LINE_BYTES, false);
    for (int i = 0; i < 100 && script.holding; i++)
        dram_bench_step(&b);
    assert_int_equal(script.n + script.given, 40);
    dram_bench_drain(&b);
    assert_int_equal(b.returned, 40);
    dram_bench_close(&b);
}

/* Requests to different banks, given out in the order that the policy wants, not that of the banks' turns. */
static void next_chooses_among_all_banks(void **state)
{
    (void)state;
    for (int youngest_first = 0; youngest_first < 2; youngest_first++) {
        uint32_t asked[8];
        script = (struct script){.entries = 16, .holds = 8, .youngest_first = youngest_first};
        open_scripted(NULL);
        for (uint32_t i = 0; i < 8; i++) {
            static const uint64_t scatter[] = {5, 0, 3, 6, 1, 7, 2, 4};
            uint64_t address = scatter[i] * 2 * 4096;
            address_place place;
            address_locate(b.base.map, address, &place);
            asked[i] = place.dram_bank;
            while (!dram_bench_request(&b, address, false))
                dram_bench_step(&b);
            for (int k = 0; k < 4; k++)
                dram_bench_step(&b);
        }
        dram_bench_drain(&b);
        assert_int_equal(script.given, 8);
        for (uint32_t i = 0; i < 8; i++) {
            assert_int_equal(script.bank[i], asked[youngest_first ? 7 - i : i]);
            for (uint32_t k = 0; k < i; k++)
                assert_int_not_equal(asked[i], asked[k]);
        }
        dram_bench_close(&b);
    }
}

static void a_busy_bank_may_not_be_given_more(void **state)
{
    (void)state;
    poise_error err;
    script = (struct script){.entries = 16, .holds = 3, .any_bank = true};
    open_scripted(NULL);
    for (uint64_t i = 0; i < 2; i++)
        assert_true(dram_bench_request(&b, i * ROW, false));
    assert_true(dram_bench_request(&b, 4096 * 2, false));
    for (int i = 0; i < 20; i++)
        dram_bench_step(&b);
    assert_int_equal(dram_policy_fault(&b.channel, &err), POISE_FAILED);
    assert_contains(err.text, "gave a request for bank 0, which is not idle");
    assert_true(contract_is_broken(&b.base.contract)); /* the launch ends */
    dram_bench_close(&b);
}

static void storage_has_limits(void **state)
{
    (void)state;
    const uint32_t wrong[] = {0, DRAM_MOST_ENTRIES + 1};
    for (int i = 0; i < 2; i++) {
        poise_error err;
        dram_bench_prepare(&b, "frfcfs", NULL);
        script = (struct script){.entries = wrong[i]};
        b.choice.policy = &scripted.info;
        assert_int_equal(dram_bench_make(&b, &err), POISE_FAILED);
        assert_contains(err.text, "1 to 16384 must hold");
        dram_bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_policy_alone_admits),
        cmocka_unit_test(next_chooses_among_all_banks),
        cmocka_unit_test(a_busy_bank_may_not_be_given_more),
        cmocka_unit_test(storage_has_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
