#include "sim/ccn/ccn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the ring asks ---- */

static ring_probe probe(void *context, uint32_t node, const ring_entry *wanted, uint64_t now)
{
    ccn *c = context;
    if (c->base->config.ccn_shadow_port && c->node[node].tags_written == now)
        return RING_BUSY;
    return c->sms.holds(c->sms.context, node, &wanted->miss, wanted->line) ? RING_PRESENT : RING_ABSENT;
}

/* The ring runs after the SMs: the cycle that the L1 gives is the next one. */
static void read_line(void *context, uint32_t node, uint64_t now)
{
    ccn *c = context;
    c->node[node].l1_taken_until = now + 2;
    c->node[node].count.stolen++;
}

static void fill(void *context, const ring_entry *line, uint64_t when)
{
    ccn *c = context;
    ccn_node *home = &c->node[line->home];
    ring_entry *arrival = ring_fifo_push(&home->fills);
    *arrival = *line;
    arrival->ready = when;
    home->trip[line->miss.tag].way = CCN_FOUND;
    c->sms.wake(c->sms.context, line->home, when);
}

static bool send_below(void *context, const ring_entry *miss, uint64_t now)
{
    ccn *c = context;
    ccn_node *home = &c->node[miss->home];
    home->has_returned = !c->sms.send_below(c->sms.context, &miss->miss, now);
    if (home->has_returned)
        return false;
    home->trip[miss->miss.tag].way = CCN_LOOPED;
    home->trip[miss->miss.tag].below = now;
    c->sms.wake(c->sms.context, miss->home, now + 1);
    return true;
}

static void has_room(void *context, uint32_t node, uint64_t now)
{
    ccn *c = context;
    c->sms.wake(c->sms.context, node, now + 1);
}

/* ---- construction ---- */

static bool make_ring(ccn *c, storage *from)
{
    const sim_config *config = &c->base->config;
    const ring_shape shape = {.nodes = c->n_sms,
                              .buffer = config->ccn_buffer,
                              .requests = config->ccn_requests,
                              .responses = config->ccn_responses,
                              .hop_cycles = config->ccn_hop,
                              .link_bytes = config->ccn_link_bytes,
                              .same_direction = config->ccn_same_direction,
                              .stores_and_forwards = !config->ccn_cut_through,
                              .request_bubble = config->ccn_bubbles & 1,
                              .response_bubble = config->ccn_bubbles >> 1 & 1};
    const ring_l1s l1s = {.context = c,
                          .probe = probe,
                          .read = read_line,
                          .fill = fill,
                          .send_below = send_below,
                          .has_room = has_room};
    return ring_init(&c->ring, from, &shape, &l1s);
}

static bool make_node(ccn *c, storage *from, ccn_node *node)
{
    const sim_config *config = &c->base->config;
    node->shared = c;
    if (config->ccn_throttle)
        node->throttle = (ccn_throttle){.sample = (uint64_t)config->ccn_sample,
                                        .epoch = (uint64_t)config->ccn_epoch,
                                        .least_share = config->ccn_least_hits};
    node->trip = storage_take(from, config->l1_mshrs, sizeof *node->trip);
    return node->trip && ring_fifo_init(&node->fills, from, config->l1_mshrs);
}

bool ccn_init(ccn *c, sim_base *base, const ccn_sms *sms)
{
    const sim_config *config = &base->config;
    storage *from = &base->storage;
    *c = (ccn){.base = base, .sms = *sms, .mode = (uint32_t)config->ccn, .n_sms = base->n_sms};
    c->cluster = config->ccn_cluster ? config->ccn_cluster : base->n_sms;
    c->node = storage_take(from, base->n_sms, sizeof *c->node);
    c->reuse = storage_take(from, base->n_sms, sizeof *c->reuse);
    bool ok = c->node && c->reuse && make_ring(c, from);
    for (uint32_t i = 0; i < base->n_sms && ok; i++)
        ok = make_node(c, from, &c->node[i]);
    if (ok)
        ccn_clear(c);
    return ok;
}

void ccn_clear(ccn *c)
{
    ring_clear(&c->ring);
    for (uint32_t i = 0; i < c->n_sms; i++) {
        ring_fifo_clear(&c->node[i].fills);
        memset(c->node[i].trip, 0, c->base->config.l1_mshrs * sizeof *c->node[i].trip);
        c->node[i].l1_taken_until = 0;
        c->node[i].tags_written = UINT64_MAX;
        c->node[i].has_returned = false;
    }
}

void ccn_run(ccn *c, uint64_t now)
{
    ring_run(&c->ring, now);
}

/* ---- misses ---- */

/* SMs with consecutive numbers form a cluster (our choice; the source does not say which [F4.17]). */
static bool is_elsewhere(const ccn *c, const packet *miss, uint32_t line)
{
    const uint32_t first = miss->request.source / c->cluster * c->cluster;
    for (uint32_t i = first; i < first + c->cluster && i < c->n_sms; i++)
        if (i != miss->request.source && c->sms.holds(c->sms.context, i, miss, line))
            return true;
    return false;
}

/* The same of all SMs, counted by distance. */
static bool count_elsewhere(ccn *c, const packet *miss, uint32_t line)
{
    bool any = false;
    for (uint32_t distance = 1; distance < c->n_sms; distance++) {
        const bool holds =
            c->sms.holds(c->sms.context, (miss->request.source + distance) % c->n_sms, miss, line);
        c->reuse[distance] += holds;
        any |= holds;
    }
    return any;
}

