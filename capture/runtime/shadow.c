#include "capture/runtime/shadow.h"

#include "trace/trace.h"

#include <string.h>
#include <sys/mman.h>

/* A note: 0 = not accessed; READ + worker; WRITTEN + worker (read by that worker too); read by several;
 * updated by several. */
enum {
    NOTE_READ = 1,
    NOTE_READ_BY_SEVERAL = 63,
    NOTE_WRITTEN = 64,
    NOTE_UPDATED = 127,
    NOTE_CONFLICT = 255,
};

static uint64_t lines_of(const capture_range *range)
{
    return (range->end - range->begin + TRACE_LINE_BYTES - 1) / TRACE_LINE_BYTES;
}

int capture_shadow_open(capture_shadow *shadow, poise_error *err)
{
    void *words = mmap(NULL, CAPTURE_SHADOW_BYTES, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *shadow = (capture_shadow){.words = words == MAP_FAILED ? NULL : words};
    return shadow->words ? 0
                         : poise_fail_errno(err, POISE_FAILED, "cannot map %d bytes", CAPTURE_SHADOW_BYTES);
}

void capture_shadow_close(capture_shadow *shadow)
{
    if (shadow->words)
        munmap(shadow->words, CAPTURE_SHADOW_BYTES);
    *shadow = (capture_shadow){0};
}

uint64_t capture_shadow_bytes(const capture_ranges *ranges)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < ranges->n; i++)
        lines += ranges->range[i].is_writable ? lines_of(&ranges->range[i]) : 0;
    return lines * sizeof(uint32_t);
}

void capture_shadow_clear(const capture_shadow *shadow, const capture_ranges *ranges)
{
    memset(shadow->words, 0, capture_shadow_bytes(ranges));
}

void capture_shadow_assign(const capture_shadow *shadow, capture_ranges *ranges)
{
    uint32_t *next = shadow->words;
    for (size_t i = 0; i < ranges->n; i++) {
        capture_range *range = &ranges->range[i];
        range->shadow = range->is_writable ? next : NULL;
        next += range->is_writable ? lines_of(range) : 0;
    }
}

static unsigned after_read(unsigned note, unsigned worker)
{
    if (note == 0)
        return NOTE_READ + worker;
    if (note == NOTE_READ + worker || note == NOTE_READ_BY_SEVERAL || note == NOTE_WRITTEN + worker)
        return note;
    return note < NOTE_READ_BY_SEVERAL ? NOTE_READ_BY_SEVERAL : NOTE_CONFLICT;
}

static unsigned after_write(unsigned note, unsigned worker)
{
    bool is_own = note == 0 || note == NOTE_READ + worker || note == NOTE_WRITTEN + worker;
    return is_own ? NOTE_WRITTEN + worker : NOTE_CONFLICT;
}

/* What a worker alone has updated counts as updated by several: no work-item may read it. */
static unsigned after_update(unsigned note)
{
    return note == 0 || note == NOTE_UPDATED ? NOTE_UPDATED : NOTE_CONFLICT;
}

static unsigned after(unsigned note, capture_shadow_access access, unsigned worker)
{
    switch (access) {
    case SHADOW_READ: return after_read(note, worker);
    case SHADOW_WRITE: return after_write(note, worker);
    default: return after_update(note);
    }
}

/* The four notes of a line after an access to `sectors`; *conflict is set when one of them does not agree. */
static uint32_t next_word(uint32_t word, unsigned sectors, capture_shadow_access access, unsigned worker,
                          bool *conflict)
{
    for (unsigned s = 0; s < 4; s++) {
        if (!(sectors >> s & 1))
            continue;
        unsigned note = after(word >> (8 * s) & 255, access, worker);
        *conflict |= note == NOTE_CONFLICT;
        word = (word & ~(UINT32_C(255) << (8 * s))) | (uint32_t)note << (8 * s);
    }
    return word;
}

static bool note_line(uint32_t *place, unsigned sectors, capture_shadow_access access, unsigned worker)
{
    _Atomic uint32_t *shared = (_Atomic uint32_t *)place;
    uint32_t word = atomic_load_explicit(shared, memory_order_relaxed);
    bool conflict = false;
    uint32_t wanted = next_word(word, sectors, access, worker, &conflict);
    while (!conflict && wanted != word && !atomic_compare_exchange_weak(shared, &word, wanted))
        wanted = next_word(word, sectors, access, worker, &conflict);
    return !conflict;
}

bool capture_shadow_note(const capture_range *range, const uint64_t *lines, uint32_t n,
                         capture_shadow_access access, unsigned worker)
{
    static const uint32_t every_byte = 0x01010101;
    static const uint32_t bytes_of[16] = {
        0,          0xff,       0xff00,     0xffff,     0xff0000,   0xff00ff,   0xffff00,   0xffffff,
        0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ffff, 0xffff0000, 0xffff00ff, 0xffffff00, 0xffffffff};
    /* Mostly the worker has been there before. */
    uint32_t own = every_byte * (access == SHADOW_UPDATE ? NOTE_UPDATED : NOTE_WRITTEN + worker);
    uint32_t read = access == SHADOW_READ ? every_byte * (NOTE_READ + worker) : own;
    for (uint32_t i = 0; i < n; i++) {
        unsigned sectors = access_sectors(lines[i]);
        uint32_t *place = range->shadow + ((lines[i] - range->begin) >> TRACE_LINE_SHIFT);
        uint32_t word = __atomic_load_n(place, __ATOMIC_RELAXED), chosen = bytes_of[sectors];
        if ((word & chosen) == (own & chosen) || (word & chosen) == (read & chosen))
            continue;
        if (!note_line(place, sectors, access, worker))
            return false;
    }
    return true;
}
