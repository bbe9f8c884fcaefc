#include "sim_hooks/vm/frames_policy.h"

#include "sim_hooks/vm/frames_state.h"

#include <stdlib.h>

/* A page that crosses the link, or waits for the copy of its program. */
typedef struct far_fault {
    uint64_t key;       /* FRAMES_NONE: the page has been released meanwhile, or there is none */
    uint32_t next_free; /* token */
} far_fault;

struct frames_policy {
    const vm_host *host;
    frames memory;
    promotion *promotion; /* NULL = none */
    frames_paging paging;
    bool is_ending;       /* a program: the host knows */
    uint64_t copy_cycles; /* of a page */
    uint64_t *is_asked;   /* a bit for each place: place() has been called for its page */
    uint64_t *is_present; /* and has answered with a place */
    far_fault *under_way; /* [token] */
    uint32_t first_free;  /* token */
    uint64_t arriving;    /* the page that present() is called for */
    /* FRAMES_BEFORE: buffers of each program that cross the link; those of programs that have ended. */
    uint32_t copies[POLICY_PROGRAMS], lost_copies[POLICY_PROGRAMS];
    uint64_t far_faults, stalled, copied;
};

/* ---- what the memory manager does ---- */

static bool get_bit(const uint64_t *words, uint64_t i)
{
    return words[i / 64] >> i % 64 & 1;
}

static void set_bit(uint64_t *words, uint64_t i, bool value)
{
    words[i / 64] = (words[i / 64] & ~(UINT64_C(1) << i % 64)) | (uint64_t)value << i % 64;
}

static bool is_stranger(const frames_policy *s, uint16_t app)
{
    return app == s->memory.options.apps;
}

static uint32_t take_token(frames_policy *s, uint64_t key)
{
    const uint32_t token = s->first_free;
    s->first_free = s->under_way[token].next_free;
    s->under_way[token].key = key;
    return token;
}

static void give_token(frames_policy *s, uint32_t token)
{
    s->under_way[token] = (far_fault){.key = FRAMES_NONE, .next_free = s->first_free};
    s->first_free = token;
}

/* Its bytes arrive all the same, for nobody. */
static void forget_fault(frames_policy *s, uint64_t key)
{
    for (uint32_t i = 0; i < s->host->pages; i++) {
        if (s->under_way[i].key != key)
            continue;
        s->under_way[i].key = FRAMES_NONE;
        if (s->paging == FRAMES_BEFORE)
            give_token(s, i);
    }
}

static void on_unmap(void *opaque, uint16_t app, uint64_t page, uint64_t place)
{
    frames_policy *s = opaque;
    const bool is_asked = get_bit(s->is_asked, place);
    if (is_asked && !get_bit(s->is_present, place))
        forget_fault(s, frames_key(app, page));
    set_bit(s->is_asked, place, false);
    set_bit(s->is_present, place, false);
    if (is_asked && !s->is_ending)
        s->host->unmap(s->host->opaque, app, page);
}

static void on_coalesce(void *opaque, uint16_t app, uint64_t large_page, uint32_t frame)
{
    const frames_policy *s = opaque;
    (void)frame;
    s->host->coalesce(s->host->opaque, app, large_page);
}

static void on_splinter(void *opaque, uint16_t app, uint64_t large_page, uint32_t frame)
{
    const frames_policy *s = opaque;
    (void)frame;
    if (!s->is_ending)
        s->host->splinter(s->host->opaque, app, large_page);
}

/* The worst case, which the source measures (7.3.4): the whole GPU waits, and pages are copied one after the
 * other, those that have not arrived as well (our choice). */
static void on_stall(void *opaque, uint32_t pages)
{
    frames_policy *s = opaque;
    const uint64_t cycles = pages * s->copy_cycles;
    s->stalled += cycles;
    if (cycles)
        s->host->stall(s->host->opaque, cycles);
}

static void on_move(void *opaque, uint16_t app, uint64_t page, uint64_t from, uint64_t to)
{
    frames_policy *s = opaque;
    const bool is_present = get_bit(s->is_present, from);
    set_bit(s->is_asked, to, get_bit(s->is_asked, from));
    set_bit(s->is_present, to, is_present);
    set_bit(s->is_asked, from, false);
    set_bit(s->is_present, from, false);
    if (is_present && !is_stranger(s, app))
        s->host->move(s->host->opaque, app, page, to);
}

/* ---- life ---- */

