#include "sim/link/host_link.h"

#include <math.h>

static double cycles_for(const host_link *link, double bytes)
{
    const sim_config *c = &link->base->config;
    return bytes * c->core_mhz / (c->link_gbps * 1000);
}

/* ---- transfers ---- */

bool host_link_transfer(host_link *link, int way_of, uint32_t token, uint64_t bytes, uint64_t now)
{
    link_way *way = &link->way[way_of];
    if (link_transfer_fifo_full(&way->transfers))
        return false;
    way->free_at = fmax(fmax(way->free_at, way->line_at), (double)now) + cycles_for(link, (double)bytes);
    *link_transfer_fifo_push(&way->transfers) =
        (link_transfer){.end = way->free_at - way->put_off, .token = token};
    return true;
}

uint64_t host_link_next(const host_link *link, int way_of)
{
    const link_way *way = &link->way[way_of];
    if (!way->transfers.count)
        return UINT64_MAX;
    const double end = link_transfer_fifo_front(&way->transfers)->end + (way->crossed ? 0 : way->put_off);
    return (uint64_t)ceil(end + link->base->config.link_us * link->base->config.core_mhz);
}

bool host_link_arrived(host_link *link, int way_of, uint64_t now, uint32_t *token)
{
    link_way *way = &link->way[way_of];
    if (host_link_next(link, way_of) > now)
        return false;
    *token = link_transfer_fifo_front(&way->transfers)->token;
    link_transfer_fifo_pop(&way->transfers);
    way->crossed -= way->crossed != 0;
    return true;
}

/* Those that have crossed by `time` are put off no more. */
static void note_crossed(link_way *way, double time)
{
    while (way->crossed < way->transfers.count) {
        link_transfer *next =
            &way->transfers.item[(way->transfers.head + way->crossed) & way->transfers.mask];
        if (next->end + way->put_off > time)
            return;
        next->end += way->put_off;
        way->crossed++;
    }
}

/* ---- lines ---- */

/* A line of so many cycles crosses from `begin` on; transfers, if any are there, go on behind it, and for
 * `copies` times as long as it has taken before the next line. */
static void carry(link_way *way, double begin, double cycles, double copies)
{
    const double transfers = fmax(way->free_at - begin, 0);
    way->last_line = begin + cycles;
    way->line_at = way->last_line + fmin(copies * cycles, transfers);
    if (transfers == 0)
        return;
    note_crossed(way, begin);
    way->put_off += cycles;
    way->free_at += cycles;
}

/* The request of a read leaves as soon as it can. Returns when it has. */
static double send_request(host_link *link, double ready)
{
    const double cycles = cycles_for(link, (double)link->base->config.link_request_bytes);
    link_way *way = &link->way[LINK_TO_HOST];
    if (cycles == 0)
        return ready;
    carry(way, fmax(way->line_at, ready), cycles, link->base->config.link_copies);
    return way->last_line;
}

static void take(host_link *link, uint32_t index)
{
    const dram_input *input = &link->input[index];
    const dram_access *access = dram_access_fifo_front(input->queue);
    link_way *way = &link->way[access->is_write ? LINK_TO_HOST : LINK_TO_GPU];
    const double ready = (double)access->ready,
                 asked = access->is_write ? ready : send_request(link, fmax(ready, link->tag_at)),
                 begin = fmax(way->line_at, asked);
    carry(way, begin, cycles_for(link, sector_count(access->request.sectors) * (double)SECTOR_BYTES),
          link->base->config.link_copies);
    if (!access->is_write) {
        const sim_config *c = &link->base->config;
        *link_reply_fifo_push(&link->replies) = (link_reply){
            .when = (uint64_t)ceil(way->last_line + c->host_read_ns * c->core_mhz / 1000),
            .input = index,
            .reply = {
                .source = access->request.source, .tag = access->tag, .sectors = access->request.sectors}};
    }
    link->next_input = index + 1 < link->n_inputs ? index + 1 : 0;
    input->taken(input->owner, input->queue);
}

