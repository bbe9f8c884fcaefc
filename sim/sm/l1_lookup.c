/* The L1: what becomes of loads and prefetches. */
#include "sim/sm/l1_tags.h"

/* Whether no further load may wait for `sectors` of an MSHR. */
static bool is_merged_full(const l1_cache *l1, uint32_t mshr, uint32_t sectors)
{
    const l1_mshr *m = &l1->mshr[mshr];
    if (!l1->is_per_sector || m->n_merged < l1->merge_limit)
        return m->n_merged >= l1->merge_limit;
    const l1_waiter *waiter = l1_waiters_of(l1, mshr);
    uint32_t of_sector = 0;
    for (uint32_t i = 0; i < m->n_merged; i++)
        of_sector += (waiter[i].sectors & sectors) != 0;
    return of_sector >= l1->merge_limit || m->n_merged >= l1->merge_room;
}

/* A load waits for `sectors` of an MSHR. */
static l1_outcome join(l1_cache *l1, uint32_t mshr, uint16_t load, uint32_t sectors)
{
    l1_mshr *m = &l1->mshr[mshr];
    if (is_merged_full(l1, mshr, sectors))
        return L1_STALL_MERGE;
    l1_waiters_of(l1, mshr)[m->n_merged++] = (l1_waiter){load, (uint8_t)sectors};
    return L1_MERGED;
}

/* The same for a load that waits for `missing` too, for which a further request goes. */
static l1_outcome join_with_request(l1_cache *l1, uint32_t mshr, const l1_load_access *access,
                                    uint32_t sectors, uint32_t missing, l1_answer *answer)
{
    if (!missing)
        return join(l1, mshr, access->load, sectors);
    if (!is_merged_full(l1, mshr, sectors) && !access->queue_room)
        return L1_STALL_QUEUE;
    if (l1->is_per_sector && l1->sectors_pending >= l1->sector_limit)
        return L1_STALL_MSHR;
    l1_outcome outcome = join(l1, mshr, access->load, sectors);
    if (outcome != L1_MERGED)
        return outcome;
    l1->mshr[mshr].pending |= (uint8_t)missing;
    l1->sectors_pending += sector_count(missing);
    *answer = (l1_answer){.mshr = (uint16_t)mshr, .sectors = (uint8_t)missing, .is_sector_miss = true};
    return L1_MISS;
}

/* An MSHR with one request, for `sectors`. */
static void take_mshr(l1_cache *l1, const l1_load_access *access, uint32_t set, uint32_t way,
                      uint32_t sectors, l1_answer *answer)
{
    uint16_t mshr = pool_take(&l1->mshrs);
    bool is_prefetch = access->load == L1_NOBODY;
    l1->mshr[mshr] = (l1_mshr){.set = set,
                               .way = way,
                               .n_merged = !is_prefetch,
                               .pending = (uint8_t)sectors,
                               .is_prefetch = is_prefetch};
    l1->sectors_pending += sector_count(sectors);
    *l1_waiters_of(l1, mshr) = (l1_waiter){access->load, (uint8_t)sectors};
    *answer = (l1_answer){.mshr = mshr, .sectors = (uint8_t)sectors};
}

/* Makes way `way` wait for sectors of an MSHR. */
static void reserve(l1_cache *l1, const l1_load_access *access, uint32_t set, uint32_t way, uint16_t mshr)
{
    uint32_t index = set * l1->ways + way;
    l1_set_state(l1, set, way, L1_RESERVED);
    l1->held[index].mshr = mshr;
    l1->held[index].last_warp = access->warp;
}

/* Takes a way for the line of `access`; returns it, or the number of ways. */
static uint32_t replace(l1_cache *l1, const l1_load_access *access, uint32_t set)
{
    const uint32_t way = l1_victim(l1, set, access->request);
    const l1_owner prefetched = access->load == L1_NOBODY ? L1_PREFETCHED : 0;
    if (way < l1->ways)
        l1_replace(l1, set, way, access->line, access->request,
                   (l1_owner)(access->request->warp | prefetched));
    return way;
}

