/* dram_service = queue: may requests overtake one that its bank has been given, and until when? With
 * dram_service = bank they may not. Source: Ramulator 2, beside which the commands are the same
 * (docs/FIDELITY.md, "DRAM beside Ramulator 2"). */
#include "tests/dram_drive.h"
#include "tests/test.h"

enum { LOG = 4096 };

static dram_drive d;
static dram_logged commands[LOG];
static uint32_t n_commands;

static void log_command(void *owner, const dram_logged *command)
{
    (void)owner;
    assert_true(n_commands < LOG);
    commands[n_commands++] = *command;
}

static void open_channel(const char *policy, const char *const *settings)
{
    sim_config config;
    poise_error err;
    if (drive_config(&config, "thesis-ch5", settings, &err) || drive_open(&d, policy, &config, &err))
        fail_msg("%s", err.text);
    n_commands = 0;
    d.rules.observer = log_command;
}

static void step(uint32_t cycles)
{
    while (cycles-- > 0)
        if (!drive_step(&d))
            fail_msg("%s", d.broken);
}

static void ask(uint32_t bank, uint32_t row, uint32_t column, bool is_write)
{
    assert_true(drive_ask_line(&d, drive_address(&d.base.config, bank, row, column), is_write));
}

static void drain(void)
{
    if (!drive_drain(&d, 100000))
        fail_msg("%s", d.broken);
    drive_close(&d);
}

/* The commands as letters: activate, precharge, read, write. */
static const char *letters(void)
{
    static char text[LOG + 1];
    static const char letter[DRAM_KINDS] = {'a', 'p', 'r', 'w', 'f'};
    for (uint32_t i = 0; i < n_commands; i++)
        text[i] = letter[commands[i].kind];
    text[n_commands] = 0;
    return text;
}

#define ONE_BURST "dram_burst_bytes=128"
static const char *const bank[] = {ONE_BURST, "dram_service=bank", NULL};
static const char *const queue[] = {ONE_BURST, "dram_service=queue", NULL};
static const char *const few[] = {ONE_BURST, "dram_service=queue", "dram_queue=5", NULL};

/* Reads and writes of one row: reads need not wait for a write for which the data bus has to turn. */
static const char *order_of_columns(const char *const *settings)
{
    open_channel("frfcfs", settings);
    for (uint32_t column = 0; column < 6; column++)
        ask(0, 0, column, column % 2 == 1);
    drain();
    return letters();
}

static void reads_overtake_a_write_while_the_bus_reads(void **state)
{
    (void)state;
    assert_string_equal(order_of_columns(bank), "arwrwrw");
    assert_string_equal(order_of_columns(queue), "arrrwww");
}

/* The bank waits for tRAS = 28 to close its row for another one when a third request comes for that row. */
static const char *row_hit_before_the_precharge(const char *const *settings, uint32_t wait)
{
    open_channel("frfcfs", settings);
    ask(0, 0, 0, false);
    ask(0, 1, 0, false);
    while (n_commands < 2)
        step(1);
    step(wait);
    ask(0, 0, 1, false);
    drain();
    return letters();
}

static void a_row_hit_overtakes_until_the_precharge(void **state)
{
    (void)state;
    assert_string_equal(row_hit_before_the_precharge(bank, 5), "arparpar");
    assert_string_equal(row_hit_before_the_precharge(queue, 5), "arrpar");
    assert_string_equal(row_hit_before_the_precharge(queue, 28), "arparpar");
}

/* fcfs gives a request for another row though one for the open row waits: that is what it is for. */
static void fcfs_keeps_its_order(void **state)
{
    (void)state;
    open_channel("fcfs", queue);
    for (uint32_t i = 0; i < 4; i++)
        ask(0, i % 2, i, false);
    drain();
    assert_string_equal(letters(), "arparparpar");
}

/* A given request has its place until its row is open, so that there are never more than dram_queue. */
static void places_are_those_of_the_queue(void **state)
{
    (void)state;
    static const char *const policies[] = {"frfcfs", "fcfs", "parbs"};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        uint32_t most = 0;
        open_channel(policies[i], few);
        d.rules.observer = NULL;
        poise_random_seed(&d.random, i);
        for (uint32_t cycle = 0; cycle < 5000; cycle++) {
            (void)drive_ask_line(
                &d,
                drive_address(&d.base.config, drive_choose(&d, 4), drive_choose(&d, 3), drive_choose(&d, 32)),
                drive_percent(&d, 40));
            step(1);
            const uint32_t places = d.channel.waiting + d.channel.given;
            most = places > most ? places : most;
        }
        assert_int_equal(most, 5);
        drain();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_overtake_a_write_while_the_bus_reads),
        cmocka_unit_test(a_row_hit_overtakes_until_the_precharge),
        cmocka_unit_test(fcfs_keeps_its_order),
        cmocka_unit_test(places_are_those_of_the_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
