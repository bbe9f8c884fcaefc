/* Large pages [KE 2.2.4], of 2 MB here: one whose base pages all lie in buffers of its program and in the
 * same memory is translated as one. Pages lie where their addresses say in either memory, so that this is all
 * it takes. A chunk that moves splinters those that it has a part of, and what is whole again behind it
 * becomes one again. */
#include "sim_hooks/vm/gpuswap.h"

enum { LARGE_PAGES_BITS = VM_LARGE_BITS - VM_BASE_BITS };

/* Whether the large page is one now is noted by the extent that it begins in. NULL: by none. */
static uint64_t *note_of(const gpuswap *s, uint16_t app, uint64_t large, uint64_t *bit)
{
    const gpuswap_extent *e = gpuswap_extent_of(s, app, large << LARGE_PAGES_BITS);
    const uint64_t i = e ? large - (e->first_page >> LARGE_PAGES_BITS) : 0;
    *bit = UINT64_C(1) << i % 64;
    return e ? &e->large[i / 64] : NULL;
}

static bool is_in_one_memory(const gpuswap *s, uint16_t app, uint64_t large)
{
    swap_where where = SWAP_PLACES;
    for (uint64_t page = large << LARGE_PAGES_BITS; page >> LARGE_PAGES_BITS == large;) {
        const uint32_t chunk = swap_find(s->memory, app, page);
        const swap_where is = chunk == SWAP_NONE ? SWAP_PLACES : swap_data_of(s->memory, chunk);
        if (is == SWAP_PLACES || (where != SWAP_PLACES && is != where))
            return false;
        where = is;
        const swap_chunk *c = swap_chunk_at(s->memory, chunk);
        page = c->first_page + (c->bytes >> VM_BASE_BITS);
    }
    return true;
}

void gpuswap_join(gpuswap *s, uint16_t app, uint64_t page, uint64_t pages)
{
    const uint64_t last = (page + pages - 1) >> LARGE_PAGES_BITS;
    for (uint64_t large = page >> LARGE_PAGES_BITS; s->options.large && large <= last; large++) {
        uint64_t bit, *note = note_of(s, app, large, &bit);
        if (!note || (*note & bit) || !is_in_one_memory(s, app, large))
            continue;
        *note |= bit;
        s->counts.joined++;
        s->host->coalesce(s->host->opaque, app, large);
    }
}

void gpuswap_split(gpuswap *s, uint16_t app, uint64_t page, uint64_t pages)
{
    const uint64_t last = (page + pages - 1) >> LARGE_PAGES_BITS;
    for (uint64_t large = page >> LARGE_PAGES_BITS; s->options.large && large <= last; large++) {
        uint64_t bit, *note = note_of(s, app, large, &bit);
        if (!note || !(*note & bit))
            continue;
        *note &= ~bit;
        s->counts.split++;
        s->host->splinter(s->host->opaque, app, large);
    }
}
