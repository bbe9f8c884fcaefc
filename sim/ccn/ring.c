#include "sim/ccn/ring.h"

#include <string.h>

bool ring_init(ring *r, storage *from, const ring_shape *shape, const ring_l1s *l1s)
{
    *r = (ring){.shape = *shape, .l1s = *l1s, .node = storage_take(from, shape->nodes, sizeof *r->node)};
    bool ok = r->node != NULL;
    for (uint32_t i = 0; i < shape->nodes && ok; i++) {
        ring_node *n = &r->node[i];
        /* Without a bubble the last place can be taken from both sides in one cycle. */
        ok = ring_fifo_init(&n->buffer, from, shape->buffer) &&
             ring_fifo_init(&n->requests, from, shape->requests + 1) &&
             ring_fifo_init(&n->responses, from, shape->responses + 1) &&
             ring_fifo_init(&n->request_link, from, shape->requests) &&
             ring_fifo_init(&n->response_link, from, shape->responses);
    }
    return ok;
}

void ring_clear(ring *r)
{
    for (uint32_t i = 0; i < r->shape.nodes; i++) {
        ring_node *n = &r->node[i];
        ring_fifo_clear(&n->buffer);
        ring_fifo_clear(&n->requests);
        ring_fifo_clear(&n->responses);
        ring_fifo_clear(&n->request_link);
        ring_fifo_clear(&n->response_link);
        n->response_link_free = 0;
        n->requests_used = n->responses_used = 0;
    }
    r->entries = 0;
    memset(r->active, 0, sizeof r->active);
}

static void activate(ring *r, uint32_t node)
{
    r->active[node / 64] |= 1ull << node % 64;
}

static uint32_t after(const ring *r, uint32_t node)
{
    return node + 1 < r->shape.nodes ? node + 1 : 0;
}

static uint32_t before(const ring *r, uint32_t node)
{
    return node ? node - 1 : r->shape.nodes - 1;
}

/* Cycles for which a line, or the sectors of it that are wanted, is on a link. */
static uint32_t beats_of(const ring *r, const ring_entry *e)
{
    const uint32_t bytes = sector_count(e->miss.request.sectors) * SECTOR_BYTES;
    return (bytes + r->shape.link_bytes - 1) / r->shape.link_bytes;
}

void ring_enter(ring *r, const packet *miss, uint32_t line, uint64_t now)
{
    const uint32_t home = miss->request.source;
    *ring_fifo_push(&r->node[home].buffer) =
        (ring_entry){.miss = *miss, .line = line, .missed = now, .ready = now + 1, .home = (uint16_t)home};
    r->entries++;
    activate(r, home);
}

/* ---- requests ---- */

static void take_request_arrivals(ring_node *n, uint64_t now)
{
    n->was_entered = false;
    if (!n->request_link.count || ring_fifo_front(&n->request_link)->ready > now)
        return;
    *ring_fifo_push(&n->requests) = *ring_fifo_front(&n->request_link);
    ring_fifo_pop(&n->request_link);
    n->was_entered = true;
}

/* The head goes on to the next node, if that has room. */
static void forward_request(ring *r, uint32_t node, uint64_t now)
{
    const uint32_t next = after(r, node);
    ring_fifo *queue = &r->node[node].requests;
    if (r->node[next].requests_used >= r->shape.requests)
        return;
    ring_entry *sent = ring_fifo_push(&r->node[next].request_link);
    *sent = *ring_fifo_front(queue);
    sent->ready = now + r->shape.hop_cycles;
    sent->looked_up = false;
    sent->hops++;
    r->count.all_hops++;
    ring_fifo_pop(queue);
    activate(r, next);
}

/* A request that nobody could answer. */
static void end_loop(ring *r, uint32_t node, uint64_t now)
{
    ring_fifo *queue = &r->node[node].requests;
    if (!r->l1s.send_below(r->l1s.context, ring_fifo_front(queue), now))
        return;
    ring_fifo_pop(queue);
    r->entries--;
    r->count.loops++;
}

/* The head was found in the L1 of this node. Returns whether it has become a response. */
static bool respond(ring *r, uint32_t node, uint64_t now)
{
    ring_node *n = &r->node[node];
    const uint32_t kept_free = r->shape.response_bubble ? 1 : 0;
    if (n->responses_used + kept_free >= r->shape.responses) {
        r->count.response_stalls++;
        return false;
    }
    ring_entry *response = ring_fifo_push(&n->responses);
    *response = *ring_fifo_front(&n->requests);
    response->ready = now + 1;
    r->count.hits++;
    r->count.request_hops += response->hops;
    ring_fifo_pop(&n->requests);
    r->l1s.read(r->l1s.context, node, now);
    return true;
}

/* Looks the head up. Returns whether a response has been made. */
static bool look_up(ring *r, uint32_t node, uint64_t now)
{
    ring_entry *head = ring_fifo_front(&r->node[node].requests);
    switch (r->l1s.probe(r->l1s.context, node, head, now)) {
    case RING_BUSY: r->count.lookup_waits++; return false;
    case RING_PRESENT: r->count.lookups++; return respond(r, node, now);
    case RING_ABSENT: r->count.lookups++; head->looked_up = true;
    }
    return false;
}

