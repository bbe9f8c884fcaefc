/* Where pages lie in memory, as the vm policy has placed them: a table for each 2 MB of an address space with
 * an entry for each base page. Made when a launch begins for all that it may touch, it is written by the
 * memory side; an SM reads the entries of pages that it has been told of, in a later window. */
#ifndef POISE_SIM_TRANSLATION_PAGES_H
#define POISE_SIM_TRANSLATION_PAGES_H

#include "sim/base/base.h"
#include "sim/translation/frame_set.h"
#include "sim_hooks/registry.h"
#include "sim_hooks/tlb.h"
#include "sim_hooks/vm.h"
#include "trace/trace.h"

enum { VM_CHUNK_PAGES = 1 << (VM_LARGE_BITS - VM_BASE_BITS) };
typedef struct vm_chunk {
    uint64_t number; /* virtual address >> VM_LARGE_BITS */
    uint16_t app;
    /* of the shared side alone */
    bool is_large;      /* it is one page */
    bool is_told;       /* the vm policy has been told of it as a buffer that no event of a trace names */
    bool is_new;        /* it is to be */
    uint32_t known;     /* buffers that lie in it, of events */
    uint64_t unwritten; /* lines of its page-table entries, a bit each; see below */
    struct vm_chunk *next_unwritten; /* of those that have some */
    uint64_t entry[VM_CHUNK_PAGES];  /* physical address of the base page, flags; 0 = no place yet */
} vm_chunk;
enum {
    ENTRY_PRESENT = 1,
    ENTRY_HOLE = 2, /* of a large page, unmapped: gone when that is splintered */
    ENTRY_FAULT = 4 /* the vm policy brings it in */
};
/* Lines of page-table entries of a chunk: those of its base pages are 32, that of all of it is one. Entries
 * of more than 8 bytes are written as if they were packed as densely (our choice). */
enum { UNWRITTEN_PAGES = LINE_BYTES / 8, UNWRITTEN_LARGE = VM_CHUNK_PAGES / UNWRITTEN_PAGES };
#define UNWRITTEN_ALL ((UINT64_C(2) << UNWRITTEN_LARGE) - 1)

/* How a vm policy breaks its contract, or a tlb policy asks for what there is not. */
typedef enum pages_fault {
    PAGES_FAULTLESS,
    PAGES_NO_PAGE,   /* the programs have no such page */
    PAGES_WAIT,      /* a page that no walk can wait for */
    PAGES_FRAME,     /* no place in memory */
    PAGES_SIZE,      /* neither of base nor of large size, or around pages that have a place */
    PAGES_TAKEN,     /* the place of another page */
    PAGES_PRESENT,   /* present() of a page that is not under way */
    PAGES_STILL,     /* that is not there after present() */
    PAGES_TRANSFERS, /* too many */
    PAGES_COALESCE,  /* base pages that do not lie in a large frame in order, or not as base pages */
    PAGES_SPLINTER,  /* what is no large page */
    PAGES_CHANGE,    /* moved or unmapped: no base page that has a place */
    PAGES_REFUSED,   /* no breach: there is no memory for a buffer of `frame` bytes */
} pages_fault;

/* Who is told of changes: TLBs and caches. */
typedef struct page_changes {
    void *owner;
    /* The page is no longer one, or has no place or another one. */
    void (*changed)(void *owner, const tlb_page *page);
    /* The base page is about to lose its place; NULL = nobody is told. */
    void (*gone)(void *owner, uint16_t app, uint64_t page);
    /* Physical addresses of the base page. */
    void (*moved)(void *owner, uint16_t app, uint64_t from, uint64_t to);
    /* Whether a cache holds dirty lines of the base page at physical `address`. */
    bool (*is_dirty)(void *owner, uint16_t app, uint64_t address);
} page_changes;

typedef struct page_tables {
    sim_base *base;
    const policy_choice *choice; /* of the vm policy */
    const vm_policy *vm;
    void *vm_state;
    const char *tlb_label; /* of the tlb policy, for errors */
    bool are_placed;       /* by the policy; else pages lie where their addresses say */
    bool is_placing;       /* the policy is in place() */
    bool are_walked;       /* a page can wait until it is in memory */
    uint8_t page_bits;     /* log2 of the smallest page */
    vm_chunk **slot;       /* hashed by address space and number, open addressing; NULL = empty */
    uint32_t n_slots, n_chunks;
    frame_set taken;                      /* places of base pages */
    vm_chunk *unwritten, *last_unwritten; /* first and last whose page table has changed */
    uint64_t still_at; /* core cycle in which policies are called while no SM runs; UINT64_MAX = SMs run */
    page_changes changes;
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

/* A launch is to begin, of `trace` with its code at `code`: makes its tables and tells the vm policy of its
 * buffers. POISE_USAGE: too many. */
int pages_announce(page_tables *t, launch_pages *launch, const warp_trace *trace, uint64_t code,
                   poise_error *err);
/* It begins: places all pages if no walk does. With `is_shared` other programs are in the machine.
 * POISE_USAGE: addresses of which these leave no room. */
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

/* ---- page_changes.c: what host functions of the same names do (sim_hooks/vm.h) ---- */

void pages_coalesce(page_tables *t, uint16_t app, uint64_t large_page);
void pages_splinter(page_tables *t, uint16_t app, uint64_t large_page);
void pages_move(page_tables *t, uint16_t app, uint64_t page, uint64_t frame);
void pages_unmap(page_tables *t, uint16_t app, uint64_t page);
bool pages_is_dirty(const page_tables *t, uint16_t app, uint64_t page);
/* A line of page-table entries that has changed and is to be written next: program, level, and as its address
 * the virtual one of the first page that it says something of. False: there is none. */
bool pages_next_unwritten(const page_tables *t, tlb_read *write);
/* It has been. */
void pages_written(page_tables *t);
void pages_forget_unwritten(page_tables *t);

/* ---- buffers.c ---- */

/* Large pages in which buffers of the trace's events lie, at most: our choice, 128 GB. */
enum { PAGES_MOST_TOLD = 1 << 16 };
/* How many large pages the buffers of the trace's events lie in, one by one; 0 where nobody hears of them. */
uint64_t pages_of_buffers(const page_tables *t, const warp_trace *trace);
/* Tells the vm policy of buffers that launches use. All have tables. */
void pages_tell_buffers(page_tables *t, const launch_pages *launch, const warp_trace *trace);

/* ---- for these ---- */

/* The table of a large page, NULL = none. */
vm_chunk *pages_chunk(const page_tables *t, uint16_t app, uint64_t address);
/* Core cycle for policies. */
static inline uint64_t pages_now(const page_tables *t)
{
    return t->still_at != UINT64_MAX ? t->still_at : base_now(t->base);
}

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
