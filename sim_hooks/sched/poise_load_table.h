/* What an SM counts of single load instructions while policy poise samples: a table of a few loads, by
 * program counter. Pure functions of integers; our choice.
 *
 * A load that finds no place takes one look-up from the entry that has fewest, and its place when none is
 * left: loads that ask for much stay (J. Misra, D. Gries, Finding Repeated Elements, Science of Computer
 * Programming 2, 1982). Counters have 16 bits: when one is full, all of the table are halved. */
#ifndef POISE_SIM_HOOKS_POISE_LOAD_TABLE_H
#define POISE_SIM_HOOKS_POISE_LOAD_TABLE_H

#include "infer/poise_loads.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    POISE_TABLE_LOADS = 16,
    POISE_TABLE_MOST_PC = 1 << 16, /* loads behind that many instructions are not counted: they allocate */
    POISE_TABLE_ENTRY_BITS = 16 + 4 * 16,
    POISE_TABLE_LINE_COUNTER_BITS = 2 * 16, /* more, where it is counted what becomes of lines */
};

typedef struct poise_table_load {
    uint32_t pc;
    poise_load_sample sample;
} poise_table_load;

typedef struct poise_load_table {
    uint32_t count;
    poise_table_load load[POISE_TABLE_LOADS];
} poise_load_table;

/* Loads of a kernel that have been told to allocate nothing at some time. A set of loads is a mask over them.
 */
typedef struct poise_load_list {
    uint32_t count;
    uint32_t pc[POISE_TABLE_LOADS];
} poise_load_list;

/* Bits of a list, with its count. */
enum { POISE_LIST_BITS = 5 + POISE_TABLE_LOADS * 16 };

/* Bits of a table with its count; `lines`: what becomes of lines is counted as well. */
uint64_t poise_table_bits(bool lines);

/* What one look-up adds to the counts of a load. */
typedef struct poise_load_look {
    uint32_t pc;
    bool first; /* of its execution */
    bool hits, merges;
} poise_load_look;

/* Where a load stands in a table. */
typedef struct poise_load_place {
    uint8_t entry; /* >= POISE_TABLE_LOADS: nowhere */
    bool is_new;   /* another load's before, or nobody's */
} poise_load_place;

poise_load_place poise_load_table_count(poise_load_table *table, const poise_load_look *look);

/* What becomes of a line that the load of an entry has brought: somebody asks for it again, or it leaves
 * before. */
void poise_load_table_count_line(poise_load_table *table, uint32_t entry, bool is_used);

/* Counts begin anew; loads keep their places. */
void poise_load_table_zero(poise_load_table *table);

/* Adds the counts of `part` to those of the same loads in `sum`. */
void poise_load_table_add(poise_load_table *sum, const poise_load_table *part);

/* The set of loads that had better allocate nothing; those that are new are appended to the list while there
 * is room. The set is empty when they make less than `share` per mille of the look-ups of `at_one`. */
uint32_t poise_loads_choose(const poise_load_weights *weights, const poise_load_table *at_max,
                            const poise_load_table *at_one, uint32_t share, poise_load_list *list);

/* Whether a load that makes `share` per mille of the look-ups at (max, max) has made fewer than `lookups` at
 * (1, 1). */
bool poise_loads_undecided(const poise_load_table *at_max, const poise_load_table *at_one, uint32_t share,
                           uint32_t lookups);

/* A set of the list as set_loads() of sched_host wants it; returns the words. */
uint32_t poise_loads_mask(const poise_load_list *list, uint32_t around,
                          uint64_t mask[POISE_TABLE_MOST_PC / 64]);

#endif
