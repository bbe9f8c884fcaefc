/* The ring by itself, with an invented L1 at every node: how long trips take, who is asked, what full queues
 * do, that every request has one end, and which of its rules keep it from deadlock. */
#include "common/random.h"
#include "sim/ccn/ring.h"
#include "tests/test.h"

enum { NODES = 15, NOBODY = 1000 };

typedef struct scene {
    storage storage; /* of the ring */
    ring ring;
    uint64_t now;
    /* Lines: who holds them. Line l is held by node l / 100 only, by none from 100 * NODES on. */
    uint32_t busy_node; /* whose shadow tags are in use, NOBODY = none */
    bool refuses_below; /* the L2 cannot be asked */
    uint32_t reads[NODES];
    uint32_t filled, below, entered, room_told;
    uint64_t when; /* of the last fill or request to the L2 */
    uint32_t asked[NODES];
    bool is_random; /* every line is held with chance `share`, drawn anew at each node */
    double share;
    poise_random random;
} scene;

static ring_probe probe(void *context, uint32_t node, const ring_entry *wanted, uint64_t now)
{
    scene *s = context;
    assert_int_equal(now, s->now);
    assert_int_not_equal(node, wanted->home);
    s->asked[node]++;
    if (node == s->busy_node)
        return RING_BUSY;
    if (s->is_random)
        return poise_random_real(&s->random) < s->share ? RING_PRESENT : RING_ABSENT;
    return wanted->line / 100 == node ? RING_PRESENT : RING_ABSENT;
}

static void read_line(void *context, uint32_t node, uint64_t now)
{
    scene *s = context;
    assert_int_equal(now, s->now);
    s->reads[node]++;
}

static void fill(void *context, const ring_entry *line, uint64_t when)
{
    scene *s = context;
    assert_true(when > s->now);
    assert_int_equal(line->home, line->miss.request.source);
    s->filled++;
    s->when = when;
}

static bool send_below(void *context, const ring_entry *miss, uint64_t now)
{
    scene *s = context;
    assert_int_equal(miss->hops, NODES);
    if (s->refuses_below)
        return false;
    s->below++;
    s->when = now;
    return true;
}

static void has_room(void *context, uint32_t node, uint64_t now)
{
    scene *s = context;
    (void)now;
    assert_true(ring_has_room(&s->ring, node));
    s->room_told++;
}

static ring_shape source_shape(void)
{
    return (ring_shape){.nodes = NODES,
                        .buffer = 8,
                        .requests = 8,
                        .responses = 8,
                        .hop_cycles = 1,
                        .link_bytes = 32,
                        .request_bubble = true,
                        .response_bubble = true};
}

static scene s;

static void open_scene(const ring_shape *shape)
{
    const ring_l1s l1s = {.context = &s,
                          .probe = probe,
                          .read = read_line,
                          .fill = fill,
                          .send_below = send_below,
                          .has_room = has_room};
    s = (scene){.now = 1000, .busy_node = NOBODY};
    assert_true(ring_init(&s.ring, &s.storage, shape, &l1s));
}

static void enter(uint32_t home, uint32_t line)
{
    const packet miss = {.request = {.source = (uint16_t)home, .sectors = ALL_SECTORS}};
    ring_enter(&s.ring, &miss, line, s.now);
    s.entered++;
}

static void step(void)
{
    ring_run(&s.ring, s.now);
    s.now++;
}

/* Cycles from the miss to its end, alone on the ring. */
static uint64_t trip(uint32_t home, uint32_t line)
{
    const uint64_t begin = s.now;
    enter(home, line);
    for (int i = 0; i < 100000 && !ring_is_empty(&s.ring); i++)
        step();
    assert_true(ring_is_empty(&s.ring));
    return s.when - begin;
}

static uint32_t holder_at(uint32_t home, uint32_t distance)
{
    return (home + distance) % NODES * 100;
}

