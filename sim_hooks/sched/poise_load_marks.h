/* Which load has brought each line of an L1, as long as nobody has asked for it again: so that lines which
 * leave unused count for their load. In hardware the number of an entry of the load table in each L1 line and
 * a bit that says whether it holds. Our choice. */
#ifndef POISE_SIM_HOOKS_POISE_LOAD_MARKS_H
#define POISE_SIM_HOOKS_POISE_LOAD_MARKS_H

#include <stdbool.h>
#include <stdint.h>

enum { POISE_NO_MARK = 255 };

typedef struct poise_load_mark {
    uint64_t address;
    uint8_t entry; /* of the load table; POISE_NO_MARK = the slot is free */
} poise_load_mark;

/* Of an L1, found by address: open addressing with linear probing. */
typedef struct poise_load_marks {
    uint32_t slots; /* a power of two, at least twice the lines of the L1 */
    uint32_t used;
    poise_load_mark *slot;
} poise_load_marks;

/* False: no memory. Freed by poise_load_marks_free(), also when zeroed. */
bool poise_load_marks_create(poise_load_marks *marks, uint32_t lines);
void poise_load_marks_free(poise_load_marks *marks);

void poise_load_marks_clear(poise_load_marks *marks);

/* A line that has no mark gets one: `entry` has brought it. Nothing happens when half of the slots are taken.
 */
void poise_load_marks_set(poise_load_marks *marks, uint64_t address, uint8_t entry);

/* Takes the mark of a line away; its entry, POISE_NO_MARK = it had none. */
uint8_t poise_load_marks_take(poise_load_marks *marks, uint64_t address);

/* Takes all marks of an entry away: it is another load's from now on. */
void poise_load_marks_forget(poise_load_marks *marks, uint8_t entry);

#endif
