/* What vm policies note of pages that buffers lie in, and where such pages lie: vm:fcfs, vm:gdev, vm:managed.
 *
 * Each page lies where its address says in either memory, with the number of the program in bits 40 and up
 * (our choice: programs have their data below), so that a program alone with memory enough runs as with
 * vm:identity. How much there is of a memory is a matter of counting. */
#ifndef POISE_SIM_HOOKS_PAGE_BOOK_H
#define POISE_SIM_HOOKS_PAGE_BOOK_H

#include "sim_hooks/vm.h"

enum { PAGE_BOOK_PROGRAMS = 256 }; /* more than a machine can have */

typedef struct page_note {
    uint64_t key;     /* app and number; 0 = empty */
    uint32_t buffers; /* that have a part of it */
    union {
        uint32_t near;   /* of these, those in memory of the GPU, for policies that move whole buffers */
        uint32_t number; /* of what a policy knows by the page, 0 = nothing */
    };
    bool has_memory, is_host, is_placed;
    bool is_written; /* since its buffer was copied, for policies that ask */
} page_note;

/* Starts as zeros. Notes stay for good: the table is as large as all that a run has touched. */
typedef struct page_book {
    page_note *note; /* hashed by key, open addressing */
    uint64_t slots, used;
} page_book;

/* The note of a page, new ones are zeros but for the key; valid until the next call. NULL: no memory. */
page_note *page_book_find(page_book *book, uint16_t app, uint64_t page);
/* The same, NULL if there is none. */
page_note *page_book_known(const page_book *book, uint16_t app, uint64_t page);
void page_book_free(page_book *book);

static inline uint16_t page_note_app(const page_note *note)
{
    return (uint16_t)((note->key - 1) & 0xff);
}
static inline uint64_t page_note_page(const page_note *note)
{
    return (note->key - 1) >> 8;
}
/* Nothing is known of the page any more. */
static inline void page_note_clear(page_note *note)
{
    *note = (page_note){.key = note->key};
}

static inline uint64_t page_frame(uint16_t app, uint64_t page, bool is_host)
{
    const uint64_t frame = page ^ (uint64_t)app << (40 - VM_BASE_BITS);
    return frame | (is_host ? VM_HOST_MEMORY >> VM_BASE_BITS : 0);
}
/* No frame: the simulator refuses it. */
#define PAGE_NO_FRAME (UINT64_MAX >> VM_BASE_BITS)

static inline uint64_t last_page(uint64_t address, uint64_t bytes)
{
    return (address + bytes - 1) >> VM_BASE_BITS;
}

#endif