/* What must be valid in a line for `access` to hit, and what an allocating miss asks for. */
static uint32_t needed_sectors(const l1_cache *l1, const l1_load_access *access)
{
    return access->request->sectors | l1->widening;
}

/* A miss that reserves a line. Refusals in GPGPU-Sim's order: line, miss queue, MSHR [GS, S3.4.2].
 */
static l1_outcome miss_allocate(l1_cache *l1, const l1_load_access *access, uint32_t set, l1_answer *answer)
{
    if (l1_is_reserved(l1, set))
        return L1_STALL_LINE;
    if (!access->queue_room && !access->other_room)
        return L1_STALL_QUEUE;
    if (l1_mshrs_full(l1))
        return L1_STALL_MSHR;
    uint32_t way = replace(l1, access, set);
    take_mshr(l1, access, set, way, needed_sectors(l1, access), answer);
    answer->reserves = true;
    reserve(l1, access, set, way, answer->mshr);
    return L1_MISS;
}

/* The line is there, and not reserved, without all sectors that are needed. */
static l1_outcome miss_sectors(l1_cache *l1, const l1_load_access *access, uint32_t set, uint32_t way,
                               l1_answer *answer)
{
    if (!access->queue_room)
        return L1_STALL_QUEUE;
    if (l1_mshrs_full(l1))
        return L1_STALL_MSHR;
    uint32_t missing = access->request->sectors & ~(uint32_t)l1->held[set * l1->ways + way].sectors;
    take_mshr(l1, access, set, way, missing, answer);
    reserve(l1, access, set, way, answer->mshr);
    l1_touch(l1, set, way, access->request, false);
    return L1_MISS;
}

/* An allocating load meets a no-allocate miss in flight: reserves a line for what is on its way and asks for
 * the rest. */
static l1_outcome adopt(l1_cache *l1, const l1_load_access *access, uint32_t set, uint32_t mshr,
                        l1_answer *answer)
{
    l1_mshr *m = &l1->mshr[mshr];
    uint32_t needed = needed_sectors(l1, access);
    if (l1_is_reserved(l1, set))
        return L1_STALL_LINE;
    l1_outcome outcome = join_with_request(l1, mshr, access, needed, needed & ~(uint32_t)m->pending, answer);
    if (outcome > L1_MISS)
        return outcome;
    m->set = set;
    m->way = replace(l1, access, set);
    reserve(l1, access, set, m->way, (uint16_t)mshr);
    l1->no_allocate_line[mshr] = L1_NO_LINE;
    l1->no_allocate_used--;
    l1->found = (l1_owner)access->request->warp; /* nobody's line until now */
    answer->reserves = true;
    return outcome;
}

static uint32_t no_allocate_fetch(const l1_cache *l1, uint8_t touched)
{
    switch (l1->fetch) {
    case L1_FETCH_LINE: return ALL_SECTORS;
    case L1_FETCH_SEGMENT: return sector_segment(touched);
    default: return touched;
    }
}

/* An MSHR that reserves no line. */
static void take_lineless(l1_cache *l1, const l1_load_access *access, uint32_t sectors, l1_answer *answer)
{
    take_mshr(l1, access, 0, L1_NO_WAY, sectors, answer);
    l1->no_allocate_line[answer->mshr] = access->line;
    l1->no_allocate_used++;
}

/* A miss that takes its line at the fill, for `absent` sectors. `in_flight` is the MSHR of another one on the
 * line, of a no-allocate miss perhaps, or the number of MSHRs. */
static l1_outcome miss_at_fill(l1_cache *l1, const l1_load_access *access, uint32_t in_flight,
                               uint32_t absent, l1_answer *answer)
{
    if (in_flight < l1->mshrs.total) {
        const uint32_t missing = absent & ~(uint32_t)l1->mshr[in_flight].pending;
        const l1_outcome outcome = join_with_request(l1, in_flight, access, absent, missing, answer);
        if (outcome > L1_MISS)
            return outcome;
        answer->reserves = !l1->mshr[in_flight].takes_line;
        l1->mshr[in_flight].takes_line = true;
        return outcome;
    }
    if (!access->queue_room && !access->other_room)
        return L1_STALL_QUEUE;
    if (l1_mshrs_full(l1))
        return L1_STALL_MSHR;
    take_lineless(l1, access, absent, answer);
    answer->reserves = true;
    l1->mshr[answer->mshr].takes_line = true;
    return L1_MISS;
}

