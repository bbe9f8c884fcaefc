/* The link to the host by itself, with the test in the place of L2 banks and of the vm policy: when lines and
 * transfers arrive. A byte takes a cycle, a read further 70, a transfer further 1000. */
#include "sim/link/host_link.h"
#include "tests/unit/sim/part.h"

enum { BANKS = 2, LINE = 128, READ = 70, TRANSFER = 1000, MOST = 16 };

static sim_base base;
static host_link hl;
static dram_access_fifo queue[BANKS];

static struct {
    bool takes;
    uint32_t n, asked;
    uint16_t tag[MOST];
    uint64_t at[MOST];
} got;

static void taken(void *owner, dram_access_fifo *from)
{
    (void)owner;
    dram_access_fifo_pop(from);
}

static bool give(void *owner, const dram_reply *reply)
{
    (void)owner;
    got.asked++;
    if (!got.takes)
        return false;
    got.tag[got.n] = reply->tag;
    got.at[got.n++] = base_now(&base);
    return true;
}

static void begin(const char *const *settings)
{
    static const char *const own[] = {"core_mhz=1000", "link_gbps=1", "host_read_ns=70", "link_us=1", NULL};
    poise_error err;
    part_base(&base, own, settings);
    assert_int_equal(host_link_init(&hl, &base, BANKS, &err), 0);
    host_link_reset(&hl);
    for (uint32_t i = 0; i < BANKS; i++) {
        assert_true(dram_access_fifo_init(&queue[i], &base.storage, MOST));
        host_link_connect(&hl, i, &(dram_input){.queue = &queue[i], .taken = taken, .give = give});
    }
    memset(&got, 0, sizeof got);
    got.takes = true;
}

static void end(void)
{
    base_free(&base);
}

static void ask(uint32_t bank, uint16_t tag, bool is_write, uint64_t ready)
{
    *dram_access_fifo_push(&queue[bank]) =
        (dram_access){.request.sectors = ALL_SECTORS, .ready = ready, .tag = tag, .is_write = is_write};
    wheel_wake(&base.wheel, base.host_link, ready);
}

static void run_component(void *context, uint32_t component)
{
    (void)context;
    assert_int_equal(component, base.host_link);
    host_link_run(&hl);
}

static void run(uint64_t until)
{
    wheel_run(&base.wheel, until, run_component, NULL);
}

/* In a whole number of cycles each, so that sums are exact. */
static void a_read_takes_its_bytes_and_its_latency(void **state)
{
    (void)state;
    begin(NULL);
    ask(0, 7, false, 10);
    run(500);
    assert_int_equal(got.n, 1);
    assert_int_equal(got.tag[0], 7);
    assert_int_equal(got.at[0], 10 + LINE + READ);
    end();
    static const char *const fast[] = {"link_gbps=17.18", NULL};
    begin(fast);
    ask(0, 7, false, 10);
    run(500);
    assert_int_equal(got.at[0], 10 + 8 /* 7.45 up */ + READ);
    end();
}

/* Banks in turn; no cycle of the link is lost. */
static void reads_come_one_after_the_other(void **state)
{
    (void)state;
    static const uint16_t order[] = {0, 10, 1, 11, 2, 3};
    static const char *const rates[] = {"link_gbps=1", "link_gbps=17.18", NULL};
    for (uint32_t k = 0; rates[k]; k++) {
        begin((const char *const[]){rates[k], NULL});
        for (uint16_t i = 0; i < 4; i++)
            ask(0, i, false, 5);
        ask(1, 10, false, 5);
        ask(1, 11, false, 5);
        run(2000);
        assert_int_equal(got.n, 6);
        for (uint32_t i = 0; i < 6; i++) {
            const double crossed = 5 + (i + 1) * (k ? LINE / 17.18 : LINE);
            assert_int_equal(got.tag[i], order[i]);
            assert_int_equal(got.at[i], (uint64_t)(crossed + READ + 0.9999));
        }
        end();
    }
}

/* Each direction is alone, and nobody hears of a write. */
static void writes_go_the_other_way(void **state)
{
    (void)state;
    begin(NULL);
    for (uint16_t i = 0; i < 3; i++)
        ask(1, i, true, 20);
    ask(0, 9, false, 20);
    run(20 + 2 * LINE);
    assert_int_equal(got.n, 1);
    assert_int_equal(got.at[0], 20 + LINE + READ);
    assert_int_equal(queue[1].count, 1);
    run(1000);
    assert_int_equal(queue[1].count, 0);
    assert_int_equal(host_link_end(&hl), 20 + 3 * LINE);
    end();
}

