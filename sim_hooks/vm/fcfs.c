/* First come, first served: pages take memory of the GPU while there is some; later ones lie in memory of the
 * host for good and are used over the link. What a driver does that never moves what it has placed, the
 * baseline of GPUswap (Kehne, dissertation, KIT 2019, 1.1: who comes first starves the others).
 *
 * A buffer takes memory when it is made, its first pages first, and gives it back when it is released; pages
 * of no buffer do when they are placed. Where they lie: page_book.h.
 *
 * With `programs` memory is divided instead, an equal part for each of so many programs, the other baseline
 * there: fair, but what a program leaves of its part is idle, and their number must be known [KE 1.1]. Pages
 * that are left over belong to nobody, and programs with higher numbers have no memory (our choice). */
#include "sim_hooks/builtin.h"
#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/vm/page_book.h"
#include "sim_hooks/vm/told_buffers.h"

#include <stdlib.h>

typedef struct fcfs_options {
    uint32_t memory;   /* MB */
    uint32_t programs; /* that memory is divided among; 0 and 1 = it is not */
} fcfs_options;

typedef struct fcfs {
    const vm_host *host;
    page_book book;
    told_buffers buffers;
    /* Pages of the GPU's memory that nobody has: of all of it, or of the part of each program. */
    uint64_t left[PAGE_BOOK_PROGRAMS];
    bool is_divided;
    uint64_t pages[2], most[2]; /* that have memory, [is_host] */
} fcfs;

/* What a program takes memory from. */
static uint64_t *left_for(fcfs *s, uint16_t app)
{
    return &s->left[s->is_divided ? app : 0];
}

static void take_memory(fcfs *s, page_note *page)
{
    page->has_memory = true;
    uint64_t *left = left_for(s, page_note_app(page));
    page->is_host = *left == 0;
    *left -= !page->is_host;
    uint64_t *pages = &s->pages[page->is_host], *most = &s->most[page->is_host];
    ++*pages;
    *most = *pages > *most ? *pages : *most;
}

static void give_back(fcfs *s, page_note *page)
{
    *left_for(s, page_note_app(page)) += !page->is_host;
    s->pages[page->is_host]--;
    page_note_clear(page);
}

/* A page that another buffer has a part of stays. */
static void release(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)cycle;
    fcfs *s = state;
    const uint64_t last = last_page(address, bytes);
    told_buffers_remove(&s->buffers, app, address);
    for (uint64_t number = address >> VM_BASE_BITS; number <= last; number++) {
        page_note *page = page_book_find(&s->book, app, number);
        if (!page || !page->has_memory || page->buffers > 1) {
            if (page && page->buffers)
                page->buffers--;
            continue;
        }
        if (page->is_placed)
            s->host->unmap(s->host->opaque, app, number);
        give_back(s, page);
    }
}

static void take_pages(fcfs *s, uint16_t app, uint64_t address, uint64_t bytes)
{
    const uint64_t last = last_page(address, bytes);
    for (uint64_t number = address >> VM_BASE_BITS; number <= last; number++) {
        page_note *page = page_book_find(&s->book, app, number);
        if (!page)
            return; /* place() says so */
        page->buffers++;
        if (!page->has_memory)
            take_memory(s, page);
    }
}

static void allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    fcfs *s = state;
    const uint64_t there = told_buffers_bytes(&s->buffers, app, address);
    if (there == bytes)
        return;
    if (there)
        release(s, app, address, there, cycle);
    if (told_buffers_add(&s->buffers, app, address, bytes))
        take_pages(s, app, address, bytes);
    else
        s->host->refuse(s->host->opaque, app, address, bytes);
}

/* The simulator refuses a page when there was no memory for its note. */
static vm_answer place(void *state, uint16_t app, uint64_t number, vm_place *at, uint64_t cycle)
{
    (void)cycle;
    fcfs *s = state;
    page_note *page = page_book_find(&s->book, app, number);
    at->frame = PAGE_NO_FRAME;
    if (!page)
        return VM_PRESENT;
    if (!page->has_memory)
        take_memory(s, page);
    page->is_placed = true;
    at->frame = page_frame(app, number, page->is_host);
    return VM_PRESENT;
}

static void app_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    fcfs *s = state;
    told_buffers_forget(&s->buffers, app);
    for (uint64_t i = 0; i < s->book.slots; i++)
        if (s->book.note[i].has_memory && page_note_app(&s->book.note[i]) == app)
            give_back(s, &s->book.note[i]);
}

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    const fcfs_options *o = options;
    fcfs *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for the pages of vm:fcfs");
    *s = (fcfs){.host = host, .is_divided = o->programs > 1};
    const uint64_t pages = (uint64_t)o->memory << (20 - VM_BASE_BITS);
    for (uint32_t i = 0; i < (s->is_divided ? o->programs : 1); i++)
        s->left[i] = pages / (s->is_divided ? o->programs : 1);
    *state = s;
    return POISE_OK;
}

static void destroy(void *state)
{
    fcfs *s = state;
    page_book_free(&s->book);
    told_buffers_free(&s->buffers);
    free(s);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const fcfs *s = states[0];
    const policy_statistic all[] = {
        {"pages", "page", (double)s->pages[false]},
        {"pages_of_host", "page", (double)s->pages[true]},
        {"most_pages_of_host", "page", (double)s->most[true]},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

static const poise_option option_table[] = {{.name = "memory",
                                             .type = POISE_OPT_UINT32,
                                             .default_text = "1536",
                                             .offset = offsetof(fcfs_options, memory),
                                             .min = 0,
                                             .max = 1048576,
                                             .help = "MB of memory of the GPU"},
                                            {.name = "programs",
                                             .type = POISE_OPT_UINT32,
                                             .default_text = "0",
                                             .offset = offsetof(fcfs_options, programs),
                                             .min = 0,
                                             .max = POLICY_PROGRAMS,
                                             .help = "programs that have an equal part of it each; 0 or 1 = "
                                                     "all share it [KE 1.1]"}};

const vm_policy vm_fcfs = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "fcfs",
             .summary = "first come, first served: pages that find no memory stay at the host",
             .source = "Kehne, dissertation, KIT 2019, 1.1",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(fcfs_options)},
    .create = create,
    .life.destroy = destroy,
    .life.app_end = app_end,
    .life.statistics = statistics,
    .place = place,
    .allocate = allocate,
    .release = release,
};
