/* An L2 bank by itself, with the test in the place of its DRAM channel and of the SM that asks. */
#ifndef POISE_TESTS_UNIT_SIM_L2_BENCH_H
#define POISE_TESTS_UNIT_SIM_L2_BENCH_H

#include "sim/l2/l2.h"
#include "tests/unit/sim/part.h"

enum { LATENCY = 20, MSHRS = 6, MERGE = 4, MISS_QUEUE = 3, ACCESS_QUEUE = 2, ICNT = 4, MOST = 64 };

static sim_base base;
static crossbar x;
static crossbar_port port;
static policy_choice lru;
static l2_bank bank;
static dram_input below;  /* the bank as its channel sees it */
static dram_input remote; /* and as the link to the host does */

static struct {
    bool takes;           /* misses, and answers them at once */
    uint32_t taken, most; /* misses; the most that were under way */
    uint16_t tag[MOST];   /* of those not answered */
    uint8_t sectors[MOST];
    uint32_t held;
    bool answers;
    uint64_t taken_at; /* cycle of the last */
} dram;

static struct {
    uint32_t answered, granted, order[MOST]; /* packets, their tags */
    uint64_t ready[MOST];                    /* cycle from which the reply to request `tag` could leave */
    bool hit[MOST];
} sm;

/* All clocks are the core's, and a reply is one packet of one flit. */
static inline void begin(const char *const *settings)
{
    static const char *const own[] = {"sms=1",
                                      "channels=1",
                                      "l2_banks=1",
                                      "core_mhz=700",
                                      "icnt_mhz=700",
                                      "l2_mhz=700",
                                      "l2_sets=16",
                                      "l2_ways=2",
                                      "icnt_latency=4",
                                      "flit_reply_bytes=136",
                                      "l2_latency=20",
                                      "l2_mshrs=6",
                                      "l2_miss_queue=3",
                                      "l2_access_queue=2",
                                      "l2_merge=4",
                                      "l2_port_bytes=128",
                                      "l2_sector_bytes=128",
                                      NULL};
    poise_error err;
    part_base(&base, own, settings);
    const crossbar_replies replies = l2_replies(&base.config);
    const l2_surroundings around = {.crossbar = &x, .most_below = MOST, .has_remote = true};
    assert_int_equal(crossbar_init(&x, &base, &replies, &err), 0);
    assert_true(port_init(&port, &base, 64));
    x.port[0] = &port;
    assert_int_equal(policy_choose(POLICY_CACHE, "lru", &lru, &err), 0);
    assert_int_equal(l2_init(&bank, &base, 0, &lru, &around, &err), 0);
    bank.count = calloc(1, sizeof *bank.count);
    assert_non_null(bank.count);
    l2_reset(&bank);
    port_reset(&port);
    below = l2_input(&bank);
    remote = l2_remote_input(&bank);
    memset(&dram, 0, sizeof dram);
    memset(&sm, 0, sizeof sm);
    dram.takes = dram.answers = true;
}

static inline void end(void)
{
    l2_free(&bank);
    policy_choice_free(&lru);
    base_free(&base);
}

/* Request number `tag` for sectors of the line at `address`, which the crossbar can grant from the present
 * cycle on.
 */
static inline void ask_sectors(uint32_t tag, uint64_t address, mem_kind kind, uint32_t sectors)
{
    address_place place;
    address_find_l2(base.map, address, &place);
    const packet p = {.request = {.address = address, .kind = (uint8_t)kind, .sectors = (uint8_t)sectors},
                      .ready = base_now(&base),
                      .l2_set = place.l2_set,
                      .tag = (uint16_t)tag,
                      .flits = 1};
    network_send(&x.requests, 0, &p);
}

static inline void ask_for(uint32_t tag, uint64_t address, mem_kind kind)
{
    ask_sectors(tag, address, kind, ALL_SECTORS);
}

static inline void ask(uint32_t tag, uint32_t line)
{
    ask_for(tag, line_address(line), MEM_LOAD);
}

/* What a channel does that needs no time. */
static inline void run_dram(void)
{
    while (dram.takes && below.queue->count &&
           dram_access_fifo_front(below.queue)->ready <= base_now(&base)) {
        dram.sectors[dram.held] = dram_access_fifo_front(below.queue)->request.sectors;
        dram.tag[dram.held++] = dram_access_fifo_front(below.queue)->tag;
        dram.taken++;
        dram.taken_at = base_now(&base);
        below.taken(below.owner, below.queue);
    }
    dram.most = dram.held > dram.most ? dram.held : dram.most;
    while (dram.answers && dram.held &&
           below.give(below.owner,
                      &(dram_reply){.tag = dram.tag[dram.held - 1], .sectors = dram.sectors[dram.held - 1]}))
        dram.held--;
}

static inline void run_component(void *context, uint32_t component)
{
    (void)context;
    if (component == base.first_channel)
        run_dram();
    else if (component == base.first_bank)
        l2_run(&bank);
}

/* Takes replies as the SM's output of the crossbar does. */
static inline void take_reply(void)
{
    packet p;
    uint32_t from;
    uint64_t retry;
    if (!network_grant(&x.replies, 0, base_now(&base), &p, &from, &retry))
        return;
    sm.order[sm.granted++ % MOST] = p.tag;
    if (!l2_response_left(&bank, &p))
        return;
    sm.ready[p.tag] = base_now(&base);
    sm.hit[p.tag] = p.l2_hit;
    sm.answered++;
}

/* The channel and the bank, for a cycle. */
static inline void step(void)
{
    wheel_wake(&base.wheel, base.first_channel, base_now(&base));
    wheel_run(&base.wheel, base_now(&base) + 1, run_component, NULL);
}

static inline void run(int cycles)
{
    for (int i = 0; i < cycles; i++) {
        step();
        base.wheel.now--; /* the outputs of the crossbar run in the same cycle, behind the banks */
        take_reply();
        base.wheel.now++;
    }
}

#endif
