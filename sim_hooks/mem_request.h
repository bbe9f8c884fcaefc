/* The memory request that every policy sees, from the load-store unit, the fetch unit, a prefetcher, a page
 * walker or a CPU down to DRAM and back. It is made once, where it begins; what queues hold carries a copy of
 * it. What changes on the way: `sectors` are those that are asked of the level it goes to, `mark` is what
 * policies have put on it. A write-back is a request of its own, which the L2 makes on behalf of the request
 * that needs the place: app, source, warp and pc are those of its cause. */
#ifndef POISE_SIM_HOOKS_MEM_REQUEST_H
#define POISE_SIM_HOOKS_MEM_REQUEST_H

#include "common/line.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum mem_kind {
    MEM_LOAD,
    MEM_STORE,
    MEM_ATOMIC,
    MEM_CODE,        /* instruction fetch */
    MEM_PREFETCH,    /* for the L1, asked for by a scheduler policy */
    MEM_WRITE_BACK,  /* of a line that leaves the L2 */
    MEM_TRANSLATION, /* read of a page walk */
} mem_kind;

#define MEM_NO_PC UINT32_MAX

typedef struct mem_request {
    uint64_t address;         /* physical byte address of its line */
    uint64_t virtual_address; /* of the same byte; 0 where there is none: write-backs, walks */
    uint32_t pc;              /* number of the instruction in the kernel, MEM_NO_PC = none */
    uint32_t born;            /* core cycle in which it was made, its low 32 bits */
    uint16_t app;             /* program = address space; 0 while one runs */
    uint16_t source;          /* SM; a CPU core c is number of SMs + c */
    uint16_t warp;            /* hardware warp in the SM */
    uint8_t kind;             /* mem_kind */
    /* MEM_TRANSLATION: level of the page table, 1 = root; of a store that it writes its entries, 0 = data */
    uint8_t depth;
    uint8_t mark;    /* what the cache policy has put on it, such as MeDiC's warp type; 0 = nothing */
    uint8_t sectors; /* that it touches or asks for, a mask (common/line.h) */
    uint8_t bytes;   /* of a store: that it writes of each of these; 0 = all */
} mem_request;

/* Number of its line: the same from launch to launch, in L1 and L2 alike. */
static inline uint64_t mem_line(const mem_request *request)
{
    return line_of(request->address);
}

/* Whether it writes to its line. A store or an atomic that misses in the L2 is a read below it. */
static inline bool mem_writes(const mem_request *request)
{
    return request->kind == MEM_STORE || request->kind == MEM_ATOMIC || request->kind == MEM_WRITE_BACK;
}

#endif
