/* Memory as large frames of base pages, and who lies where: the memory manager of Mosaic (Ausavarungnirun et
 * al., MICRO 2017; chapter 7 of Ausavarungnirun's thesis), and the allocator of its baseline GPU-MMU. What it
 * does is told by hooks; it knows neither time nor page tables.
 *
 * CoCoA (7.3.2): all of an aligned large page lies in order in one large frame of its program, other pages in
 * free places of frames that the program has. In-place coalescing (7.3.3): a large frame whose base pages all
 * lie in order, have one owner and have arrived is one large page from then on; nothing moves. CaC (7.3.4):
 * when pages of a coalesced frame are released it is splintered if few are left, and these move to other
 * frames of the program in the same channel; otherwise it waits in the emergency list, its holes unused.
 *
 * Virtual and physical pages are numbers: address >> VM_BASE_BITS. A `place` is a physical base page; large
 * frame i is the places i << page_bits and up. Nothing is allocated after frames_init(), and the same calls
 * have the same results. */
#ifndef POISE_SIM_HOOKS_FRAMES_H
#define POISE_SIM_HOOKS_FRAMES_H

#include "common/error.h"
#include "sim_hooks/vm.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FRAMES_PAGE_BITS = VM_LARGE_BITS - VM_BASE_BITS,
    FRAMES_PAGES = 1 << FRAMES_PAGE_BITS, /* base pages of a large one, 512 */
    FRAMES_WORDS = FRAMES_PAGES / 64,
    FRAMES_PAGE_LIMIT_BITS = VM_APP_SHIFT - VM_BASE_BITS, /* virtual pages are below 2^36 */
    FRAMES_MOST = 1 << 21,                                /* large frames: 4 TB */
};
#define FRAMES_NOBODY UINT16_MAX /* no owner */
#define FRAMES_NONE   UINT64_MAX /* no page, no large page */
#define FRAMES_NIL    UINT32_MAX /* no frame, no place, no list */

typedef enum frames_allocator {
    FRAMES_COCOA,
    FRAMES_GPU_MMU, /* base pages from one shuffled list, whoever asks (7.3.2, Figure 7.1a) */
} frames_allocator;

typedef struct frames_options {
    frames_allocator allocator;
    uint32_t frames;   /* large frames of memory, 1 .. FRAMES_MOST */
    uint16_t apps;     /* address spaces 0 .. apps-1; number `apps` is the stranger of fragmentation */
    uint16_t channels; /* frame i is in channel i % channels; 1: each page is in all, and may move anywhere */
    uint8_t page_bits; /* log2 of base pages in a frame: FRAMES_PAGE_BITS, less in tests */
    uint16_t threshold; /* coalesced frames with fewer pages are splintered (THRESH) */
    bool compacts;      /* CaC; without it splintered frames stay as they are */
    bool gathers;       /* no frame is emptied when programs allocate, but by frames_gather(); channels = 1 */
    bool coalesces_at_once;        /* when allocated, instead of when all pages have arrived */
    uint32_t fragmented, occupied; /* fragmentation index; part of these frames that is taken, % (7.5.4) */
    uint64_t seed;                 /* of fragmentation, and of the shuffled list */
} frames_options;

/* What is done, in order. Optional (NULL). The stranger's pages move as others do, and are not mapped. */
typedef struct frames_hooks {
    void *opaque;
    void (*map)(void *opaque, uint16_t app, uint64_t page, uint64_t place);
    /* In a coalesced frame the large mapping still covers the page, and must go on when it was the first. */
    void (*unmap)(void *opaque, uint16_t app, uint64_t page, uint64_t place);
    void (*coalesce)(void *opaque, uint16_t app, uint64_t large_page, uint32_t frame);
    void (*splinter)(void *opaque, uint16_t app, uint64_t large_page, uint32_t frame);
    /* The machine stands still while `pages` are copied, which move() tells next. */
    void (*stall)(void *opaque, uint32_t pages);
    void (*move)(void *opaque, uint16_t app, uint64_t page, uint64_t from, uint64_t to);
} frames_hooks;

typedef enum frame_state {
    FRAME_FREE,      /* without owner and pages */
    FRAME_BASE,      /* translated as base pages */
    FRAME_COALESCED, /* translated as one large page; what is not allocated in it is a hole */
    FRAME_EMPTYING,  /* its pages are moved, within frames_compact() only */
    FRAME_COMMON,    /* of GPU-MMU: everybody's */
} frame_state;

