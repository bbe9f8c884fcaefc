/* The crossbar with the port of an SM, by itself: how long a packet is on its way, how many of them a port
 * may have outside, what a packet in front holds up, and whose turn it is. */
#include "sim/network/crossbar.h"
#include "tests/unit/sim/part.h"

enum { SMS = 3, LATENCY = 4, BUFFER = 5 };

static sim_base base;
static crossbar x;
static crossbar_port port[SMS];

/* All clocks are the core's: cycles of the crossbar are core cycles. */
static void begin_with(const char *const *more)
{
    static const char *const settings[] = {
        "sms=3",      "channels=2",     "l2_banks=2",    "core_mhz=700",   "icnt_mhz=700",
        "l2_mhz=700", "icnt_latency=4", "icnt_buffer=5", "header_bytes=8", "flit_request_bytes=32",
        NULL};
    const crossbar_replies replies = {.entries = 8};
    poise_error err;
    part_base(&base, settings, more);
    assert_int_equal(crossbar_init(&x, &base, &replies, &err), 0);
    for (uint32_t i = 0; i < SMS; i++) {
        assert_true(port_init(&port[i], &base, 64));
        port_reset(&port[i]);
        x.port[i] = &port[i];
    }
    crossbar_reset(&x);
    base.window_number = 1;
    for (uint32_t i = 0; i < SMS; i++)
        port[i].window = base.window_number;
}

static void begin(void)
{
    begin_with(NULL);
}

static void end(void)
{
    base_free(&base);
}

static packet request_to(uint32_t bank, uint32_t sm, mem_kind kind)
{
    return (packet){.request = {.source = (uint16_t)sm, .kind = (uint8_t)kind, .sectors = ALL_SECTORS},
                    .bank = (uint16_t)bank};
}

/* The crossbar takes what the ports have sent in this window, and the next begins in cycle `now`. */
static void exchange(uint64_t now)
{
    for (uint32_t i = 0; i < SMS; i++) {
        packet_fifo *outbox = port_outbox(&port[i], base.window_number);
        for (; outbox->count; packet_fifo_pop(outbox))
            crossbar_send(&x, packet_fifo_front(outbox));
    }
    base.window_number++;
    for (uint32_t i = 0; i < SMS; i++) {
        port[i].window = base.window_number;
        port_take_credits(&port[i], now);
    }
}

/* Grants to `bank` what there is from cycle `from` on, until one has come; its cycle of arrival, *sm whose.
 */
static uint64_t next_at(uint32_t bank, uint64_t from, uint32_t *sm)
{
    packet p;
    uint32_t input;
    uint64_t retry;
    for (uint64_t cycle = from; cycle < from + 100; cycle++) {
        if (network_grant(&x.requests, bank, cycle, &p, &input, &retry)) {
            *sm = p.request.source;
            crossbar_return_credit(&x, *sm);
            return p.ready;
        }
    }
    return UINT64_MAX;
}

/* Sent in cycle t, it leaves in t + 1, can be granted `icnt_latency` later and has come with its last flit: a
 * store of a line has five of 32 bytes with its header. */
static void a_packet_takes_latency_and_flits(void **state)
{
    (void)state;
    for (int is_store = 0; is_store < 2; is_store++) {
        uint32_t sm;
        begin();
        const packet p = request_to(1, 2, is_store ? MEM_STORE : MEM_LOAD);
        port_send(&port[2], &p, 10);
        exchange(14);
        assert_int_equal(next_at(1, 0, &sm), 10 + 1 + LATENCY + (is_store ? 5 : 1));
        assert_int_equal(sm, 2);
        assert_int_equal(port[2].flits, is_store ? 5 : 1);
        end();
    }
}

/* A port sends as many as the input holds and what is on its way there and back; the others wait, and one
 * more goes for each that has left. */
