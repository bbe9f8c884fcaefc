/* Does `drain` keep writes back until there are many, and serve them until there are few? */
#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"
#include "tests/test.h"

enum { BANKS = 4, QUEUE = 10, MOST = 256 };

static struct {
    policy_choice choice;
    void *state;
    mem_request request[MOST];
    bool is_write[MOST];
    uint32_t n;
    uint32_t open_row[BANKS];
} t;

static void open_drain(const char *string)
{
    poise_error err;
    memset(&t, 0, sizeof t);
    if (policy_choose(POLICY_DRAM, string, &t.choice, &err))
        fail_msg("%s", err.text);
    const dram_host host = {.instance = {0, 1}, .banks = BANKS, .queue_entries = QUEUE, .sources = 4};
    assert_int_equal(dram_drain.create(&host, t.choice.options, &t.state, &err), 0);
    for (uint32_t i = 0; i < BANKS; i++)
        t.open_row[i] = DRAM_NO_ROW;
}

static void close_drain(void)
{
    dram_drain.life.destroy(t.state);
    policy_choice_free(&t.choice);
}

/* Whether it was taken. */
static bool ask(bool is_write, uint32_t row)
{
    t.is_write[t.n] = is_write;
    const dram_request asked = {
        .handle = t.n, .row = row, .units = 1, .is_write = is_write, .request = &t.request[t.n]};
    if (!dram_drain.can_accept(t.state, &asked))
        return false;
    dram_drain.accept(t.state, &asked);
    t.n++;
    return true;
}

/* Handle of what bank 0 is given. */
static uint32_t next(void)
{
    const dram_view view = {.idle = 1, .open_row = t.open_row};
    return dram_drain.next(t.state, &view);
}

static void writes_wait_for_the_reads(void **state)
{
    (void)state;
    open_drain("drain");
    assert_true(ask(false, 0) && ask(true, 0) && ask(false, 1)); /* 0, 1, 2 */
    assert_int_equal(next(), 0);
    assert_int_equal(next(), 2);
    assert_int_equal(next(), 1); /* no read waits */
    assert_int_equal(dram_drain.banks_waiting(t.state), 0);
    close_drain();
}

/* More than 8 of 10 places: writes until there are fewer than 2, whatever reads wait. */
static void many_writes_go_first(void **state)
{
    (void)state;
    open_drain("drain");
    assert_true(ask(false, 0));
    for (uint32_t i = 0; i < 8; i++)
        assert_true(ask(true, i));
    assert_int_equal(dram_drain.banks_waiting(t.state), 1);
    assert_true(ask(false, 1));
    assert_int_equal(next(), 0); /* 8 are not more than 8 */
    assert_true(ask(true, 8));
    for (uint32_t i = 0; i < 8; i++)
        assert_true(t.is_write[next()]);
    assert_false(t.is_write[next()]);
    assert_true(t.is_write[next()]);
    close_drain();
}

static void marks_are_options(void **state)
{
    (void)state;
    open_drain("drain:writes=4:high=0.5:low=0.3");
    assert_true(ask(false, 0) && ask(false, 1) && ask(true, 0) && ask(true, 1) && ask(true, 2));
    assert_true(t.is_write[next()]);
    assert_true(t.is_write[next()]); /* one of four is below 0.3 */
    assert_false(t.is_write[next()]);
    close_drain();
}

/* Each side has its places; a row that is open goes first among those of the side. */
static void either_queue_may_be_full(void **state)
{
    (void)state;
    open_drain("drain:writes=2");
    assert_int_equal(dram_drain.entries(t.state), QUEUE + 2);
    assert_true(ask(false, 3) && ask(true, 0) && ask(true, 1));
    assert_false(ask(true, 2));
    while (t.n < QUEUE + 2)
        assert_true(ask(false, t.n));
    assert_false(ask(false, 5));
    assert_true(t.is_write[next()] && t.is_write[next()]);
    t.open_row[0] = 7;
    assert_int_equal(next(), 7);
    close_drain();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_wait_for_the_reads),
        cmocka_unit_test(many_writes_go_first),
        cmocka_unit_test(marks_are_options),
        cmocka_unit_test(either_queue_may_be_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
