/* Where pages lie in memory, as the vm policy has placed them: a table for each 2 MB of an address space with
 * an entry for each base page. Made when a launch begins for all that it may touch, it is written by the
 * memory side; an SM reads the entries of pages that it has been told of, in a later window. */
#ifndef POISE_SIM_TRANSLATION_PAGES_H
#define POISE_SIM_TRANSLATION_PAGES_H

#include "sim/gpu.h"

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

/* Whether the policies of the machine need such tables. */
bool pages_are_placed(const gpu *g);

/* As app_place_pages. */
int pages_begin(sim_app *app, poise_error *err);
/* As app_forget_pages; what is under way stays so. */
void pages_end(const sim_app *app);
void pages_free(gpu *g);
int pages_error(const gpu *g, poise_error *err);
/* Notes that the vm policy has broken its contract with the page of `address`. */
void pages_fail(gpu *g, pages_fault fault, uint16_t app, uint64_t address, uint64_t frame);

/* log2 of the size of the page of `address`, placing it if it has no place; 0 = not in memory yet. */
uint8_t pages_frame(gpu *g, uint16_t app, uint64_t address);
/* The same without placing it. */
uint8_t pages_mapped(gpu *g, uint16_t app, uint64_t address);
/* The vm policy has brought a page in. False when it must not say so. */
bool pages_present(gpu *g, uint16_t app, uint64_t address);

/* Whether a page that the launch may touch is in memory. */
bool pages_have_place(const gpu *g, uint16_t app, uint64_t address);
/* Physical address of any address that a launch may touch. */
uint64_t pages_physical(const gpu *g, uint16_t app, uint64_t address);

#endif