static void credits_bound_what_is_outside(void **state)
{
    (void)state;
    const uint32_t most = BUFFER + 2 * LATENCY, sent = most + 3;
    uint32_t sm;
    begin();
    const packet p = request_to(0, 0, MEM_LOAD);
    for (uint32_t i = 0; i < sent; i++)
        port_send(&port[0], &p, i);
    assert_int_equal(port_outbox(&port[0], base.window_number)->count, most);
    assert_int_equal(port[0].waiting.count, sent - most);
    exchange(100);
    assert_int_equal(port_queued(&port[0], 100), sent - most);
    assert_int_not_equal(next_at(0, 100, &sm), UINT64_MAX);
    assert_true(x.credited);
    assert_int_equal(port[0].waiting.count, sent - most); /* known in the next window */
    exchange(104);
    assert_int_equal(port[0].waiting.count, sent - most - 1);
    end();
}

/* What goes past the miss queue takes no place in it, and is not held up by what stands there; but when the
 * crossbar has no room, the queue goes first. */
static void some_go_past_the_miss_queue(void **state)
{
    (void)state;
    const uint32_t most = BUFFER + 2 * LATENCY;
    uint32_t sm;
    begin();
    const packet p = request_to(0, 0, MEM_ATOMIC), load = request_to(0, 0, MEM_LOAD);
    for (uint32_t i = 0; i < most; i++) {
        assert_true(port_has_credit(&port[0]));
        port_send_past(&port[0], &p, i);
    }
    assert_int_equal(port_queued(&port[0], 0), 0);
    assert_int_equal(port_outbox(&port[0], base.window_number)->count, most);
    assert_int_equal(packet_fifo_front(port_outbox(&port[0], base.window_number))->ready, LATENCY);
    assert_false(port_has_credit(&port[0]));
    port_send(&port[0], &load, most);
    exchange(100);
    assert_int_not_equal(next_at(0, 100, &sm), UINT64_MAX);
    exchange(104);
    assert_int_equal(port[0].waiting.count, 0); /* the load has taken the credit */
    assert_false(port_has_credit(&port[0]));
    end();
}

/* Packets of an input that are ready later are passed by one that is sent in order. */
static void in_order_of_what_is_ready(void **state)
{
    (void)state;
    static const uint64_t ready[] = {4, 9, 6, 9, 5}, order[] = {0, 4, 2, 1, 3};
    enum { N = sizeof ready / sizeof *ready };
    packet granted;
    uint32_t from;
    uint64_t retry;
    begin();
    for (uint32_t i = 0; i < N; i++) {
        packet p = request_to(0, 0, MEM_LOAD);
        p.ready = ready[i];
        p.tag = (uint16_t)i;
        p.flits = 1;
        network_send_in_order(&x.requests, 0, &p);
    }
    for (uint32_t i = 0; i < N; i++) {
        const uint64_t when = i == N - 1 ? 10 : ready[order[i]];
        assert_false(network_grant(&x.requests, 0, when - 1, &granted, &from, &retry));
        assert_true(network_grant(&x.requests, 0, when, &granted, &from, &retry));
        assert_int_equal(granted.tag, order[i]);
    }
    end();
}

/* An owner that grants nothing keeps everything behind its packet in the input, for whomever it is. */
static void the_head_of_an_input_holds_up_the_others(void **state)
{
    (void)state;
    uint32_t sm;
    begin();
    const packet first = request_to(0, 0, MEM_LOAD), second = request_to(1, 0, MEM_LOAD);
    port_send(&port[0], &first, 0);
    port_send(&port[0], &second, 1);
    exchange(4);
    assert_true(network_waits(&x.requests, 0));
    assert_false(network_waits(&x.requests, 1));
    assert_int_equal(next_at(1, 0, &sm), UINT64_MAX);
    assert_int_equal(next_at(0, 50, &sm), 51);
    assert_int_equal(next_at(1, 50, &sm), 52); /* the input is busy with the first until then */
    end();
}

