/* Where pages lie in memory, as the vm policy has placed them: a table for each 2 MB of an address space with
 * an entry for each base page. Made when a launch begins for all that it may touch, it is written by the
 * memory side; an SM reads the entries of pages that it has been told of, in a later window. */
#ifndef POISE_SIM_TRANSLATION_PAGES_H
#define POISE_SIM_TRANSLATION_PAGES_H

#include "sim/base/base.h"
#include "sim_hooks/registry.h"
#include "sim_hooks/vm.h"
#include "trace/trace.h"

enum { VM_CHUNK_PAGES = 1 << (VM_LARGE_BITS - VM_BASE_BITS) };
typedef struct vm_chunk {
    uint64_t number; /* virtual address >> VM_LARGE_BITS */
    uint16_t app;
    uint64_t entry[VM_CHUNK_PAGES]; /* physical address of the base page, flags; 0 = no place yet */
} vm_chunk;
enum { ENTRY_PRESENT = 1, ENTRY_LARGE = 2, ENTRY_FAULT = 4 /* the vm policy brings it in */ };
/* Physical addresses of pages that a policy places are below this, page tables above. */
#define PAGES_END (UINT64_C(3) << 46)

/* How a vm policy breaks its contract, or a tlb policy asks for what there is not. */
typedef enum pages_fault {
    PAGES_FAULTLESS,
    PAGES_NO_PAGE,   /* the programs have no such page */
    PAGES_WAIT,      /* a page that no walk can wait for */
    PAGES_FRAME,     /* above PAGES_END */
    PAGES_SIZE,      /* neither of base nor of large size, or around pages that have a place */
    PAGES_TAKEN,     /* the place of another page */
    PAGES_PRESENT,   /* present() of a page that is not under way */
    PAGES_STILL,     /* that is not there after present() */
    PAGES_TRANSFERS, /* too many */
} pages_fault;

typedef struct page_tables {
    sim_base *base;
    const policy_choice *choice; /* of the vm policy */
    const vm_policy *vm;
    void *vm_state;
    const char *tlb_label; /* of the tlb policy, for errors */
    bool are_placed;       /* by the policy; else pages lie where their addresses say */
    bool are_walked;       /* a page can wait until it is in memory */
    uint8_t page_bits;     /* log2 of the smallest page */
    vm_chunk **slot;       /* hashed by address space and number, open addressing; NULL = empty */
    uint32_t n_slots, n_chunks;
    uint64_t *taken; /* places, hashed by number; 0 = empty, otherwise number + 1 */
    uint64_t n_taken;
    pages_fault fault; /* the first */
    uint16_t app;
    uint64_t address, frame;
} page_tables;

/* Where the lines of a launch lie. Starts as zeros but for `space`. */
typedef struct launch_pages {
    uint16_t space;           /* address space */
    uint64_t *frame_address;  /* of each page of the trace, if it lies where its address says */
    vm_chunk **chunk_of_page; /* of each page of the trace, if the vm policy places pages */
} launch_pages;

/* A launch begins, of `trace` with its code at `code`: makes its tables, and places all pages if no walk
 * does. With `is_shared` other programs are in the machine. POISE_USAGE: addresses of which these leave no
 * room. */
int pages_begin(page_tables *t, launch_pages *launch, const warp_trace *trace, uint64_t code, bool is_shared,
                poise_error *err);
void launch_pages_free(launch_pages *launch);
/* The program of address space `space` has ended; what is under way stays so. */
void pages_end(page_tables *t, uint16_t space);
void pages_free(page_tables *t);
/* How the vm policy has broken its contract, as an error. */
int pages_error(const page_tables *t, poise_error *err);
/* Notes that it has with the page of `address`. */
void pages_fail(page_tables *t, pages_fault fault, uint16_t app, uint64_t address, uint64_t frame);

/* log2 of the size of the page of `address`, placing it if it has no place; 0 = not in memory yet. */
uint8_t pages_frame(page_tables *t, uint16_t app, uint64_t address);
/* The same without placing it. */
uint8_t pages_mapped(page_tables *t, uint16_t app, uint64_t address);
/* The vm policy has brought a page in. False when it must not say so. */
bool pages_present(page_tables *t, uint16_t app, uint64_t address);

/* Whether a page that the launch may touch is in memory. */
bool pages_have_place(const page_tables *t, uint16_t app, uint64_t address);
/* Physical address of any address that a launch may touch. */
uint64_t pages_physical(const page_tables *t, uint16_t app, uint64_t address);

/* Where line `line` of the trace lies in memory. */
uint64_t pages_placed_line(const launch_pages *launch, uint32_t line);
static inline uint64_t pages_line_address(const launch_pages *launch, uint32_t line)
{
    if (launch->chunk_of_page)
        return pages_placed_line(launch, line);
    return launch->frame_address[line >> TRACE_PAGE_LINES_SHIFT] +
           ((uint64_t)(line & ((1u << TRACE_PAGE_LINES_SHIFT) - 1)) << TRACE_LINE_SHIFT);
}

#endif
