#include "trace/accelsim/lanes.h"

enum {
    BANK_ROW_BYTES = 128, /* 32 banks of 4 bytes */
};

uint32_t traceg_width(uint32_t access_bytes)
{
    uint32_t width = 16;
    while (width > access_bytes && width > 1)
        width /= 2;
    return width;
}

static uint32_t count_sectors(const uint64_t *lines, uint32_t n_lines)
{
    uint32_t sectors = 0;
    for (uint32_t i = 0; i < n_lines; i++)
        sectors += (uint32_t)__builtin_popcount(access_sectors(lines[i]));
    return sectors;
}

uint32_t traceg_parts(const uint64_t *lines, uint32_t n_lines, uint32_t n_lanes)
{
    return (count_sectors(lines, n_lines) + n_lanes - 1) / n_lanes;
}

/* Byte addresses of the sectors from number `skip` on, `most` at most; returns how many. */
static uint32_t list_sectors(const uint64_t *lines, uint32_t n_lines, uint32_t skip, uint32_t most,
                             uint64_t *sector)
{
    uint32_t number = 0, n = 0;
    for (uint32_t i = 0; i < n_lines; i++)
        for (uint32_t s = 0; s < LINE_SECTORS; s++)
            if ((lines[i] >> s & 1) != 0 && number++ >= skip && n < most)
                sector[n++] = line_begin(lines[i]) + (uint64_t)s * SECTOR_BYTES;
    return n;
}

/* Lanes are dealt evenly and in order, and fill a sector from its first byte: full unit-stride accesses come
 * out as such. */
static void spread(const uint64_t *sector, uint32_t n_sectors, uint32_t n_lanes, uint32_t bytes,
                   uint64_t *address)
{
    uint32_t last = n_sectors, within = 0;
    for (uint32_t lane = 0; lane < n_lanes; lane++) {
        const uint32_t s = lane * n_sectors / n_lanes;
        within = s == last ? within + bytes : 0;
        last = s;
        address[lane] = sector[s] + within % SECTOR_BYTES;
    }
}

/* `multiplicity` lanes on the first address, one in each further sector, and the rest on what addresses are
 * left, up to `multiplicity` on each. */
static void collide(const uint64_t *sector, uint32_t n_sectors, uint32_t n_lanes, uint32_t bytes,
                    uint32_t multiplicity, uint64_t *address)
{
    const uint32_t spare = n_lanes - (n_sectors - 1);
    const uint32_t together = multiplicity < spare ? multiplicity : spare;
    uint32_t lane = 0;
    for (; lane < together; lane++)
        address[lane] = sector[0];
    for (uint32_t s = 1; s < n_sectors; s++)
        address[lane++] = sector[s];
    uint32_t at = 0, offset = bytes, lanes_there = 0;
    for (; lane < n_lanes; lane++) {
        address[lane] = sector[at] + offset;
        if (++lanes_there < multiplicity)
            continue;
        lanes_there = 0;
        offset += bytes;
        if (offset < SECTOR_BYTES)
            continue;
        offset = bytes;
        at = at + 1 < n_sectors ? at + 1 : 0;
    }
}

void traceg_lane_addresses(const uint64_t *lines, uint32_t n_lines, uint32_t n_lanes, uint32_t bytes,
                           uint32_t multiplicity, uint32_t part, uint64_t *address)
{
    uint64_t sector[TRACE_WARP_SIZE] = {0};
    const uint32_t n = list_sectors(lines, n_lines, part * n_lanes, n_lanes, sector);
    if (multiplicity == 0)
        spread(sector, n, n_lanes, bytes, address);
    else
        collide(sector, n, n_lanes, bytes, multiplicity, address);
}

void traceg_bank_addresses(uint32_t passes, uint32_t n_lanes, uint64_t *address)
{
    for (uint32_t lane = 0; lane < n_lanes; lane++)
        address[lane] = lane < passes ? (uint64_t)lane * BANK_ROW_BYTES : 0;
}