/* With icnt_input_grants = many the packet behind goes in the same cycle to an output whose turn is still to
 * come, in the next to one that has had it. */
static void an_input_sends_to_several_outputs(void **state)
{
    (void)state;
    for (uint32_t first_bank = 0; first_bank < 2; first_bank++) {
        uint32_t sm;
        begin();
        x.requests.many_grants = true;
        const packet first = request_to(first_bank, 0, MEM_LOAD),
                     second = request_to(1 - first_bank, 0, MEM_LOAD),
                     third = request_to(first_bank, 0, MEM_LOAD);
        port_send(&port[0], &first, 0);
        port_send(&port[0], &second, 1);
        port_send(&port[0], &third, 2);
        exchange(4);
        assert_int_equal(next_at(first_bank, 50, &sm), 51);
        assert_int_equal(next_at(1 - first_bank, 50, &sm), first_bank == 0 ? 51 : 52);
        assert_int_equal(next_at(first_bank, 50, &sm), first_bank == 0 ? 52 : 52);
        end();
    }
}

static void inputs_take_turns_from(uint32_t first)
{
    const char *const settings[] = {first ? "icnt_first=1" : "icnt_first=0", NULL};
    uint32_t sm;
    begin_with(settings);
    for (uint32_t i = 0; i < SMS; i++) {
        const packet p = request_to(0, i, MEM_LOAD);
        for (uint32_t k = 0; k < 3; k++)
            port_send(&port[i], &p, k);
    }
    exchange(8);
    (void)next_at(0, 20, &sm);
    assert_int_equal(sm, first);
    for (uint32_t i = 1; i < 3 * SMS; i++) {
        uint32_t before = sm;
        assert_int_equal(next_at(0, 20 + i, &sm), 20 + i + 1);
        assert_int_equal(sm, (before + 1) % SMS);
    }
    end();
}

static void inputs_take_turns(void **state)
{
    (void)state;
    inputs_take_turns_from(0);
    inputs_take_turns_from(1);
}

/* As many inputs as there may be, of which the last has sent to the first output, and all others to the
 * second: each is granted as soon as it is visible, and not before. */
static void the_last_of_many_inputs(void **state)
{
    (void)state;
    enum { INPUTS = NETWORK_WORDS * 64 };
    static const uint16_t port_of[] = {0, 1};
    network net = {.port_of = port_of};
    packet p = {.ready = 4, .flits = 1}, granted;
    uint32_t from = 0;
    uint64_t retry;
    begin();
    assert_true(network_init(&net, &base.storage, INPUTS, 2, 2));
    network_reset(&net);
    net.clock = base.icnt_clock;
    net.wheel = &base.wheel;
    net.first_component = base.first_channel;
    for (uint32_t input = 0; input < INPUTS; input++) {
        p.request.source = input == INPUTS - 1 ? 0 : 1;
        p.ready = input == INPUTS - 1 ? 400 : input;
        network_send(&net, input, &p);
    }
    for (uint64_t cycle = 0; cycle < 400; cycle++) {
        assert_false(network_grant(&net, 0, cycle, &granted, &from, &retry));
        assert_int_equal(retry, 400);
        assert_int_equal(network_grant(&net, 1, cycle, &granted, &from, &retry), cycle < INPUTS - 1);
        if (cycle < INPUTS - 1)
            assert_int_equal(from, cycle); /* the one that has just become visible */
    }
    assert_true(network_grant(&net, 0, 400, &granted, &from, &retry));
    assert_int_equal(from, INPUTS - 1);
    end();
}

static const char *const shared[] = {"icnt_port_sms=2", NULL};

/* SMs 0 and 2 are at one port: what they send leaves in order of time, one a cycle, whoever is asked first;
 * what comes in front of another one holds it up, for whatever bank. */