typedef struct large_frame {
    uint64_t used[FRAMES_WORDS], arrived[FRAMES_WORDS]; /* a bit for each base page */
    uint16_t owner;
    uint16_t pages, pages_arrived; /* bits set above */
    uint16_t in_order;             /* pages that lie as in the large page chunk_of[] */
    uint16_t foreign;              /* pages that are not the owner's */
    frame_state state;
    bool is_touched;               /* within frames_release() and frames_gather() */
    uint32_t next_touched;         /* the same */
    uint32_t list, next, previous; /* which list it is in, and its neighbours */
} large_frame;

/* Open addressing: finds i by key[i]. */
typedef struct frames_index {
    uint32_t *slot; /* i + 1; 0 = empty */
    uint64_t mask;
    const uint64_t *key;
} frames_index;

typedef struct frames_counts {
    uint64_t coalesced, splintered;
    uint64_t compacted, moved; /* frames emptied, pages moved */
    uint64_t gathered;         /* large pages brought together */
    uint64_t emergency;        /* frames of which the soft guarantee or the large page was given up */
    uint64_t refused;          /* pages for which there was no place */
    uint64_t mapped, held;     /* base pages: allocated by programs; that nobody else can have */
    uint64_t most_held, mapped_then;
} frames_counts;

typedef struct frames {
    frames_options options;
    frames_hooks hooks;
    uint32_t pages;     /* base pages of a frame */
    large_frame *frame; /* [frame] */
    uint64_t *page_of;  /* [place]: app << VM_APP_SHIFT | virtual page; FRAMES_NONE = free */
    uint64_t *chunk_of; /* [frame]: app << VM_APP_SHIFT | large page that lies in order in it, if one does */
    frames_index by_page, by_chunk;
    uint32_t *head;        /* [list] */
    uint64_t *open_places; /* [owner * channels + channel]: free places in frames of base pages */
    uint32_t next_channel; /* whose free frame is given out next */
    uint32_t free_frames;
    uint32_t *shuffled; /* of GPU-MMU: free places, the last is given out next */
    uint64_t n_shuffled;
    /* Set by the caller while SMs run: nothing is moved or splintered, what needs that is refused. */
    bool is_held;
    frames_counts counts;
} frames;

/* Frees what it has made when it fails. POISE_USAGE: options out of range. */
int frames_init(frames *f, const frames_options *options, const frames_hooks *hooks, poise_error *err);
void frames_free(frames *f);

/* Gives places to `n` virtual pages; those that have one keep it. Returns how many have none, as memory is
 * full. app < options.apps, page + n <= 2^FRAMES_PAGE_LIMIT_BITS. */
uint64_t frames_allocate(frames *f, uint16_t app, uint64_t page, uint64_t n);
/* Takes them back; pages without a place stay without. */
void frames_release(frames *f, uint16_t app, uint64_t page, uint64_t n);
/* The same with all pages of an address space. */
void frames_release_all(frames *f, uint16_t app);
/* The data of a page have arrived. Nothing happens to a page without a place. */
void frames_arrived(frames *f, uint16_t app, uint64_t page);

/* Where a page lies; FRAMES_NIL = nowhere. */
uint32_t frames_place(const frames *f, uint16_t app, uint64_t page);
bool frames_has_arrived(const frames *f, uint32_t place);
/* Brings the base pages of a large page together in one frame, which coalesces it: pages of others leave the
 * frame, its own come from wherever they are; pages that the program has not allocated become its own, empty.
 * False, and nothing is done: see frames_gather_pages(). Only with `gathers`. */
bool frames_gather(frames *f, uint16_t app, uint64_t large_page);
/* How many pages that moves; FRAMES_NIL = it cannot be done: the large page is one already, fewer of its
 * pages than `threshold` are allocated, one has not arrived, or no frame can be had. */
uint32_t frames_gather_pages(const frames *f, uint16_t app, uint64_t large_page);
/* The coalesced frame that is the large page; FRAMES_NIL = none. */
uint32_t frames_large(const frames *f, uint16_t app, uint64_t large_page);
/* Memory held beyond what 4 KB pages take, when most was held: allocated / allocated by base pages - 1. */
double frames_bloat(const frames *f);

#endif
