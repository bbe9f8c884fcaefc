/* The built-in policies, one line each; the table that lists them is in registry.c. */
#ifndef POISE_SIM_HOOKS_BUILTIN_H
#define POISE_SIM_HOOKS_BUILTIN_H

#include "sim_hooks/cache.h"
#include "sim_hooks/dram.h"
#include "sim_hooks/sched.h"
#include "sim_hooks/tlb.h"
#include "sim_hooks/vm.h"

extern const sched_policy sched_gto, sched_lrr, sched_tuple, sched_swl, sched_poise;
extern const sched_policy sched_ccws, sched_daws, sched_pc_bypass, sched_two_level, sched_two_level_active,
    sched_warp_limiting;
extern const sched_policy sched_pcal_swl, sched_pcal, sched_apres;
extern const cache_policy cache_lru, cache_eaf, cache_apcm, cache_adaptive_bypass, cache_locality_filter;
extern const cache_policy cache_dip, cache_srrip, cache_drrip, cache_ship, cache_pcal_l2, cache_pc_byp,
    cache_rand_byp, cache_oracle_byp;
extern const cache_policy cache_mask;
extern const cache_policy cache_warp_types, cache_wbyp, cache_wip, cache_medic, cache_medic_reuse;
extern const dram_policy dram_frfcfs, dram_fcfs, dram_atlas, dram_wms;
extern const dram_policy dram_bliss, dram_cfrfcfs, dram_ctcm, dram_parbs, dram_tcm;
extern const dram_policy dram_drain, dram_mask;
extern const dram_policy dram_sms, dram_wg;
extern const tlb_policy tlb_none, tlb_ideal, tlb_pwcache, tlb_shared_tlb, tlb_mask;
extern const vm_policy vm_identity, vm_demand, vm_gpu_mmu, vm_mosaic, vm_fcfs;
extern const vm_policy vm_gpuswap, vm_gdev, vm_managed, vm_out;

#endif