bool ccn_has_place(const ccn_node *node, const packet *miss, uint32_t line)
{
    const ccn *c = node->shared;
    switch (c->mode) {
    case CCN_RING: return !node->throttle.is_off && ring_has_room(&c->ring, miss->request.source);
    case CCN_ORACLE: return is_elsewhere(c, miss, line);
    default: return false;
    }
}

static bool ring_takes(ccn_node *node, const packet *miss, uint32_t line, bool has_queue_room, uint64_t now)
{
    ccn *c = node->shared;
    /* Without room below it goes around: the throttler may have come to its end just now. */
    if (node->throttle.is_off && has_queue_room) {
        node->count.throttled++;
        return false;
    }
    if (!ring_has_room(&c->ring, miss->request.source)) {
        node->count.deflected++;
        return false;
    }
    throttle_sent(&node->throttle);
    ring_enter(&c->ring, miss, line, now);
    node->trip[miss->tag].way = CCN_AROUND;
    return true;
}

static bool oracle_takes(ccn_node *node, const packet *miss, uint32_t line, uint64_t now)
{
    ccn *c = node->shared;
    if (!is_elsewhere(c, miss, line))
        return false;
    const uint64_t when = now + c->base->config.ccn_oracle_latency;
    ring_entry *arrival = ring_fifo_push(&node->fills);
    *arrival = (ring_entry){.miss = *miss, .line = line, .missed = now, .ready = later(when, now + 1)};
    node->trip[miss->tag].way = CCN_FOUND;
    return true;
}

bool ccn_takes(ccn_node *node, const packet *miss, uint32_t line, uint64_t insts, bool has_queue_room,
               uint64_t now)
{
    ccn *c = node->shared;
    throttle_update(&node->throttle, node->insts_before + insts);
    node->trip[miss->tag] = (ccn_trip){.missed = now, .below = now, .way = CCN_BELOW};
    node->count.misses++;
    if (c->mode == CCN_WATCH)
        node->count.elsewhere += count_elsewhere(c, miss, line);
    if (c->mode == CCN_RING)
        return ring_takes(node, miss, line, has_queue_room, now);
    return c->mode == CCN_ORACLE && oracle_takes(node, miss, line, now);
}

void ccn_filled(ccn_node *node, uint16_t mshr, uint64_t insts, uint64_t now)
{
    const ccn_trip trip = node->trip[mshr];
    node->trip[mshr].way = CCN_NOT_ASKED;
    if (trip.way == CCN_NOT_ASKED)
        return;
    throttle_update(&node->throttle, node->insts_before + insts);
    node->count.returned++;
    node->count.latency += now - trip.missed;
    if (trip.way == CCN_FOUND) {
        throttle_hit(&node->throttle);
        node->count.found++;
        node->count.found_latency += now - trip.missed;
    } else {
        node->count.around_latency += trip.below - trip.missed;
        node->count.below_latency += now - trip.below;
    }
}

/* ---- statistics ---- */

static ccn_counts sum_of_nodes(const ccn *c)
{
    ccn_counts sum = {0};
    for (uint32_t i = 0; i < c->n_sms; i++) {
        const ccn_counts *one = &c->node[i].count;
#define CCN_COUNT(name, unit, meaning) sum.name += one->name;
#include "sim/ccn/counts.def"
    }
    return sum;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return (double)part / (double)whole; /* not a number: left out */
}

size_t ccn_statistics(const ccn *c, policy_statistic *statistics, size_t room)
{
    const ccn_counts n = sum_of_nodes(c);
    const ring_counts *r = &c->ring.count;
    uint64_t epochs = 0, epochs_off = 0;
    for (uint32_t i = 0; i < c->n_sms; i++) {
        epochs += c->node[i].throttle.epochs;
        epochs_off += c->node[i].throttle.epochs_off;
    }
    const uint64_t below = n.returned - n.found;
    const double share = ratio(n.found, n.returned), l_found = n.found ? ratio(n.found_latency, n.found) : 0;
    const double l_around = below ? ratio(n.around_latency, below) : 0;
    const double l_below = below ? ratio(n.below_latency, below) : 0;
    const policy_statistic all[] = {
        {"misses", "miss", (double)n.misses},
        {"elsewhere_share", "1", c->mode == CCN_WATCH ? ratio(n.elsewhere, n.misses) : NAN},
        {"found_share", "1", share},
        {"throttled_share", "1", ratio(n.throttled, n.misses)},
        {"deflected_share", "1", ratio(n.deflected, n.misses)},
        {"stolen", "cycle", (double)n.stolen},
        {"latency", "cycle", ratio(n.latency, n.returned)},
        {"predicted_latency", "cycle", l_found * share + (l_around + l_below) * (1 - share)}, /* E4.1 */
        {"found_latency", "cycle", ratio(n.found_latency, n.found)},
        {"around_latency", "cycle", ratio(n.around_latency, below)},
        {"below_latency", "cycle", ratio(n.below_latency, below)},
        {"request_hops", "hop", ratio(r->request_hops, r->hits)},
        {"response_hops", "hop", ratio(r->response_hops, r->hits)},
        {"lookups", "look-up", (double)r->lookups},
        {"lookup_waits", "cycle", (double)r->lookup_waits},
        {"response_stalls", "cycle", (double)r->response_stalls},
        {"epochs_off_share", "1", ratio(epochs_off, epochs)},
    };
    size_t given = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all && given < room; i++)
        if (isfinite(all[i].value))
            statistics[given++] = all[i];
    return given;
}