/* U11, and the times of ring.h: d hops there, d back, and six cycles; a fruitless trip around and two. */
static void an_empty_ring_costs_hops(void **state)
{
    (void)state;
    static const uint32_t hops[] = {1, 3, 5};
    for (size_t h = 0; h < sizeof hops / sizeof *hops; h++) {
        ring_shape shape = source_shape();
        shape.hop_cycles = hops[h];
        open_scene(&shape);
        for (uint32_t d = 1; d < NODES; d++)
            for (uint32_t home = 0; home < NODES; home += 7)
                assert_int_equal(trip(home, holder_at(home, d)), 2 * d * hops[h] + 6);
        assert_int_equal(s.ring.count.request_hops, s.ring.count.response_hops);
        assert_int_equal(trip(3, 100 * NODES), NODES * hops[h] + 2);
        storage_free(&s.storage);
    }
}

/* U11: with both channels in one direction every hit goes once around. */
static void one_direction_costs_the_whole_ring(void **state)
{
    (void)state;
    ring_shape shape = source_shape();
    shape.same_direction = true;
    open_scene(&shape);
    for (uint32_t d = 1; d < NODES; d++)
        assert_int_equal(trip(4, holder_at(4, d)), NODES + 6);
    assert_int_equal(s.ring.count.request_hops + s.ring.count.response_hops, (NODES - 1) * NODES);
    storage_free(&s.storage);
}

/* Whole lines wait at every node, but at home they are taken as they come: three beats more a hop but one. */
static void store_and_forward_costs_beats_at_every_node(void **state)
{
    (void)state;
    ring_shape shape = source_shape();
    shape.stores_and_forwards = true;
    open_scene(&shape);
    for (uint32_t d = 1; d < NODES; d++)
        assert_int_equal(trip(0, holder_at(0, d)), 2 * d + 6 + 3 * (d - 1));
    storage_free(&s.storage);
}

/* The request ends at the first node that has the line: nobody behind it is asked. */
static void the_first_sharer_answers(void **state)
{
    (void)state;
    const ring_shape shape = source_shape();
    open_scene(&shape);
    (void)trip(2, holder_at(2, 4));
    for (uint32_t d = 1; d < NODES; d++)
        assert_int_equal(s.asked[(2 + d) % NODES], d <= 4);
    assert_int_equal(s.asked[2], 0); /* its own tags have missed */
    assert_int_equal(s.reads[6], 1);
    assert_int_equal(s.filled, 1);
    assert_int_equal(s.below, 0);
    storage_free(&s.storage);
}

/* A line takes a link for four cycles: the lines of one node leave at that rate. */
static void lines_take_four_beats(void **state)
{
    (void)state;
    const ring_shape shape = source_shape();
    open_scene(&shape);
    for (uint32_t i = 0; i < 6; i++)
        enter(0, holder_at(0, 1));
    uint64_t first = 0;
    while (!ring_is_empty(&s.ring)) {
        step();
        first = first == 0 ? s.when : first;
    }
    assert_int_equal(s.filled, 6);
    assert_int_equal(s.when - first, 5 * 4);
    assert_int_equal(s.ring.count.beats, 6 * 4);
    storage_free(&s.storage);
}

/* While the tags of a node are written its look-up waits. */
static void busy_tags_hold_the_head_up(void **state)
{
    (void)state;
    const ring_shape shape = source_shape();
    open_scene(&shape);
    s.busy_node = 5;
    enter(2, holder_at(2, 4));
    for (int i = 0; i < 50; i++)
        step();
    assert_int_equal(s.filled + s.below, 0);
    s.busy_node = NOBODY;
    for (int i = 0; i < 50; i++)
        step();
    assert_int_equal(s.filled, 1);
    assert_int_equal(s.ring.count.lookup_waits, 50 - 5); /* it came there in the sixth cycle */
    storage_free(&s.storage);
}

/* C15: requests that nobody takes back fill the ring and the buffer; then the buffer says no, and says when
 * it has room again. */