static int create_arrays(frames_policy *s, poise_error *err)
{
    const size_t words = (((size_t)s->memory.options.frames << s->memory.options.page_bits) + 63) / 64;
    s->is_asked = calloc(words, sizeof *s->is_asked);
    s->is_present = calloc(words, sizeof *s->is_present);
    s->under_way = calloc(s->host->pages, sizeof *s->under_way);
    if (!s->is_asked || !s->is_present || !s->under_way)
        return poise_fail(err, POISE_FAILED, "no memory for demand paging");
    for (uint32_t i = 0; i < s->host->pages; i++)
        s->under_way[i] = (far_fault){.key = FRAMES_NONE, .next_free = i + 1};
    return POISE_OK;
}

int frames_policy_create(const vm_host *host, const frames_policy_options *o, frames_options memory,
                         uint64_t copy_cycles, const promotion_options *by_use, void **state,
                         poise_error *err)
{
    frames_policy *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for a vm policy");
    *state = s;
    s->host = host;
    s->paging = (frames_paging)o->paging;
    s->arriving = FRAMES_NONE;
    s->copy_cycles = copy_cycles;
    memory.frames = o->memory >> (VM_LARGE_BITS - 20);
    memory.apps = POLICY_PROGRAMS;
    memory.page_bits = FRAMES_PAGE_BITS;
    memory.coalesces_at_once = s->paging == FRAMES_AT_ONCE;
    memory.fragmented = o->fragmentation;
    memory.occupied = o->occupancy;
    memory.seed = o->seed;
    const frames_hooks hooks = {.opaque = s,
                                .unmap = on_unmap,
                                .coalesce = on_coalesce,
                                .splinter = on_splinter,
                                .stall = on_stall,
                                .move = on_move};
    memory.gathers = by_use && promotion_is_wanted(by_use);
    int code = frames_init(&s->memory, &memory, &hooks, err);
    if (code == POISE_OK)
        code = create_arrays(s, err);
    if (code == POISE_OK && memory.gathers)
        code = promotion_new(&s->promotion, by_use, host, &s->memory, copy_cycles, err);
    return code;
}

void frames_policy_destroy(void *state)
{
    frames_policy *s = state;
    frames_free(&s->memory);
    promotion_free(s->promotion);
    free(s->is_asked);
    free(s->is_present);
    free(s->under_way);
    free(s);
}

void frames_policy_app_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    frames_policy *s = state;
    s->is_ending = true;
    frames_release_all(&s->memory, app);
    s->is_ending = false;
    if (s->promotion)
        promotion_app_end(s->promotion, app);
    s->lost_copies[app] += s->copies[app];
    s->copies[app] = 0;
}

const frames *frames_policy_memory(const void *state)
{
    return &((const frames_policy *)state)->memory;
}

uint64_t frames_policy_far_faults(const void *state)
{
    return ((const frames_policy *)state)->far_faults;
}

uint64_t frames_policy_stalled(const void *state)
{
    return ((const frames_policy *)state)->stalled;
}

uint64_t frames_policy_copied(const void *state)
{
    return ((const frames_policy *)state)->copied;
}

const promotion *frames_policy_promotion(const void *state)
{
    return ((const frames_policy *)state)->promotion;
}

/* ---- references ---- */

void frames_policy_missed(void *state, uint16_t app, uint64_t page)
{
    (void)page;
    const frames_policy *s = state;
    if (s->promotion)
        promotion_missed(s->promotion, app);
}

void frames_policy_walked(void *state, uint16_t app, uint64_t page)
{
    const frames_policy *s = state;
    if (s->promotion)
        promotion_walked(s->promotion, app, page);
}

uint64_t frames_policy_gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)count;
    const frames_policy *s = states[0];
    return s->promotion ? promotion_gather(s->promotion, cycle) : 0;
}

/* ---- what the host asks ---- */

/* Of a page that no buffer has, such as one of code: SMs run, nothing else may change. */
static uint32_t place_alone(frames_policy *s, uint16_t app, uint64_t page)
{
    if (app >= s->memory.options.apps)
        return FRAMES_NIL;
    s->memory.is_held = true;
    frames_allocate(&s->memory, app, page, 1);
    s->memory.is_held = false;
    return frames_place(&s->memory, app, page);
}

/* Whether a page that is asked for must wait: the link carries it alone, or with all of its program. */
static bool must_wait(frames_policy *s, uint64_t key, uint32_t at)
{
    if (key == s->arriving || frames_has_arrived(&s->memory, at) || s->first_free >= s->host->pages)
        return false;
    if (s->paging == FRAMES_BEFORE)
        return s->copies[frames_app_of(key)] > 0;
    return s->paging == FRAMES_ON_DEMAND;
}