/* Core cycle in which the head of a queue can be taken, as far as time decides; UINT64_MAX: a read must come
 * back first. */
static uint64_t can_go(const host_link *link, const dram_access *access)
{
    const double to_host = link->way[LINK_TO_HOST].line_at, to_gpu = link->way[LINK_TO_GPU].line_at;
    if (access->is_write)
        return later(access->ready, (uint64_t)ceil(to_host));
    if (link_reply_fifo_full(&link->replies))
        return UINT64_MAX;
    const double request = cycles_for(link, (double)link->base->config.link_request_bytes),
                 asks = fmax(fmax(to_gpu - request, 0), request > 0 ? to_host : 0);
    return later(access->ready, (uint64_t)ceil(asks));
}

/* Takes one line from the queues if one can go. Otherwise *next is the core cycle in which one can. */
static bool take_one(host_link *link, uint64_t now, uint64_t *next)
{
    *next = UINT64_MAX;
    for (uint32_t i = 0; i < link->n_inputs; i++) {
        const uint32_t after = link->next_input + i,
                       turn = after < link->n_inputs ? after : after - link->n_inputs;
        const dram_access_fifo *queue = link->input[turn].queue;
        const uint64_t when = queue->count ? can_go(link, dram_access_fifo_front(queue)) : UINT64_MAX;
        if (when <= now) {
            take(link, turn);
            return true;
        }
        *next = earlier(*next, when);
    }
    return false;
}

/* A bank that has no room is asked again in the next cycle. */
static void give_back(host_link *link, uint64_t now)
{
    while (link->replies.count && link_reply_fifo_front(&link->replies)->when <= now) {
        const link_reply *back = link_reply_fifo_front(&link->replies);
        const dram_input *input = &link->input[back->input];
        if (!input->give(input->owner, &back->reply))
            return;
        if (link_reply_fifo_full(&link->replies))
            link->tag_at = (double)now;
        link_reply_fifo_pop(&link->replies);
    }
}

void host_link_run(host_link *link)
{
    if (!link->n_inputs)
        return;
    const uint64_t now = base_now(link->base);
    uint64_t next;
    give_back(link, now);
    while (take_one(link, now, &next))
        ;
    if (link->replies.count)
        next = earlier(next, later(link_reply_fifo_front(&link->replies)->when, now + 1));
    if (next != UINT64_MAX)
        wheel_wake(&link->base->wheel, link->base->host_link, next);
}

uint64_t host_link_end(const host_link *link)
{
    return (uint64_t)ceil(link->way[LINK_TO_HOST].last_line);
}

/* ---- construction ---- */

int host_link_init(host_link *link, sim_base *base, uint32_t banks, poise_error *err)
{
    *link = (host_link){.base = base, .n_inputs = banks};
    storage *from = &base->storage;
    link->input = storage_take(from, banks, sizeof *link->input);
    if (!link->input || !link_reply_fifo_init(&link->replies, from, (uint32_t)base->config.host_reads) ||
        !link_transfer_fifo_init(&link->way[LINK_TO_HOST].transfers, from, LINK_TRANSFERS) ||
        !link_transfer_fifo_init(&link->way[LINK_TO_GPU].transfers, from, LINK_TRANSFERS))
        return poise_fail(err, POISE_FAILED, "no memory for the link to the host");
    return POISE_OK;
}

/* There was time enough for transfers between the launches. */
void host_link_reset(host_link *link)
{
    link_reply_fifo_clear(&link->replies);
    link->next_input = 0;
    link->tag_at = 0;
    for (int i = 0; i < LINK_WAYS; i++) {
        link_way *way = &link->way[i];
        way->free_at = way->put_off = way->line_at = way->last_line = 0;
        way->crossed = way->transfers.count;
        for (uint32_t k = 0; k < way->transfers.count; k++)
            way->transfers.item[(way->transfers.head + k) & way->transfers.mask].end =
                -link->base->config.link_us * link->base->config.core_mhz;
    }
}

void host_link_connect(host_link *link, uint32_t index, const dram_input *input)
{
    link->input[index] = *input;
}