/* A miss of a load that may not allocate: no line, and an MSHR only if the machine has it so. [S5.6.3]
 * `in_flight` is the MSHR of another no-allocate miss on the line, or the number of MSHRs. */
static l1_outcome miss_no_allocate(l1_cache *l1, const l1_load_access *access, uint32_t in_flight,
                                   l1_answer *answer)
{
    uint32_t wanted = no_allocate_fetch(l1, access->request->sectors);
    if (in_flight < l1->mshrs.total) {
        l1->found = (l1_owner)access->request->warp; /* nobody's line */
        uint32_t pending = l1->mshr[in_flight].pending;
        uint32_t missing = access->request->sectors & ~pending ? wanted & ~pending : 0;
        l1_outcome outcome =
            join_with_request(l1, in_flight, access, access->request->sectors, missing, answer);
        answer->is_no_allocate = true;
        return outcome;
    }
    if (!access->queue_room)
        return L1_STALL_QUEUE;
    if (!l1->no_allocate_mshr) {
        *answer = (l1_answer){.is_around = true, .is_no_allocate = true, .sectors = (uint8_t)wanted};
        return L1_MISS;
    }
    if (l1_mshrs_full(l1))
        return L1_STALL_MSHR;
    take_lineless(l1, access, wanted, answer);
    answer->is_no_allocate = true;
    l1_waiters_of(l1, answer->mshr)->sectors = access->request->sectors;
    return L1_MISS;
}

static void use(l1_cache *l1, uint32_t index)
{
    l1->found = l1->held[index].owner;
    l1->held[index].owner = l1_owner_warp(l1->found);
}

static bool allocates(l1_cache *l1, const l1_load_access *access, uint32_t set)
{
    return access->pollute &&
           question_allocate(&l1->may_allocate, l1->policy, l1->policy_state, set, access->request);
}

/* The line is in `way`, valid or reserved. */
static l1_outcome found_line(l1_cache *l1, const l1_load_access *access, uint32_t set, uint32_t way,
                             l1_answer *answer)
{
    uint32_t index = set * l1->ways + way;
    uint32_t absent = needed_sectors(l1, access) & ~(uint32_t)l1->held[index].sectors;
    if (!absent) {
        use(l1, index);
        *answer = (l1_answer){.intra = l1->held[index].last_warp == access->warp};
        l1->held[index].last_warp = access->warp;
        l1_touch(l1, set, way, access->request, false);
        return L1_HIT;
    }
    bool is_reserved = l1_state_of(l1, set, way) == L1_RESERVED;
    uint32_t mshr = is_reserved   ? l1->held[index].mshr
                    : l1->at_fill ? l1_find_no_allocate(l1, access->line)
                                  : l1->mshrs.total;
    uint32_t missing = absent & ~(mshr < l1->mshrs.total ? l1->mshr[mshr].pending : 0u);
    /* A sector that is not on its way is a sector to be allocated [GS tag_array::access()]. */
    if (missing && !allocates(l1, access, set)) {
        l1_outcome around = miss_no_allocate(l1, access, l1_find_no_allocate(l1, access->line), answer);
        l1->found = l1_owner_warp(l1->held[index].owner);
        return around;
    }
    l1_outcome outcome = is_reserved   ? join_with_request(l1, mshr, access, absent, missing, answer)
                         : l1->at_fill ? miss_at_fill(l1, access, mshr, absent, answer)
                                       : miss_sectors(l1, access, set, way, answer);
    answer->is_sector_miss = outcome == L1_MISS;
    if (outcome <= L1_MISS) {
        l1->held[index].last_warp = access->warp;
        use(l1, index);
    }
    return outcome;
}

