/* First come, first served: pages take memory of the GPU while there is some; later ones lie in memory of the
 * host for good and are used over the link. What a driver does that never moves what it has placed, the
 * baseline of GPUswap (Kehne, dissertation, KIT 2019, 1.1: who comes first starves the others).
 *
 * A buffer takes memory when it is made, its first pages first, and gives it back when it is released; pages
 * of no buffer do when they are placed. Each page lies where its address says in either memory, with the
 * number of the program in bits 40 and up (our choice: programs have their data below), so that a program
 * alone with memory enough runs as with vm:identity. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/policy_statistics.h"

#include <stdlib.h>

enum { APP_SHIFT = 40 };

typedef struct fcfs_options {
    uint32_t memory; /* MB */
} fcfs_options;

/* A page that has ever had memory. */
typedef struct fcfs_page {
    uint64_t key; /* app and number, see key_of; 0 = empty */
    uint32_t buffers;
    bool has_memory, is_host, is_placed;
} fcfs_page;

typedef struct fcfs {
    const vm_host *host;
    fcfs_page *page; /* hashed by key, open addressing */
    uint64_t slots, used;
    uint64_t left;              /* pages of the GPU's memory that nobody has */
    uint64_t pages[2], most[2]; /* that have memory, [is_host] */
} fcfs;

static uint64_t key_of(uint16_t app, uint64_t page)
{
    return (page << 8 | app) + 1;
}

/* Fibonacci hashing (Knuth, volume 3, 6.4). */
static fcfs_page *slot_of(fcfs_page *pages, uint64_t slots, uint64_t key)
{
    const uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t i = (mixed ^ mixed >> 32) & (slots - 1);
    while (pages[i].key && pages[i].key != key)
        i = (i + 1) & (slots - 1);
    return &pages[i];
}

static bool make_room(fcfs *s)
{
    if (2 * s->used < s->slots)
        return true;
    const uint64_t slots = s->slots ? 2 * s->slots : 1024;
    fcfs_page *grown = calloc(slots, sizeof *grown);
    if (!grown)
        return false;
    for (uint64_t i = 0; i < s->slots; i++)
        if (s->page[i].key)
            *slot_of(grown, slots, s->page[i].key) = s->page[i];
    free(s->page);
    s->page = grown;
    s->slots = slots;
    return true;
}

/* NULL: no memory for the table. */
static fcfs_page *page_of(fcfs *s, uint16_t app, uint64_t number)
{
    if (!make_room(s))
        return NULL;
    const uint64_t key = key_of(app, number);
    fcfs_page *page = slot_of(s->page, s->slots, key);
    s->used += page->key == 0;
    page->key = key;
    return page;
}

static void take_memory(fcfs *s, fcfs_page *page)
{
    page->has_memory = true;
    page->is_host = s->left == 0;
    s->left -= !page->is_host;
    uint64_t *pages = &s->pages[page->is_host], *most = &s->most[page->is_host];
    ++*pages;
    *most = *pages > *most ? *pages : *most;
}

static void give_back(fcfs *s, fcfs_page *page)
{
    s->left += !page->is_host;
    s->pages[page->is_host]--;
    *page = (fcfs_page){.key = page->key};
}

static void allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)cycle;
    fcfs *s = state;
    const uint64_t last = (address + bytes - 1) >> VM_BASE_BITS;
    for (uint64_t number = address >> VM_BASE_BITS; number <= last; number++) {
        fcfs_page *page = page_of(s, app, number);
        if (!page)
            return; /* place() says so */
        page->buffers++;
        if (!page->has_memory)
            take_memory(s, page);
    }
}

/* A page that another buffer has a part of stays. */
static void release(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)cycle;
    fcfs *s = state;
    const uint64_t last = (address + bytes - 1) >> VM_BASE_BITS;
    for (uint64_t number = address >> VM_BASE_BITS; number <= last; number++) {
        fcfs_page *page = page_of(s, app, number);
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

/* The host refuses a page when there is no memory for the table. */
static vm_answer place(void *state, uint16_t app, uint64_t number, vm_place *at, uint64_t cycle)
{
    (void)cycle;
    fcfs *s = state;
    fcfs_page *page = page_of(s, app, number);
    at->frame = UINT64_MAX >> VM_BASE_BITS;
    if (!page)
        return VM_PRESENT;
    if (!page->has_memory)
        take_memory(s, page);
    page->is_placed = true;
    at->frame = number ^ (uint64_t)app << (APP_SHIFT - VM_BASE_BITS);
    at->frame |= page->is_host ? VM_HOST_MEMORY >> VM_BASE_BITS : 0;
    return VM_PRESENT;
}

static void app_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    fcfs *s = state;
    for (uint64_t i = 0; i < s->slots; i++)
        if (s->page[i].has_memory && ((s->page[i].key - 1) & 0xff) == app)
            give_back(s, &s->page[i]);
}

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    const fcfs_options *o = options;
    fcfs *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for the pages of vm:fcfs");
    *s = (fcfs){.host = host, .left = (uint64_t)o->memory << (20 - VM_BASE_BITS)};
    *state = s;
    return POISE_OK;
}

static void destroy(void *state)
{
    fcfs *s = state;
    free(s->page);
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
                                             .help = "MB of memory of the GPU"}};

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