static void tags_bound_reads_under_way(void **state)
{
    (void)state;
    static const char *const two[] = {"host_reads=2", "host_read_ns=1000", NULL};
    begin(two);
    for (uint16_t i = 0; i < 3; i++)
        ask(0, i, false, 0);
    run(5000);
    assert_int_equal(got.n, 3);
    assert_int_equal(got.at[1], 2 * LINE + 1000);
    assert_int_equal(got.at[2], got.at[0] + LINE + 1000);
    end();
}

/* It is asked in every cycle, and those behind wait. */
static void a_bank_without_room_is_asked_again(void **state)
{
    (void)state;
    begin(NULL);
    ask(0, 0, false, 0);
    ask(1, 1, false, 0);
    got.takes = false;
    run(LINE + READ + 500);
    assert_int_equal(got.n, 0);
    assert_int_equal(got.asked, 500);
    got.takes = true;
    run(2000);
    assert_int_equal(got.n, 2);
    assert_int_equal(got.at[0], LINE + READ + 500);
    assert_int_equal(got.at[1], LINE + READ + 500);
    end();
}

static uint64_t arrival(uint32_t token)
{
    uint32_t seen = UINT32_MAX;
    const uint64_t at = host_link_next(&hl, LINK_TO_GPU);
    assert_false(host_link_arrived(&hl, LINK_TO_GPU, at - 1, &seen));
    assert_true(host_link_arrived(&hl, LINK_TO_GPU, at, &seen));
    assert_int_equal(seen, token);
    return at;
}

/* Without lines: bytes one after the other, latencies together. */
static void transfers_alone(void **state)
{
    (void)state;
    begin(NULL);
    assert_int_equal(host_link_next(&hl, LINK_TO_GPU), UINT64_MAX);
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 1, 4096, 100));
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 2, 4096, 200));
    assert_true(host_link_transfer(&hl, LINK_TO_HOST, 3, 10, 200));
    assert_int_equal(host_link_next(&hl, LINK_TO_HOST), 210 + TRANSFER);
    assert_int_equal(arrival(1), 100 + 4096 + TRANSFER);
    assert_int_equal(arrival(2), 100 + 2 * 4096 + TRANSFER);
    assert_true(host_link_is_carrying(&hl));
    end();
}

/* A line and as many bytes of the transfer by turns: lines have half of the link, and the transfer arrives
 * later by what they take. */
static void transfers_and_lines_share(void **state)
{
    (void)state;
    enum { LINES = 6, BYTES = 4096 };
    begin(NULL);
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 1, BYTES, 0));
    for (uint32_t i = 0; i < LINES; i++)
        ask(0, (uint16_t)i, false, 0);
    run(3000);
    assert_int_equal(got.n, LINES);
    for (uint32_t i = 0; i < LINES; i++)
        assert_int_equal(got.at[i], 2 * i * LINE + LINE + READ);
    assert_int_equal(arrival(1), BYTES + LINES * LINE + TRANSFER);
    end();
}

/* The last piece is shorter; a transfer that has crossed is not put off; one that is asked for behind lines
 * waits for those on the link alone. */
static void ends_of_transfers(void **state)
{
    (void)state;
    begin(NULL);
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 1, 32, 0));
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 2, 40, 0));
    ask(0, 0, false, 50);
    ask(0, 1, false, 50);
    run(51);
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 3, 100, 60));
    run(2000);
    assert_int_equal(got.at[0], 50 + LINE + READ);
    assert_int_equal(arrival(1), 32 + TRANSFER);
    assert_int_equal(got.at[1], 50 + LINE + 22 + LINE + READ);
    assert_int_equal(arrival(2), 72 + LINE + TRANSFER);
    assert_int_equal(arrival(3), 50 + 2 * LINE + 22 + 100 + TRANSFER);
    end();
}

/* Two lines' worth of a transfer and three lines: they take turns to the end, however much of the time lines
 * have had. */
static void turns_last_as_long_as_the_transfer(void **state)
{
    (void)state;
    begin(NULL);
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 1, 2 * LINE, 0));
    for (uint32_t i = 0; i < 3; i++)
        ask(0, (uint16_t)i, false, 0);
    run(2000);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(got.at[i], (2 * i + 1) * LINE + READ);
    assert_int_equal(arrival(1), 4 * LINE + TRANSFER);
    end();
}

