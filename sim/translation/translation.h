/* The side of address translation that all SMs share: the component that runs the shared side of the tlb
 * policy and the vm policy, reads of walks, the link to the host. */
#ifndef POISE_SIM_TRANSLATION_TRANSLATION_H
#define POISE_SIM_TRANSLATION_TRANSLATION_H

#include "sim/base/number_pool.h"
#include "sim/l2/l2.h"
#include "sim/link/host_link.h"
#include "sim/translation/boxes.h"
#include "sim/translation/pages.h"
#include "sim_hooks/tlb.h"

/* A read of a walk that comes back. */
typedef struct walk_result {
    uint64_t when;
    uint16_t read; /* its number */
    bool from_dram;
} walk_result;

/* Physical addresses that can be read. */
#define TRANSLATION_READ_END (UINT64_C(1) << 48)

/* How a tlb policy breaks its contract on the shared side. */
typedef enum translation_fault {
    TRANSLATION_FAULTLESS,
    TRANSLATION_HANDLE, /* a request that is not unanswered */
    TRANSLATION_ABSENT, /* the answer for a page that is not in memory */
    TRANSLATION_READ,   /* too many reads */
    TRANSLATION_ADDRESS /* that cannot be read */
} translation_fault;

/* What an address space has asked for; kept where somebody watches. */
typedef struct translation_asked {
    uint64_t misses; /* of L1 TLBs, at the shared side */
    uint64_t reads;  /* of page walks */
} translation_asked;

typedef struct translation {
    sim_base *base;
    l2_bank *banks;              /* through which walks read */
    tlb_port **port;             /* of each SM, when the tlb policy looks up */
    page_changes around;         /* who else is told of pages that change; NULLs = nobody */
    bool has_answered;           /* an SM, in this window */
    const policy_choice *choice; /* of the tlb policy */
    const tlb_policy *tlb;
    const vm_policy *vm;
    void *tlb_state, *vm_state;
    tlb_host tlb_host;
    vm_host vm_host;
    page_tables pages;

    bool runs; /* something waits for a translation, or a page moves; what follows is unused otherwise */
    uint32_t component;
    tlb_miss_fifo arrived; /* of all SMs, in order of time */
    mem_request *asked;    /* [handle] */
    bool *is_asked;
    uint32_t waiting[POLICY_PROGRAMS]; /* handles that are asked, of each program */
    uint32_t handles;
    walk_result result[TLB_READS]; /* in order of time */
    uint32_t n_results;
    number_pool reads;         /* under way, results included */
    uint32_t token[TLB_READS]; /* of the policy, by number */
    uint64_t tlb_at, vm_at;    /* next ticks */
    uint64_t entries_at;       /* next write of page-table entries that have changed; UINT64_MAX = none */
    bool told;                 /* the tlb policy, of something in this cycle */
    bool must_settle;          /* the vm policy is called at the next exchange */
    host_link link;
    translation_fault fault;
    translation_asked *watched; /* of each address space; NULL = nobody watches */
} translation;

/* The states of a tlb and a vm policy, whose choices must live as long as it. Takes a component number of
 * `base` if it needs one: before the wheel is made. The SMs' ports and the banks are set before it is used.
 * Freed by translation_free whatever the outcome; errors: those of the policies, no memory. */
int translation_make(translation *t, sim_base *base, const policy_choice *tlb, const policy_choice *vm,
                     poise_error *err);
void translation_free(translation *t);
/* Time begins at 0: nothing is under way. */
void translation_begin(translation *t);
/* A launch begins in core cycle `now`: the vm policy ticks from then on, if it does and has stopped. */
void translation_begin_ticks(translation *t, uint64_t now);
/* Takes what the SMs have asked in the last window. */
void translation_take(translation *t, uint64_t from);
/* Runs the component in the current core cycle. */
void translation_run(translation *t);
/* How the tlb policy has broken its contract on the shared side, as an error. */
int translation_error(const translation *t, poise_error *err);
/* A tlb policy that lets requests wait must be able to let them go on; one that can do nothing else looks up.
 */
int translation_check_tlb(const translation *t, poise_error *err);

/* Whether anything is under way over the link. */
static inline bool translation_is_carrying(const translation *t)
{
    return host_link_is_carrying(&t->link);
}

/* Whether lines may lie in memory of the host, and L2 banks and DRAM know where they do. */
bool translation_has_remote(const translation *t);
/* Who takes answers to reads of walks from L2 banks. */
l2_walker translation_walker(translation *t);
/* Who is told of what they send below: the vm policy, if it wants that. */
l2_watcher translation_watcher(const translation *t);

/* As pages_begin, as a call on the shared side in core cycle `now` of an exchange. */
int translation_place_pages(translation *t, launch_pages *launch, const warp_trace *trace, uint64_t code,
                            bool is_shared, uint64_t now, poise_error *err);
/* As pages_announce, at an exchange in core cycle `now`. */
int translation_announce(translation *t, launch_pages *launch, const warp_trace *trace, uint64_t code,
                         uint64_t now, poise_error *err);
/* Whether the next launch of the program may begin at an exchange in core cycle `now`. */
bool translation_admits(translation *t, uint16_t app, uint64_t now);
/* At an exchange in core cycle `now`: calls the vm policy if it wants that. */
void translation_settle(translation *t, uint64_t now);
/* Around calls of the vm policy at an exchange in core cycle `now`: it may change pages. */
void translation_open(translation *t, uint64_t now);
void translation_close(translation *t);
/* The program has ended: its address space is empty, and no TLB knows of it. */
void translation_forget(translation *t, uint16_t space);

/* ---- vm_host.c ---- */

/* What the vm policy is offered. */
vm_host translation_vm_host(translation *t);
/* Page-table entries have changed, and are written from the next cycle on: a line a core cycle, as long as
 * there is room in its L2 bank (our choice). */
void translation_write_entries(translation *t);
void translation_run_entries(translation *t, uint64_t now);

/* ---- for this ---- */

/* Whether a policy may call this function of its host now. */
bool translation_may_call(translation *t, host_function function);
/* Whether the physical address is one of memory; the tlb policy has broken its contract if not. */
bool translation_may_read(translation *t, uint64_t address);

#endif