/* Returns whether a new response has entered the response queue. */
static bool serve_request(ring *r, uint32_t node, uint64_t now)
{
    const ring_fifo *queue = &r->node[node].requests;
    if (!queue->count || ring_fifo_front(queue)->ready > now)
        return false;
    const ring_entry *head = ring_fifo_front(queue);
    if (head->home == node) {
        if (head->hops)
            end_loop(r, node, now);
        else
            forward_request(r, node, now);
        return false;
    }
    if (!head->looked_up && look_up(r, node, now))
        return true;
    if (head->looked_up)
        forward_request(r, node, now);
    return false;
}

/* The oldest miss of the buffer enters the request queue, if no request does in this cycle. */
static void inject(ring *r, uint32_t node, uint64_t now)
{
    ring_node *n = &r->node[node];
    const uint32_t kept_free = r->shape.request_bubble ? 1 : 0;
    if (!n->buffer.count || ring_fifo_front(&n->buffer)->ready > now || n->was_entered ||
        n->requests_used + kept_free >= r->shape.requests)
        return;
    const bool was_full = ring_fifo_full(&n->buffer);
    ring_entry *e = ring_fifo_push(&n->requests);
    *e = *ring_fifo_front(&n->buffer);
    e->ready = now + 1;
    ring_fifo_pop(&n->buffer);
    r->count.injected++;
    if (was_full)
        r->l1s.has_room(r->l1s.context, node, now);
}

/* ---- responses ---- */

/* A forwarded response waits while a new one takes the way into the queue. */
static void take_response_arrivals(ring_node *n, bool is_taken, uint64_t now)
{
    if (is_taken || !n->response_link.count || ring_fifo_front(&n->response_link)->ready > now)
        return;
    *ring_fifo_push(&n->responses) = *ring_fifo_front(&n->response_link);
    ring_fifo_pop(&n->response_link);
}

static void send_response(ring *r, uint32_t node, uint64_t now)
{
    ring_node *n = &r->node[node];
    if (!n->responses.count || ring_fifo_front(&n->responses)->ready > now || n->response_link_free > now)
        return;
    const uint32_t target = r->shape.same_direction ? after(r, node) : before(r, node);
    const ring_entry *head = ring_fifo_front(&n->responses);
    const uint32_t beats = beats_of(r, head);
    const uint64_t first = now + r->shape.hop_cycles, last = first + beats - 1;
    if (head->home == target) { /* past the queues, into the L1 [S4.4.2] */
        r->l1s.fill(r->l1s.context, head, last);
        r->entries--;
    } else if (r->node[target].responses_used < r->shape.responses) {
        ring_entry *sent = ring_fifo_push(&r->node[target].response_link);
        *sent = *head;
        sent->ready = r->shape.stores_and_forwards ? last : first;
        activate(r, target);
    } else {
        return;
    }
    ring_fifo_pop(&n->responses);
    n->response_link_free = now + beats;
    r->count.response_hops++;
    r->count.beats += beats;
}

/* ---- a cycle ---- */

static void run_node(ring *r, uint32_t node, uint64_t now)
{
    ring_node *n = &r->node[node];
    const bool has_responded = serve_request(r, node, now);
    take_response_arrivals(n, has_responded, now);
    send_response(r, node, now);
    inject(r, node, now);
}

/* A node that holds nothing need not be walked. */
static void deactivate(ring *r, uint32_t node)
{
    ring_node *n = &r->node[node];
    if (n->buffer.count | n->requests.count | n->responses.count | n->request_link.count |
        n->response_link.count)
        return;
    n->requests_used = n->responses_used = 0;
    r->active[node / 64] &= ~(1ull << node % 64);
}

/* Entries sent in this cycle cannot be taken in it, so what a node sees is what was there at the begin. */
void ring_run(ring *r, uint64_t now)
{
    uint64_t active[RING_WORDS];
    memcpy(active, r->active, sizeof active);
    for (uint32_t word = 0; word < RING_WORDS; word++)
        for (uint64_t nodes = active[word]; nodes; nodes &= nodes - 1) {
            ring_node *n = &r->node[word * 64 + (uint32_t)__builtin_ctzll(nodes)];
            n->requests_used = n->requests.count + n->request_link.count;
            n->responses_used = n->responses.count + n->response_link.count;
            take_request_arrivals(n, now);
        }
    for (uint32_t word = 0; word < RING_WORDS; word++)
        for (uint64_t nodes = active[word]; nodes; nodes &= nodes - 1)
            run_node(r, word * 64 + (uint32_t)__builtin_ctzll(nodes), now);
    for (uint32_t word = 0; word < RING_WORDS; word++)
        for (uint64_t nodes = active[word]; nodes; nodes &= nodes - 1)
            deactivate(r, word * 64 + (uint32_t)__builtin_ctzll(nodes));
}
