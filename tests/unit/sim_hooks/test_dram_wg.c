/* Does the scheduler of warp groups serve together what a warp waits for? (Chatterjee et al., SC 2014) */
#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { BANKS = 4, QUEUE = 32, MOST = 4096, SMS = 4 };

static struct {
    policy_choice choice;
    const dram_policy *policy;
    void *state;
    mem_request request[MOST];
    uint32_t bank[MOST], row[MOST];
    uint32_t n;
    uint64_t cycle;
    uint32_t open_row[BANKS];
} t;

static void open_policy(const char *string)
{
    poise_error err;
    memset(&t, 0, sizeof t);
    if (policy_choose(POLICY_DRAM, string, &t.choice, &err))
        fail_msg("%s", err.text);
    const dram_host host = {
        .instance = {0, 1}, .banks = BANKS, .queue_entries = QUEUE, .sources = SMS + 1, .cpus = 1};
    t.policy = policy_functions(&t.choice);
    assert_int_equal(t.policy->create(&host, t.choice.options, &t.state, &err), 0);
    if (t.policy->life.launch_begin)
        t.policy->life.launch_begin(t.state, &(policy_launch){.cycle = 0});
    for (uint32_t i = 0; i < BANKS; i++)
        t.open_row[i] = DRAM_NO_ROW;
}

static void close_policy(void)
{
    t.policy->life.destroy(t.state);
    policy_choice_free(&t.choice);
}

static uint32_t ask_for(const mem_request *request, uint32_t bank, uint32_t row, bool is_write)
{
    t.request[t.n] = *request;
    t.bank[t.n] = bank;
    t.row[t.n] = row;
    const dram_request asked = {.handle = t.n,
                                .bank = bank,
                                .row = row,
                                .units = 1,
                                .is_write = is_write,
                                .arrival = t.cycle,
                                .request = &t.request[t.n]};
    assert_true(t.policy->can_accept(t.state, &asked));
    t.policy->accept(t.state, &asked);
    return t.n++;
}

/* A line of a load of a warp of SM 0; returns its handle. */
static uint32_t load(uint16_t warp, uint32_t bank, uint32_t row)
{
    return ask_for(&(mem_request){.warp = warp, .kind = MEM_LOAD, .pc = 4}, bank, row, false);
}

static uint32_t store(uint32_t bank, uint32_t row)
{
    return ask_for(&(mem_request){.kind = MEM_WRITE_BACK, .pc = 8}, bank, row, true);
}

static uint32_t next(uint64_t idle)
{
    const dram_view view = {.cycle = t.cycle, .idle = idle, .open_row = t.open_row};
    return t.policy->next(t.state, &view);
}

static double told(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    size_t n = t.policy->life.statistics(&t.state, 1, all, POLICY_STATISTICS);
    return figure_named(all, n, name);
}

/* A younger warp of two lines in two banks goes before one of three in one bank; and back, it is a matter of
 * the fullest bank, not of lines. */
static void the_shortest_group_goes_first(void **state)
{
    (void)state;
    open_policy("wg");
    uint32_t of_1[3], of_2[4];
    for (uint32_t i = 0; i < 3; i++)
        of_1[i] = load(1, 0, i);
    for (uint32_t i = 0; i < 4; i++)
        of_2[i] = load(2, i % 2, 9 + i);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(next(0xf), of_2[i]);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(next(0xf), of_1[i]);
    assert_int_equal(next(0xf), DRAM_NO_REQUEST);
    assert_true(told("groups") > 1.5 && told("group_size") > 3.4 && told("group_size") < 3.6);
    close_policy();
}

/* Two lines in an open row are a shorter job than one in another row; of one group, too, the open row is
 * first. */
static void open_rows_cost_less(void **state)
{
    (void)state;
    open_policy("wg:burst=0");
    t.open_row[1] = 5;
    uint32_t of_1 = load(1, 1, 6), later = load(2, 1, 7), a = load(2, 1, 5);
    assert_int_equal(next(0xf), of_1);
    assert_int_equal(next(0xf), a);
    assert_int_equal(next(0xf), later);
    of_1 = load(1, 1, 6);
    a = load(2, 1, 5);
    later = load(2, 1, 5);
    assert_int_equal(next(0xf), a);
    assert_int_equal(next(0xf), later);
    assert_int_equal(next(0xf), of_1);
    close_policy();
}

