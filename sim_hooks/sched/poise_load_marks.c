#include "sim_hooks/sched/poise_load_marks.h"

#include <stdlib.h>

bool poise_load_marks_create(poise_load_marks *marks, uint32_t lines)
{
    uint32_t slots = 2;
    while (slots < 2 * lines)
        slots *= 2;
    *marks = (poise_load_marks){.slots = slots, .slot = calloc(slots, sizeof *marks->slot)};
    if (marks->slot == NULL)
        return false;
    poise_load_marks_clear(marks);
    return true;
}

void poise_load_marks_free(poise_load_marks *marks)
{
    free(marks->slot);
    *marks = (poise_load_marks){0};
}

void poise_load_marks_clear(poise_load_marks *marks)
{
    for (uint32_t i = 0; i < marks->slots; i++)
        marks->slot[i].entry = POISE_NO_MARK;
    marks->used = 0;
}

/* Where the search for an address begins: addresses of lines have zeros at the end. */
static uint32_t home_of(const poise_load_marks *marks, uint64_t address)
{
    return (uint32_t)((address >> 5) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (marks->slots - 1);
}

/* The slot of an address, or the free one where it would be; half of them are free. */
static uint32_t find(const poise_load_marks *marks, uint64_t address)
{
    uint32_t at = home_of(marks, address);
    while (marks->slot[at].entry != POISE_NO_MARK && marks->slot[at].address != address)
        at = (at + 1) & (marks->slots - 1);
    return at;
}

void poise_load_marks_set(poise_load_marks *marks, uint64_t address, uint8_t entry)
{
    if (marks->used >= marks->slots / 2)
        return;
    const uint32_t at = find(marks, address);
    marks->used += marks->slot[at].entry == POISE_NO_MARK;
    marks->slot[at] = (poise_load_mark){address, entry};
}

/* Marks behind the slot move up unless they would pass their home (Knuth, The Art of Computer Programming 3,
 * algorithm 6.4 R). */
static void remove_at(poise_load_marks *marks, uint32_t at)
{
    const uint32_t ring = marks->slots - 1;
    for (uint32_t next = (at + 1) & ring; marks->slot[next].entry != POISE_NO_MARK;
         next = (next + 1) & ring) {
        const uint32_t home = home_of(marks, marks->slot[next].address);
        if (((next - home) & ring) < ((next - at) & ring))
            continue;
        marks->slot[at] = marks->slot[next];
        at = next;
    }
    marks->slot[at].entry = POISE_NO_MARK;
    marks->used--;
}

uint8_t poise_load_marks_take(poise_load_marks *marks, uint64_t address)
{
    const uint32_t at = find(marks, address);
    const uint8_t entry = marks->slot[at].entry;
    if (entry != POISE_NO_MARK)
        remove_at(marks, at);
    return entry;
}

/* What moves up into a slot is looked at there; what moves around the end, to a slot that was passed, has
 * been looked at. */
void poise_load_marks_forget(poise_load_marks *marks, uint8_t entry)
{
    for (uint32_t at = 0; at < marks->slots;) {
        if (marks->slot[at].entry == entry)
            remove_at(marks, at);
        else
            at++;
    }
}
