/* Are packets cut into flits, and do flits take a crossbar cycle each? Source: [S2.2.2];
 * a header of 8 bytes, a read request and an acknowledgement are only that [S3.7.2, GS]. */
#include "tests/timing/sim/bench.h"

#include <stdio.h>

enum { RATIO = 2 /* core cycles per crossbar cycle */ };

static micro m;
static trace_op op;

static void write_accesses(micro *out, uint32_t lines)
{
    micro_begin(out, 1, 1);
    uint32_t inst = micro_inst(out, op, -1, -1);
    micro_warp(out);
    for (uint32_t i = 0; i < lines; i += 24)
        micro_access(out, inst, 2 * i, lines - i < 24 ? lines - i : 24, 2); /* one for each L2 bank */
}

/* Flits of one access with flits of so many bytes. */
static void count_flits(trace_op which, int request_bytes, int reply_bytes, int header, uint64_t *request,
                        uint64_t *reply)
{
    char text[3][40];
    (void)snprintf(text[0], sizeof *text, "flit_request_bytes=%d", request_bytes);
    (void)snprintf(text[1], sizeof *text, "flit_reply_bytes=%d", reply_bytes);
    (void)snprintf(text[2], sizeof *text, "header_bytes=%d", header);
    const char *settings[] = {text[0], text[1], text[2], NULL};
    op = which;
    write_accesses(&m, 1);
    sim_counters c = bench_once(&m, "gto", settings);
    *request = c.request_flits;
    *reply = c.reply_flits;
}

/* U6: the table of section 1.3. */
static void flits_of_packets(void **state)
{
    (void)state;
    static const struct {
        int flit;
        uint64_t line, line_and_header;
    } table[] = {{16, 8, 9}, {32, 4, 5}, {48, 3, 3}, {52, 3, 3}, {64, 2, 3}, {68, 2, 2}, {128, 1, 2}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint64_t request, reply;
        count_flits(TRACE_OP_LOAD_GLOBAL, table[i].flit, table[i].flit, 8, &request, &reply);
        assert_int_equal(request, 1);
        assert_int_equal(reply, table[i].line_and_header);
        count_flits(TRACE_OP_STORE_GLOBAL, table[i].flit, table[i].flit, 8, &request, &reply);
        assert_int_equal(request, table[i].line_and_header);
        assert_int_equal(reply, 1);
        count_flits(TRACE_OP_LOAD_GLOBAL, table[i].flit, table[i].flit, 0, &request, &reply);
        assert_int_equal(reply, table[i].line);
    }
}

/* The crossbars of the cost-effective configurations: only stores pay for a narrow request network. [S3.7.2]
 */
static void requests_and_replies_have_widths_of_their_own(void **state)
{
    (void)state;
    static const struct {
        int request_bytes, reply_bytes;
        uint64_t store, line;
    } crossbars[] = {{16, 48, 9, 3}, {16, 68, 9, 2}, {32, 52, 5, 3}};
    for (size_t i = 0; i < sizeof crossbars / sizeof *crossbars; i++) {
        uint64_t request, reply;
        count_flits(TRACE_OP_LOAD_GLOBAL, crossbars[i].request_bytes, crossbars[i].reply_bytes, 8, &request,
                    &reply);
        assert_int_equal(request, 1);
        assert_int_equal(reply, crossbars[i].line);
        count_flits(TRACE_OP_STORE_GLOBAL, crossbars[i].request_bytes, crossbars[i].reply_bytes, 8, &request,
                    &reply);
        assert_int_equal(request, crossbars[i].store);
        assert_int_equal(reply, 1);
    }
}

/* A store carries the smallest aligned piece of 32, 64 or 128 bytes that holds its sectors. */
static void stores_carry_the_sectors_they_touch(void **state)
{
    (void)state;
    static const struct {
        uint32_t sectors;
        uint64_t bytes;
    } stores[] = {{0x1, 32}, {0x8, 32}, {0x3, 64}, {0xc, 64}, {0x6, 128}, {0x9, 128}, {0x7, 128}, {0xf, 128}};
    static const char *const bytewise[] = {"flit_request_bytes=8", NULL};
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        op = TRACE_OP_STORE_GLOBAL;
        write_accesses(&m, 1);
        micro_sectors(&m, stores[i].sectors);
        assert_int_equal(bench_once(&m, "gto", bytewise).request_flits, (8 + stores[i].bytes) / 8);
    }
}

/* An SM sends one flit and receives one flit a crossbar cycle: full-line stores leave every 5 cycles, lines
 * arrive every 5. */
static void ports_move_one_flit_a_cycle(void **state)
{
    (void)state;
    static const char *const narrow[] = {"flit_request_bytes=16", "flit_reply_bytes=68", "l1_mshrs=128",
                                         NULL};
    op = TRACE_OP_STORE_GLOBAL;
    assert_int_equal(bench_warm_growth(&m, write_accesses, 240, 480, NULL), 240 * RATIO * 5);
    assert_int_equal(bench_warm_growth(&m, write_accesses, 240, 480, narrow), 240 * RATIO * 9);
    op = TRACE_OP_LOAD_GLOBAL;
    assert_int_equal(bench_warm_growth(&m, write_accesses, 240, 480, NULL), 240 * RATIO * 5);
    assert_int_equal(bench_warm_growth(&m, write_accesses, 240, 480, narrow), 240 * RATIO * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flits_of_packets),
        cmocka_unit_test(requests_and_replies_have_widths_of_their_own),
        cmocka_unit_test(stores_carry_the_sectors_they_touch),
        cmocka_unit_test(ports_move_one_flit_a_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