/* A busy bank makes a job longer; equal jobs go in the order in which the groups came. */
static void busy_banks_count(void **state)
{
    (void)state;
    open_policy("wg");
    t.cycle = 1;
    uint32_t a = load(1, 2, 1), of_a = load(1, 0, 1);
    t.cycle = 2;
    uint32_t b = load(2, 2, 2), c = load(3, 2, 3);
    t.cycle = 3;
    assert_int_equal(next(0xe), b); /* bank 0 is busy: the first group is not done before it */
    assert_int_equal(next(0xe), c);
    b = load(2, 2, 2);
    assert_int_equal(next(0xf), a);
    assert_int_equal(next(0xf), of_a);
    assert_int_equal(next(0xf), b);
    close_policy();
}

/* SM, warp and load make a group; cores, walks and stores are groups of one request. */
static void groups_are_loads_of_warps(void **state)
{
    (void)state;
    static const struct {
        mem_request first, second;
        bool together;
    } cases[] = {
        {{.kind = MEM_LOAD, .pc = 4}, {.kind = MEM_LOAD, .pc = 4}, true},
        {{.kind = MEM_ATOMIC, .pc = 4}, {.kind = MEM_ATOMIC, .pc = 4}, true},
        {{.kind = MEM_LOAD, .pc = 4}, {.kind = MEM_LOAD, .pc = 5}, false},
        {{.kind = MEM_LOAD, .pc = 4}, {.kind = MEM_LOAD, .pc = 4, .warp = 1}, false},
        {{.kind = MEM_LOAD, .pc = 4}, {.kind = MEM_LOAD, .pc = 4, .source = 1}, false},
        {{.kind = MEM_TRANSLATION, .pc = 4}, {.kind = MEM_TRANSLATION, .pc = 4}, false},
        {{.kind = MEM_LOAD, .pc = 4, .source = SMS}, {.kind = MEM_LOAD, .pc = 4, .source = SMS}, false},
        {{.kind = MEM_LOAD, .pc = MEM_NO_PC}, {.kind = MEM_LOAD, .pc = MEM_NO_PC}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_policy("wg");
        uint32_t first = ask_for(&cases[i].first, 0, 1, false);
        (void)ask_for(&cases[i].second, 0, 2, false);
        uint32_t single = load(9, 0, 3);
        assert_int_equal(next(1), cases[i].together ? single : first);
        close_policy();
    }
}

/* Writes wait for reads, until there are half a queue of them, then reads for writes, until there is a
 * quarter. */
static void writes_are_drained(void **state)
{
    (void)state;
    open_policy("wg");
    uint32_t first = store(0, 1), read = load(1, 0, 2);
    assert_int_equal(next(1), read);
    for (int i = 1; i < QUEUE / 2 - 1; i++)
        (void)store(0, 1);
    read = load(1, 0, 2);
    assert_int_equal(next(1), read);
    (void)store(0, 1);
    read = load(1, 0, 2);
    for (uint32_t i = 0; i < QUEUE / 4; i++)
        assert_true(t.request[next(1)].kind == MEM_WRITE_BACK);
    assert_int_equal(next(1), read);
    assert_true(next(1) > first);             /* the first of them went first */
    assert_int_equal((int)told("groups"), 3); /* of warps */
    close_policy();
}

/* Older than the threshold: before all, and not one cycle before. */
static void old_requests_go_first(void **state)
{
    (void)state;
    for (uint32_t old = 0; old < 2; old++) {
        open_policy("wg:threshold=500");
        uint32_t of_1 = load(1, 0, 1);
        (void)load(1, 0, 2);
        t.cycle = 400;
        uint32_t of_2 = load(2, 0, 3);
        t.cycle = 500 + old;
        assert_int_equal(next(0xf), old ? of_1 : of_2);
        close_policy();
    }
}

/* As many hits of others as the option says go before the row is closed, then the row is. */
static void bursts_come_before_a_row_is_closed(void **state)
{
    (void)state;
    for (uint32_t burst = 0; burst < 3; burst++) {
        char string[32];
        (void)snprintf(string, sizeof string, "wg:burst=%u", burst);
        open_policy(string);
        t.open_row[0] = 5;
        uint32_t hits[3];
        for (uint32_t i = 0; i < 3; i++) {
            hits[i] = load(1, 0, 5);
            (void)load(1, 1, 20 + i); /* which makes it the longer job */
        }
        uint32_t closing = load(2, 0, 6);
        t.open_row[1] = 9;
        for (uint32_t i = 0; i < burst; i++)
            assert_int_equal(next(1), hits[i]);
        assert_int_equal(next(1), closing);
        assert_int_equal((int)told("burst_hits"), (int)burst);
        close_policy();
    }
}

static void storage(void **state)
{
    (void)state;
    open_policy("wg");
    assert_int_equal((int)t.policy->life.storage_bits(t.state), QUEUE * (36 + 26 + 10));
    close_policy();
}

/* ---- what it is for ---- */

static uint64_t random_numbers;

static uint32_t random_below(uint32_t n)
{
    random_numbers = random_numbers * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_numbers >> 33) % n);
}