static void sms_share_a_port(void **state)
{
    (void)state;
    uint32_t sm;
    begin_with(shared);
    const packet late = request_to(0, 0, MEM_LOAD), soon = request_to(1, 2, MEM_LOAD);
    port_send(&port[0], &late, 6);
    port_send(&port[0], &late, 7);
    port_send(&port[2], &soon, 2);
    exchange(8);
    assert_false(network_waits(&x.requests, 0));
    assert_true(network_waits(&x.requests, 1));
    assert_int_equal(next_at(0, 50, &sm), UINT64_MAX);
    assert_int_equal(next_at(1, 50, &sm), 51);
    assert_int_equal(sm, 2);
    port_send(&port[2], &soon, 8); /* behind what is there */
    exchange(12);
    assert_int_equal(next_at(1, 50, &sm), UINT64_MAX);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(next_at(0, 51 + i, &sm), 52 + i);
        assert_int_equal(sm, 0);
    }
    assert_int_equal(next_at(1, 53, &sm), 54);
    end();
}

/* Of the same cycle one goes first, in the next the other one. */
static void sms_of_a_port_take_turns(void **state)
{
    (void)state;
    for (uint32_t now = 5; now < 9; now++) {
        uint32_t first, second;
        begin_with(shared);
        for (uint32_t i = 0; i < SMS; i += 2) {
            const packet p = request_to(0, i, MEM_LOAD);
            port_send(&port[i], &p, now);
        }
        exchange(now + 3);
        assert_int_equal(next_at(0, 0, &first), now + LATENCY + 2);
        assert_int_equal(next_at(0, 0, &second), now + LATENCY + 3);
        assert_int_equal(first, (now + 1 + LATENCY) % 2 ? 2 : 0);
        assert_int_equal(first + second, 2);
        end();
    }
}

/* A port brings one reply a cycle, to whichever of its SMs; each SM has its share of the input buffer. */
static void replies_and_room_of_a_shared_port(void **state)
{
    (void)state;
    uint32_t from, sm;
    uint64_t retry;
    packet reply;
    begin_with(shared);
    x.replies.wheel = &base.wheel;
    for (uint32_t bank = 0; bank < 2; bank++) {
        packet p = request_to(bank, 2 * bank, MEM_LOAD);
        p.flits = 1;
        network_send(&x.replies, bank, &p);
    }
    assert_int_equal(x.replies.n_outputs, 2);
    assert_false(network_waits(&x.replies, 1));
    assert_true(network_grant(&x.replies, 0, 20, &reply, &from, &retry));
    assert_int_equal(retry, 21);
    assert_int_equal(reply.request.source, 2 * from);
    assert_false(network_grant(&x.replies, 0, 20, &reply, &from, &retry));
    assert_true(network_grant(&x.replies, 0, 21, &reply, &from, &retry));
    assert_int_equal(port_credits(&base.config), (BUFFER + 1) / 2 + 2 * LATENCY);
    const packet p = request_to(0, 2, MEM_LOAD);
    port_send(&port[2], &p, 0);
    exchange(8);
    assert_int_equal(port[2].credits, port_credits(&base.config) - 1);
    assert_int_not_equal(next_at(0, 20, &sm), UINT64_MAX);
    exchange(12);
    assert_int_equal(port[2].credits, port_credits(&base.config)); /* not those of SM 0 */
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_takes_latency_and_flits),
        cmocka_unit_test(credits_bound_what_is_outside),
        cmocka_unit_test(some_go_past_the_miss_queue),
        cmocka_unit_test(in_order_of_what_is_ready),
        cmocka_unit_test(the_head_of_an_input_holds_up_the_others),
        cmocka_unit_test(an_input_sends_to_several_outputs),
        cmocka_unit_test(inputs_take_turns),
        cmocka_unit_test(the_last_of_many_inputs),
        cmocka_unit_test(sms_share_a_port),
        cmocka_unit_test(sms_of_a_port_take_turns),
        cmocka_unit_test(replies_and_room_of_a_shared_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
