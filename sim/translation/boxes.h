/* What passes between the L1 TLB of an SM and the shared side of translation: pages that are missing, and
 * answers. Like packets (sim/network/port.h), what is sent in one window is taken in the next: an unloaded
 * crossbar traversal, a window, lies between a miss and the shared side, and between its answer and the SM.
 */
#ifndef POISE_SIM_TRANSLATION_BOXES_H
#define POISE_SIM_TRANSLATION_BOXES_H

#include "sim/base/fifo.h"
#include "sim/config/config.h"
#include "sim_hooks/mem_request.h"

#include <stdalign.h>

/* A page that an L1 TLB misses, on its way to the shared side. */
typedef struct tlb_miss {
    uint64_t when; /* core cycle of arrival */
    uint32_t handle;
    mem_request request;
} tlb_miss;
DEFINE_FIFO(tlb_miss_fifo, tlb_miss)

/* Its answer. page_bits = TLB_ASK_AGAIN: the page has gone meanwhile. */
enum { TLB_ASK_AGAIN = 0 };
typedef struct tlb_answered {
    uint64_t when;
    uint16_t mshr;
    uint8_t page_bits;
} tlb_answered;
DEFINE_FIFO(tlb_answer_fifo, tlb_answered)

/* In a cache line of their own, as SM and shared side may be simulated by different threads. */
typedef struct tlb_boxes {
    alignas(64) tlb_miss_fifo asked; /* in windows of one parity */
    tlb_answer_fifo answered;        /* in the windows between */
} tlb_boxes;

/* An SM as the shared side sees it. */
typedef struct tlb_port {
    uint32_t first_handle; /* of the SM's MSHR 0 */
    tlb_boxes boxes[2];
} tlb_port;

/* Handles of one SM: MSHRs of its L1 TLB, and what its instruction cache can wait for. */
static inline uint32_t tlb_port_handles(const sim_config *config)
{
    return config->tlb_mshrs + config->icache_mshrs;
}

static inline tlb_miss_fifo *tlb_port_outbox(tlb_port *port, uint64_t window)
{
    return &port->boxes[window & 1].asked;
}
static inline tlb_answer_fifo *tlb_port_inbox(tlb_port *port, uint64_t window)
{
    return &port->boxes[~window & 1].answered;
}

#endif
