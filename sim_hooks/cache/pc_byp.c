/* Bypass by instruction (PC-Byp): loads of instructions that mostly miss go around the L2. The table is that
 * of warp types, with an entry for a hashed pc in the place of a warp: 30 accesses of profiling, 20 % of
 * hits, 100,000 cycles. Two instructions may share an entry, which [RA] 4.4 names as its weakness.
 *
 * Source: [RA] 4.4, which compares MeDiC with bypassing by static instruction and leaves the table open: 256
 * entries, pc mod 256, no dynamic bound (our choices). */
#include "sim_hooks/cache/medic.h"

static const poise_option table[] = {
    WARP_TYPES_ROWS(MEDIC_AT_TYPES),
    {"entries", 0, POISE_OPT_INT, MEDIC_AT(entries), "256", 1, 1 << 20, NULL, "N", "Of the table."}};

static int create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    return medic_create(host, options, MEDIC_BYPASS | MEDIC_BY_PC, "pc_byp", (medic_state **)state, err);
}

const cache_policy cache_pc_byp = {
    .info =
        MEDIC_INFO("pc_byp", "loads of instructions that mostly miss go around the L2", "[RA] 4.4", table),
    .life = MEDIC_LIFE,
    .create = create,
    .access = wip_access,
    .victim = wip_victim,
    .fill = wip_fill,
    .route = wbyp_route,
    .result = medic_result,
    .allocate = wbyp_allocate,
};