static void a_full_buffer_says_no(void **state)
{
    (void)state;
    const ring_shape shape = source_shape();
    open_scene(&shape);
    s.refuses_below = true;
    for (int i = 0; i < 2000; i++) {
        for (uint32_t node = 0; node < NODES; node++)
            if (ring_has_room(&s.ring, node))
                enter(node, 100 * NODES);
        step();
    }
    for (uint32_t node = 0; node < NODES; node++)
        assert_false(ring_has_room(&s.ring, node));
    assert_int_equal(s.ring.entries, s.entered);
    const uint32_t told = s.room_told;
    s.refuses_below = false;
    for (int i = 0; i < 5000 && !ring_is_empty(&s.ring); i++)
        step();
    assert_int_equal(s.below, s.entered);
    assert_true(s.room_told >= told + NODES);
    storage_free(&s.storage);
}

/* Random misses for `cycles`, then none: whether all that entered has left again. */
static bool drains(uint32_t bubbles, double share, double load, uint32_t hop, int cycles)
{
    ring_shape shape = source_shape();
    shape.request_bubble = bubbles & 1;
    shape.response_bubble = bubbles >> 1 & 1;
    shape.hop_cycles = hop;
    open_scene(&shape);
    poise_random_seed(&s.random, 7);
    s.is_random = true;
    s.share = share;
    for (int i = 0; i < cycles; i++) {
        for (uint32_t node = 0; node < NODES; node++)
            if (poise_random_real(&s.random) < load && ring_has_room(&s.ring, node))
                enter(node, 0);
        step();
    }
    for (int i = 0; i < 20000 && !ring_is_empty(&s.ring); i++)
        step();
    const bool is_empty = ring_is_empty(&s.ring);
    if (is_empty) { /* U13: each request has had one end */
        assert_int_equal(s.filled + s.below, s.entered);
        assert_int_equal(s.ring.count.hits, s.filled);
        assert_int_equal(s.ring.count.loops, s.below);
        assert_int_equal(s.ring.count.injected, s.entered);
    }
    storage_free(&s.storage);
    return is_empty;
}

/* U16 with the rule of ring.h at both points of injection: it moves under any load. */
static void bubbles_keep_it_moving(void **state)
{
    (void)state;
    static const double shares[] = {0, 0.05, 0.3, 1};
    static const uint32_t hops[] = {1, 3, 5};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        for (size_t h = 0; h < sizeof hops / sizeof *hops; h++)
            assert_true(drains(3, shares[i], 0.3, hops[h], 20000));
}

/* Without it at one of them or both there is a load that stops it for ever. */
static bool stops_somewhere(uint32_t bubbles)
{
    static const double shares[] = {0.1, 0.3, 0.5, 0.8};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        if (!drains(bubbles, shares[i], 0.3, 1, 20000))
            return true;
    return false;
}

static void without_bubbles_it_deadlocks(void **state)
{
    (void)state;
    for (uint32_t bubbles = 0; bubbles < 3; bubbles++)
        assert_true(stops_somewhere(bubbles));
}

/* One node is a ring, too: its requests come home after a hop. */
static void a_ring_can_be_cleared(void **state)
{
    (void)state;
    const ring_shape shape = source_shape();
    open_scene(&shape);
    for (uint32_t node = 0; node < NODES; node++)
        enter(node, holder_at(node, 3));
    for (int i = 0; i < 5; i++)
        step();
    ring_clear(&s.ring);
    assert_true(ring_is_empty(&s.ring));
    s.filled = 0;
    assert_int_equal(trip(1, holder_at(1, 2)), 2 * 2 + 6);
    assert_int_equal(s.filled, 1);
    storage_free(&s.storage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_ring_costs_hops),
        cmocka_unit_test(one_direction_costs_the_whole_ring),
        cmocka_unit_test(store_and_forward_costs_beats_at_every_node),
        cmocka_unit_test(the_first_sharer_answers),
        cmocka_unit_test(lines_take_four_beats),
        cmocka_unit_test(busy_tags_hold_the_head_up),
        cmocka_unit_test(a_full_buffer_says_no),
        cmocka_unit_test(bubbles_keep_it_moving),
        cmocka_unit_test(without_bubbles_it_deadlocks),
        cmocka_unit_test(a_ring_can_be_cleared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