/* A look-up, the line not being there, that takes one at the fill: nobody's until then. */
static l1_outcome absent_line(l1_cache *l1, const l1_load_access *access, uint32_t in_flight,
                              l1_answer *answer)
{
    l1->found = (l1_owner)access->request->warp;
    return miss_at_fill(l1, access, in_flight, needed_sectors(l1, access), answer);
}

static l1_outcome look_up(l1_cache *l1, const l1_load_access *access, l1_answer *answer)
{
    l1->evicted.line = L1_NO_LINE;
    uint32_t set = address_l1_set(l1->map, access->line);
    uint32_t way = l1_find_way(l1, set, access->line);
    if (way < l1->ways)
        return found_line(l1, access, set, way, answer);
    uint32_t in_flight = l1_find_no_allocate(l1, access->line);
    bool is_in_flight = in_flight < l1->mshrs.total;
    if ((is_in_flight && l1->fetch == L1_FETCH_LINE && !l1->at_fill) || !allocates(l1, access, set))
        return miss_no_allocate(l1, access, in_flight, answer);
    if (l1->at_fill)
        return absent_line(l1, access, in_flight, answer);
    return is_in_flight ? adopt(l1, access, set, in_flight, answer) : miss_allocate(l1, access, set, answer);
}

/* The look-up of a request that was not refused has ended. */
static void looked_up(l1_cache *l1, const mem_request *request, bool is_hit)
{
    question_settled(&l1->may_allocate);
    if (l1->policy->result)
        l1->policy->result(l1->policy_state, request, is_hit);
}

l1_outcome l1_load(l1_cache *l1, const l1_load_access *access, l1_answer *answer)
{
    l1_outcome outcome = look_up(l1, access, answer);
    if (outcome <= L1_MISS)
        looked_up(l1, access->request, outcome == L1_HIT);
    return outcome;
}

/* A line of which only some sectors are there or on their way is left alone, too (our choice). */
static l1_outcome look_up_prefetch(l1_cache *l1, const l1_load_access *access, l1_answer *answer)
{
    l1->evicted.line = L1_NO_LINE;
    uint32_t set = address_l1_set(l1->map, access->line);
    uint32_t way = l1_find_way(l1, set, access->line);
    if (way < l1->ways)
        return l1_state_of(l1, set, way) == L1_RESERVED ? L1_MERGED : L1_HIT;
    if (l1_find_no_allocate(l1, access->line) < l1->mshrs.total)
        return L1_MERGED;
    return l1->at_fill ? absent_line(l1, access, l1->mshrs.total, answer)
                       : miss_allocate(l1, access, set, answer);
}

/* A load may be waiting that has been refused: what it has been answered stays. */
l1_outcome l1_prefetch(l1_cache *l1, const l1_load_access *access, l1_answer *answer)
{
    l1_outcome outcome = look_up_prefetch(l1, access, answer);
    if (l1->policy->result && outcome <= L1_MISS)
        l1->policy->result(l1->policy_state, access->request, outcome == L1_HIT);
    return outcome;
}

/* MSHR of `line` in flight, or the number of MSHRs. */
static uint32_t find_mshr(const l1_cache *l1, uint32_t set, uint32_t line)
{
    uint32_t way = l1_find_way(l1, set, line);
    if (way < l1->ways && l1_state_of(l1, set, way) == L1_RESERVED)
        return l1->held[set * l1->ways + way].mshr;
    return l1_find_no_allocate(l1, line);
}

uint32_t l1_stall_causes(const l1_cache *l1, const l1_load_access *access)
{
    uint32_t set = address_l1_set(l1->map, access->line), causes = 0;
    uint32_t mshr = find_mshr(l1, set, access->line);
    if (mshr < l1->mshrs.total && is_merged_full(l1, mshr, access->request->sectors))
        return 1u << L1_CAUSE_MSHR;
    if (access->pollute && l1_is_reserved(l1, set))
        causes |= 1u << L1_CAUSE_LINE;
    if (!access->queue_room && !access->other_room)
        causes |= 1u << L1_CAUSE_QUEUE;
    if (mshr == l1->mshrs.total && l1_mshrs_full(l1) && (access->pollute || l1->no_allocate_mshr))
        causes |= 1u << L1_CAUSE_MSHR;
    return causes;
}