enum { WARPS = 400, LINES = 6 };

/* Cycles that a load of six lines in random banks and rows waits for, from its first line to its last, mean;
 * all requests come back once. */
static double mean_wait(const char *policy, uint32_t rows)
{
    static uint64_t first[WARPS], last[WARPS], until[BANKS];
    static uint32_t left[WARPS]; /* lines */
    uint32_t warp = 0, line = 0, served = 0;
    open_policy(policy);
    random_numbers = 7;
    memset(until, 0, sizeof until);
    for (; served < WARPS * LINES; t.cycle++) {
        const dram_request room = {.units = 1, .request = &(mem_request){0}};
        if (warp < WARPS && t.policy->can_accept(t.state, &room)) {
            first[warp] = line ? first[warp] : t.cycle;
            left[warp] = LINES;
            const uint32_t row = random_below(rows), bank = random_below(BANKS);
            (void)load((uint16_t)warp, bank, row);
            line = (line + 1) % LINES;
            warp += !line;
        }
        uint64_t idle = 0;
        for (uint32_t i = 0; i < BANKS; i++)
            idle |= (uint64_t)(until[i] <= t.cycle) << i;
        if (!(t.policy->banks_waiting(t.state) & idle))
            continue;
        const uint32_t handle = next(idle);
        assert_true(handle < t.n && left[t.request[handle].warp]);
        left[t.request[handle].warp]--;
        served++;
        const uint32_t bank = t.bank[handle];
        assert_true(idle >> bank & 1);
        last[t.request[handle].warp] = t.cycle;
        until[bank] = t.cycle + (t.open_row[bank] == t.row[handle] ? 4 : 12);
        t.open_row[bank] = t.row[handle];
    }
    double sum = 0;
    for (uint32_t i = 0; i < WARPS; i++)
        sum += (double)(last[i] - first[i]);
    close_policy();
    return sum / WARPS;
}

/* The last line of a load comes earlier than with frfcfs, in the mean: by a tenth where loads scatter over
 * many rows, and not at all where they share few of them, unless bursts keep the open rows in use. */
static void loads_wait_less(void **state)
{
    (void)state;
    assert_true(mean_wait("wg:burst=0", 512) < 0.9 * mean_wait("frfcfs", 512));
    assert_true(mean_wait("wg:burst=0", 4) > 1.1 * mean_wait("frfcfs", 4));
    for (uint32_t rows = 2; rows < 3000; rows *= 2)
        assert_true(mean_wait("wg", rows) < 1.01 * mean_wait("frfcfs", rows));
    assert_true(mean_wait("wg", 512) < 0.9 * mean_wait("frfcfs", 512));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_group_goes_first),
        cmocka_unit_test(open_rows_cost_less),
        cmocka_unit_test(busy_banks_count),
        cmocka_unit_test(groups_are_loads_of_warps),
        cmocka_unit_test(writes_are_drained),
        cmocka_unit_test(old_requests_go_first),
        cmocka_unit_test(bursts_come_before_a_row_is_closed),
        cmocka_unit_test(storage),
        cmocka_unit_test(loads_wait_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
