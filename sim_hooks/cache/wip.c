/* Warp-type-aware insertion (WIP): lines of warps that mostly miss leave a set first, then those of balanced
 * warps, those of warps that mostly or always hit last. The type is that of the warp whose miss takes the
 * line. Two ways to have it so:
 *
 *   stack   a line comes into the order of use as the most recently used (mostly-hit, all-hit), in the middle
 *           (balanced) or as the least recently used (mostly-miss, all-miss); a hit moves it to the front
 *   class   a line keeps the type in two bits, and of the lines of the set the least recently used of the
 *           least worthy type leaves. Or lines of warps that are long gone would stay, a line that has not
 *           been used while four times as many lines as the set has left it goes down by a class
 *
 * Source: [RA] 4.3.3, which says toward which end of the order, not where. Both modes are our choice, and
 * that requests of no warp come in as the most recently used. Lines of 16 ways and two classes cost what the
 * source says: two bits a line. */
#include "sim_hooks/cache/medic.h"

#include <string.h>

enum { LEAVES_LAST, LEAVES_BETWEEN, LEAVES_FIRST, SURVIVES = 4 };

/* ---- the order of use ---- */

static uint8_t *stack_of(const medic_state *s, uint32_t set)
{
    return &s->stack[(size_t)set * s->shape.ways];
}

static uint32_t position_of(const uint8_t *stack, uint32_t way)
{
    uint32_t position = 0;
    while (stack[position] != way)
        position++;
    return position;
}

static void move_to(medic_state *s, uint32_t set, uint32_t way, uint32_t position)
{
    uint8_t *stack = stack_of(s, set);
    uint32_t from = position_of(stack, way);
    if (from > position)
        memmove(&stack[position + 1], &stack[position], from - position);
    else
        memmove(&stack[from], &stack[from + 1], position - from);
    stack[position] = (uint8_t)way;
}

void wip_access(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    medic_state *s = state;
    move_to(s, set, way, 0);
    s->survived[(size_t)set * s->shape.ways + way] = 0;
}

/* ---- types ---- */

static uint8_t class_of(const medic_state *s, const mem_request *request)
{
    uint32_t record = medic_record(s, request);
    if (!(s->parts & MEDIC_INSERT) || record == MEDIC_NO_RECORD)
        return LEAVES_LAST;
    warp_type type = warp_types_of(&s->shared->types, record);
    return type >= MOSTLY_HIT ? LEAVES_LAST : type == BALANCED ? LEAVES_BETWEEN : LEAVES_FIRST;
}

void wip_fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    medic_state *s = state;
    const uint32_t position[] = {
        [LEAVES_LAST] = 0, [LEAVES_BETWEEN] = s->shape.ways / 2, [LEAVES_FIRST] = s->shape.ways - 1};
    size_t line = (size_t)set * s->shape.ways + way;
    s->evict_class[line] = class_of(s, request);
    s->survived[line] = 0;
    move_to(s, set, way, s->options.mode == WIP_STACK ? position[s->evict_class[line]] : 0);
}

/* From the end of the order; with classes those that leave first before all others. */
uint32_t wip_victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)request;
    const medic_state *s = state;
    const uint8_t *stack = stack_of(s, set), *evict_class = &s->evict_class[(size_t)set * s->shape.ways];
    bool by_class = s->options.mode == WIP_CLASS;
    uint32_t best = s->shape.ways;
    for (uint32_t position = s->shape.ways; position-- > 0;) {
        uint32_t way = stack[position];
        if (!(candidates >> way & 1))
            continue;
        if (best == s->shape.ways || (by_class && evict_class[way] > evict_class[best]))
            best = way;
        if (!by_class)
            break;
    }
    return best;
}

/* Lines of the set that stay grow older. */
static void grow_older(medic_state *s, uint32_t set, uint32_t leaving)
{
    for (uint32_t way = 0; way < s->shape.ways; way++) {
        size_t line = (size_t)set * s->shape.ways + way;
        if (way == leaving || ++s->survived[line] < SURVIVES * s->shape.ways)
            continue;
        s->survived[line] = 0;
        s->evict_class[line] = s->evict_class[line] == LEAVES_LAST ? LEAVES_BETWEEN : LEAVES_FIRST;
    }
}

void wip_evicted(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store)
{
    (void)by_store;
    medic_state *s = state;
    if (s->options.mode == WIP_CLASS)
        grow_older(s, set, way);
    if (!(s->parts & MEDIC_REUSE))
        return;
    bloom_add(&s->filter, line);
    if (++s->lost < (uint64_t)s->shape.sets * s->shape.ways)
        return;
    s->lost = 0;
    bloom_clear(&s->filter);
}

static const poise_option table[] = {WARP_TYPES_ROWS(MEDIC_AT_TYPES), WIP_ROWS};

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    return medic_create(host, options, MEDIC_INSERT, "wip", (medic_state **)state, err);
}

const cache_policy cache_wip = {
    .info = MEDIC_INFO("wip", "MeDiC's insertion: lines of warps that mostly hit stay longest", "[RA] 4.3.3",
                       table),
    .life = MEDIC_LIFE,
    .create = create,
    .access = wip_access,
    .victim = wip_victim,
    .fill = wip_fill,
    .evicted = wip_evicted,
    .result = medic_result,
    .mark = medic_mark,
};
