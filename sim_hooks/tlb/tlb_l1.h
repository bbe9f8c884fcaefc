/* The L1 TLBs of all SMs: fully associative, LRU. Each is touched by the thread of its SM only, but for
 * restart, flush, invalidate and statistics, when no SM runs. */
#ifndef POISE_SIM_HOOKS_TLB_L1_H
#define POISE_SIM_HOOKS_TLB_L1_H

#include "sim_hooks/tlb/tlb_array.h"

#include <stdalign.h>

typedef struct tlb_l1 {
    alignas(64) tlb_pair pages;
    uint64_t look_ups, misses;
} tlb_l1;

typedef struct tlb_l1s {
    tlb_l1 *sm;
    uint32_t sms;
} tlb_l1s;

typedef struct tlb_l1_options {
    int64_t entries, large;
} tlb_l1_options;

/* Freed by tlb_l1s_free whatever the outcome. False: no memory. */
bool tlb_l1s_init(tlb_l1s *l1, const tlb_host *host, const tlb_l1_options *options);
void tlb_l1s_free(tlb_l1s *l1);
tlb_answer tlb_l1s_look_up(tlb_l1s *l1, const mem_request *request);
void tlb_l1s_fill(tlb_l1s *l1, uint32_t sm, const tlb_page *page);
void tlb_l1s_restart(tlb_l1s *l1);
void tlb_l1s_flush(tlb_l1s *l1, uint16_t app);
void tlb_l1s_invalidate(tlb_l1s *l1, const tlb_page *page);
uint64_t tlb_l1s_bits(const tlb_l1s *l1);
/* Of all SMs together. */
void tlb_l1s_count(const tlb_l1s *l1, uint64_t *look_ups, uint64_t *misses);

#endif