static void wait_for(frames_policy *s, uint64_t key)
{
    const uint32_t token = take_token(s, key);
    if (s->paging == FRAMES_BEFORE)
        return;
    s->far_faults++;
    s->host->transfer(s->host->opaque, token, UINT64_C(1) << VM_BASE_BITS, true);
}

/* Memory that is full ends the run, as the source has no oversubscription: the host refuses the place. No
 * more pages wait than there are tokens, but those of released pages are still taken: then the page is there
 * at once. */
vm_answer frames_policy_place(void *state, uint16_t app, uint64_t page, vm_place *place, uint64_t cycle)
{
    (void)cycle;
    frames_policy *s = state;
    const uint64_t key = frames_key(app, page);
    uint32_t at = frames_place(&s->memory, app, page);
    if (at == FRAMES_NIL)
        at = place_alone(s, app, page);
    if (at == FRAMES_NIL) {
        *place = (vm_place){.frame = UINT64_MAX >> VM_BASE_BITS, .page_bits = VM_BASE_BITS};
        return VM_PRESENT;
    }
    set_bit(s->is_asked, at, true);
    if (must_wait(s, key, at)) {
        wait_for(s, key);
        return VM_FAULT;
    }
    set_bit(s->is_present, at, true);
    *place = (vm_place){.frame = at, .page_bits = VM_BASE_BITS};
    return VM_PRESENT;
}

/* A page that waits can be used: it has a place when place() is asked again. */
static void present(frames_policy *s, uint32_t token)
{
    const uint64_t key = s->under_way[token].key;
    give_token(s, token);
    s->arriving = key;
    s->host->present(s->host->opaque, frames_app_of(key), frames_page_of(key));
    s->arriving = FRAMES_NONE;
}

/* All that a program has been copied: what waits goes on, and its large pages come to be. */
static void open_program(frames_policy *s, uint16_t app)
{
    const uint64_t places = (uint64_t)s->memory.options.frames << s->memory.options.page_bits;
    for (uint32_t i = 0; i < s->host->pages; i++)
        if (s->under_way[i].key != FRAMES_NONE && frames_app_of(s->under_way[i].key) == app)
            present(s, i);
    for (uint64_t i = 0; i < places; i++) {
        const uint64_t key = s->memory.page_of[i];
        if (key != FRAMES_NONE && frames_app_of(key) == app)
            frames_arrived(&s->memory, app, frames_page_of(key));
    }
}

/* Those of one program arrive in their order, so that the first are those of programs that have ended. */
static void copy_arrived(frames_policy *s, uint16_t app)
{
    if (s->lost_copies[app]) {
        s->lost_copies[app]--;
    } else if (--s->copies[app] == 0) {
        open_program(s, app);
    }
}

/* The large page that it completes comes to be when the host knows the page. */
void frames_policy_transferred(void *state, uint32_t token, uint64_t cycle)
{
    (void)cycle;
    frames_policy *s = state;
    if (token >= s->host->pages) {
        copy_arrived(s, (uint16_t)(token - s->host->pages));
        return;
    }
    const uint64_t key = s->under_way[token].key;
    if (key == FRAMES_NONE) {
        give_token(s, token);
        return;
    }
    present(s, token);
    frames_arrived(&s->memory, frames_app_of(key), frames_page_of(key));
}

/* All of it crosses the link, whatever is used of it. */
static void copy_buffer(frames_policy *s, uint16_t app, uint64_t bytes)
{
    s->copies[app]++;
    s->copied += bytes;
    s->host->transfer(s->host->opaque, s->host->pages + app, bytes, true);
}

void frames_policy_allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)cycle;
    frames_policy *s = state;
    const uint64_t first = address >> VM_BASE_BITS, last = (address + bytes - 1) >> VM_BASE_BITS;
    if (app >= s->memory.options.apps)
        return;
    frames_allocate(&s->memory, app, first, last - first + 1);
    if (s->paging == FRAMES_BEFORE)
        copy_buffer(s, app, bytes);
}

/* Pages that it shares with other buffers stay until the program ends: those at its edges, unless it covers
 * them wholly (our choice). */
void frames_policy_release(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)cycle;
    frames_policy *s = state;
    const uint64_t page_bytes = UINT64_C(1) << VM_BASE_BITS;
    const uint64_t first = (address + page_bytes - 1) >> VM_BASE_BITS,
                   end = (address + bytes) >> VM_BASE_BITS;
    if (app < s->memory.options.apps && end > first)
        frames_release(&s->memory, app, first, end - first);
}
