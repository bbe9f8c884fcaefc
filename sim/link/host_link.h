/* The link between the GPU and the host: transfers of vm policies, and lines of memory of the host that L2
 * banks read and write where they lie (sim_hooks/vm.h, VM_HOST_MEMORY).
 *
 * Each direction carries link_gbps. Transfers come one after the other; each arrives link_us after its last
 * byte. A line brings the sectors that its request names. Reads travel to the GPU and arrive host_read_ns
 * after their last byte has crossed, the latency of request and answer together. Their requests take
 * link_request_bytes of the direction to the host first; with 0 that is not counted (our choice). Writes
 * travel to the host, and nobody waits for them.
 *
 * Banks come in turn, each in the order of its queue; a line is taken when the link is free for it. While a
 * transfer is under way it has link_copies times as many bytes of the link after each line as the line had
 * (1 is our choice: fair shares, as by packets; the source says only that both share the link [KE 6.3.2]). A
 * line that has been taken comes before a transfer that is asked for later. */
#ifndef POISE_SIM_LINK_HOST_LINK_H
#define POISE_SIM_LINK_HOST_LINK_H

#include "sim/base/base.h"
#include "sim/dram/access.h"

enum { LINK_TO_HOST, LINK_TO_GPU, LINK_WAYS };
enum { LINK_TRANSFERS = 1 << 16 }; /* under way in one direction, at most */

typedef struct link_transfer {
    double end; /* core cycle in which its last byte has crossed; before that, without what puts it off */
    uint32_t token;
} link_transfer;
DEFINE_FIFO(link_transfer_fifo, link_transfer)

/* A line on its way to the GPU. */
typedef struct link_reply {
    uint64_t when;
    uint32_t input;
    dram_reply reply;
} link_reply;
DEFINE_FIFO(link_reply_fifo, link_reply)

/* One direction. Times are core cycles. */
typedef struct link_way {
    link_transfer_fifo transfers; /* under way, in order */
    uint32_t crossed;             /* the first of these have left the link */
    double free_at;               /* from then on it carries no transfer */
    double put_off;               /* for so long transfers have waited for lines */
    double line_at;               /* from then on it can carry a line */
    double last_line;             /* end of the last one */
} link_way;

typedef struct host_link {
    sim_base *base;
    link_way way[LINK_WAYS];
    dram_input *input; /* of each L2 bank */
    uint32_t n_inputs, next_input;
    link_reply_fifo replies; /* in order of time */
    double tag_at;           /* core cycle since which another read can be under way */
} host_link;

/* For lines of `banks` L2 banks, 0 = for transfers alone. Errors: no memory. Freed by host_link_free whatever
 * the outcome. */
int host_link_init(host_link *link, sim_base *base, uint32_t banks, poise_error *err);
/* Time begins at 0: no line is under way, and transfers that are arrive at once. */
void host_link_reset(host_link *link);
/* What bank `index` wants to read and write. */
void host_link_connect(host_link *link, uint32_t index, const dram_input *input);
/* Runs the component base.host_link in the current core cycle. */
void host_link_run(host_link *link);
/* Core cycle in which the last line to the host has left. */
uint64_t host_link_end(const host_link *link);

/* `bytes` are to cross from core cycle `now` on. False: too many transfers are under way. */
bool host_link_transfer(host_link *link, int way, uint32_t token, uint64_t bytes, uint64_t now);
/* Core cycle before which no transfer arrives, UINT64_MAX = none is under way. */
uint64_t host_link_next(const host_link *link, int way);
/* Takes the next transfer that has arrived by core cycle `now`. False: there is none. */
bool host_link_arrived(host_link *link, int way, uint64_t now, uint32_t *token);
static inline bool host_link_is_carrying(const host_link *link)
{
    return link->replies.count || link->way[LINK_TO_HOST].transfers.count ||
           link->way[LINK_TO_GPU].transfers.count;
}

#endif