/* A quarter of a line's bytes of the transfer behind each line, and none. */
static void shares_of_copies(void **state)
{
    (void)state;
    static const char *const quarter[] = {"link_copies=0.25", NULL}, *const none[] = {"link_copies=0", NULL};
    for (int pass = 0; pass < 2; pass++) {
        begin(pass ? none : quarter);
        assert_true(host_link_transfer(&hl, LINK_TO_GPU, 1, 4096, 0));
        for (uint32_t i = 0; i < 8; i++)
            ask(0, (uint16_t)i, false, 0);
        run(3000);
        for (uint32_t i = 0; i < 8; i++)
            assert_int_equal(got.at[i], i * (pass ? LINE : LINE * 5 / 4) + LINE + READ);
        assert_int_equal(arrival(1), 4096 + 8 * LINE + TRANSFER);
        end();
    }
}

/* Requests cross beside the data of reads before them, so that the link loses no time to them, but the
 * direction to the host does: to writes and to transfers. */
static void requests_take_their_bytes(void **state)
{
    (void)state;
    enum { REQUEST = 24 };
    static const char *const counted[] = {"link_request_bytes=24", NULL};
    begin(counted);
    for (uint16_t i = 0; i < 3; i++)
        ask(0, i, false, 10);
    run(2000);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(got.at[i], 10 + REQUEST + (i + 1) * LINE + READ);
    end();
    begin(counted);
    assert_true(host_link_transfer(&hl, LINK_TO_HOST, 1, 4096, 0));
    for (uint16_t i = 0; i < 8; i++)
        ask(0, i, false, 0);
    run(3000);
    assert_int_equal(host_link_next(&hl, LINK_TO_HOST), 4096 + 8 * REQUEST + TRANSFER);
    end();
}

/* Writes and requests have the direction to the host in the order in which they come. */
static void a_request_behind_a_write(void **state)
{
    (void)state;
    enum { REQUEST = 24 };
    begin((const char *const[]){"link_request_bytes=24", NULL});
    ask(0, 0, true, 10);
    ask(1, 1, false, 11);
    run(2000);
    assert_int_equal(got.at[0], 10 + LINE + REQUEST + LINE + READ);
    assert_int_equal(host_link_end(&hl), 10 + LINE + REQUEST);
    end();
}

/* What is on the link when a transfer is asked for goes before it. */
static void a_transfer_behind_a_line(void **state)
{
    (void)state;
    begin(NULL);
    ask(0, 0, false, 0);
    run(1);
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 1, 100, 10));
    assert_int_equal(arrival(1), LINE + 100 + TRANSFER);
    end();
}

static void another_run_begins(void **state)
{
    (void)state;
    uint32_t token;
    begin(NULL);
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 1, 4096, 0));
    ask(0, 0, false, 0);
    run(10);
    wheel_reset(&base.wheel);
    host_link_reset(&hl);
    assert_int_equal(host_link_next(&hl, LINK_TO_GPU), 0);
    ask(0, 1, false, 0);
    run(1000);
    assert_int_equal(got.n, 1);
    assert_int_equal(got.at[0], LINE + READ);
    assert_true(host_link_arrived(&hl, LINK_TO_GPU, 0, &token));
    assert_true(host_link_transfer(&hl, LINK_TO_GPU, 2, 10, 1000));
    assert_int_equal(arrival(2), 1010 + TRANSFER);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_takes_its_bytes_and_its_latency),
        cmocka_unit_test(reads_come_one_after_the_other),
        cmocka_unit_test(writes_go_the_other_way),
        cmocka_unit_test(tags_bound_reads_under_way),
        cmocka_unit_test(a_bank_without_room_is_asked_again),
        cmocka_unit_test(transfers_alone),
        cmocka_unit_test(transfers_and_lines_share),
        cmocka_unit_test(ends_of_transfers),
        cmocka_unit_test(turns_last_as_long_as_the_transfer),
        cmocka_unit_test(shares_of_copies),
        cmocka_unit_test(requests_take_their_bytes),
        cmocka_unit_test(a_request_behind_a_write),
        cmocka_unit_test(a_transfer_behind_a_line),
        cmocka_unit_test(another_run_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
