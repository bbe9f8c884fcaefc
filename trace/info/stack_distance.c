#include "trace/info/stack_distance.h"

#include <stdlib.h>
#include <string.h>

/* Accesses have times; a bit per time says whether it is the last access of some line. Bits are counted 64 at
 * a time, and over words by a Fenwick tree ("A new data structure for cumulative frequency tables", 1994).
 * When times run out, the lines are given new ones in order. */
enum {
    TIMES = 4 * TRACE_STACK_LINES,
    WORDS = TIMES / 64,
    TABLE_SLOTS = 2 * TRACE_STACK_LINES, /* open addressing, at most half full */
    NO_ENTRY = 0,
};

typedef struct entry {
    uint32_t line, time, slot; /* slot: its place in the table */
    uint64_t by;
} entry;

struct trace_stack {
    uint32_t halvings; /* lines are followed when this many low bits of their hash are 0 */
    uint32_t now, n_live;
    uint64_t is_last[WORDS];
    uint32_t tree[WORDS + 1];             /* Fenwick, from 1 */
    uint32_t entry_at[TIMES];             /* by time; valid where is_last */
    entry entries[TRACE_STACK_LINES + 1]; /* from 1; the first n_live are in use */
    uint32_t table[TABLE_SLOTS];          /* entry numbers by hash of the line */
};

trace_stack *trace_stack_new(poise_error *err)
{
    trace_stack *stack = calloc(1, sizeof *stack);
    if (stack == NULL)
        poise_fail(err, POISE_FAILED, "no memory for reuse distances");
    return stack;
}

void trace_stack_free(trace_stack *stack)
{
    free(stack);
}

double trace_stack_rate(const trace_stack *stack)
{
    return 1.0 / (double)(UINT64_C(1) << stack->halvings);
}

/* Finalizer of MurmurHash3 (Appleby): every bit of the line changes every bit of the hash. */
static uint32_t hash_of(uint32_t line)
{
    line = (line ^ line >> 16) * 0x85ebca6bu;
    line = (line ^ line >> 13) * 0xc2b2ae35u;
    return line ^ line >> 16;
}

static bool is_followed(const trace_stack *stack, uint32_t hash)
{
    return (hash & ((UINT32_C(1) << stack->halvings) - 1)) == 0;
}

/* ---- counting bits ---- */

static void count(trace_stack *stack, uint32_t time, bool set)
{
    stack->is_last[time / 64] ^= UINT64_C(1) << time % 64;
    for (uint32_t i = time / 64 + 1; i <= WORDS; i += i & -i)
        stack->tree[i] += set ? 1u : UINT32_MAX;
}

/* Bits at `time` and before. */
static uint32_t count_until(const trace_stack *stack, uint32_t time)
{
    const uint64_t through = UINT64_MAX >> (63 - time % 64);
    uint32_t n = (uint32_t)__builtin_popcountll(stack->is_last[time / 64] & through);
    for (uint32_t i = time / 64; i > 0; i -= i & -i)
        n += stack->tree[i];
    return n;
}

/* ---- finding lines ---- */

/* The slot of a line, or the free one where it belongs. Not the bits that choose the lines decide. */
static uint32_t slot_of(const trace_stack *stack, uint32_t line, uint32_t hash)
{
    uint32_t at = hash * 0x9e3779b1u % TABLE_SLOTS;
    at = (hash >> 15 ^ at) % TABLE_SLOTS;
    while (stack->table[at] != NO_ENTRY && stack->entries[stack->table[at]].line != line)
        at = (at + 1) % TABLE_SLOTS;
    return at;
}

/* Enters a line in its free slot; returns the number of its entry. */
static uint32_t enter(trace_stack *stack, uint32_t line, uint64_t by)
{
    const uint32_t number = ++stack->n_live, slot = slot_of(stack, line, hash_of(line));
    stack->entries[number] = (entry){.line = line, .slot = slot, .by = by};
    stack->table[slot] = number;
    return number;
}

static void set_time(trace_stack *stack, uint32_t number)
{
    stack->entries[number].time = stack->now;
    stack->entry_at[stack->now] = number;
    count(stack, stack->now++, true);
}

void trace_stack_clear(trace_stack *stack)
{
    for (uint32_t i = 1; i <= stack->n_live; i++)
        stack->table[stack->entries[i].slot] = NO_ENTRY;
    memset(stack->is_last, 0, ((size_t)stack->now + 63) / 64 * sizeof *stack->is_last);
    memset(stack->tree, 0, sizeof stack->tree);
    stack->n_live = stack->now = 0;
}

/* Gives the lines that are still followed new times, in their order. Without memory for that all lines are
 * forgotten: later accesses count as first ones. */
static void renew(trace_stack *stack)
{
    entry *kept = malloc(((size_t)stack->n_live + 1) * sizeof *kept);
    uint32_t n = 0;
    for (uint32_t time = 0; kept != NULL && time < stack->now; time++) {
        if ((stack->is_last[time / 64] >> time % 64 & 1) == 0)
            continue;
        const entry *e = &stack->entries[stack->entry_at[time]];
        if (is_followed(stack, hash_of(e->line)))
            kept[n++] = *e;
    }
    trace_stack_clear(stack);
    for (uint32_t i = 0; i < n; i++)
        set_time(stack, enter(stack, kept[i].line, kept[i].by));
    free(kept);
}

/* Makes room for a new line and says whether it is followed still. */
static bool make_room(trace_stack *stack, uint32_t hash)
{
    while (stack->n_live == TRACE_STACK_LINES) {
        stack->halvings++;
        renew(stack);
    }
    return is_followed(stack, hash);
}

trace_stack_access trace_stack_touch(trace_stack *stack, uint32_t line, uint64_t by)
{
    trace_stack_access access = {0};
    const uint32_t hash = hash_of(line);
    if (!is_followed(stack, hash))
        return access;
    if (stack->now == TIMES)
        renew(stack);
    uint32_t number = stack->table[slot_of(stack, line, hash)];
    access.is_sampled = true;
    access.is_first = number == NO_ENTRY;
    access.weight = (double)(UINT64_C(1) << stack->halvings);
    if (access.is_first) {
        if (!make_room(stack, hash))
            return access;
        number = enter(stack, line, by);
    } else {
        entry *e = &stack->entries[number];
        access.distance = (uint64_t)(stack->n_live - count_until(stack, e->time)) << stack->halvings;
        access.last_by = e->by;
        count(stack, e->time, false);
        e->by = by;
    }
    set_time(stack, number);
    return access;
}
