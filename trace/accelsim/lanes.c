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

/* A sector that a part of an access touches. */
typedef struct lane_sector {
    uint64_t address;
    uint32_t first, most; /* atomics: lanes on its first address, and at most on each other one */
} lane_sector;

/* The sectors from number `skip` on, `most` at most; returns how many. */
static uint32_t list_sectors(const trace_access *access, uint32_t skip, uint32_t most, lane_sector *sector)
{
    uint32_t number = 0, n = 0;
    for (uint32_t i = 0; i < access->n_lines; i++)
        for (uint32_t s = 0; s < LINE_SECTORS; s++) {
            if ((access->lines[i] >> s & 1) == 0 || number++ < skip || n == most)
                continue;
            sector[n] = (lane_sector){.address = line_begin(access->lines[i]) + (uint64_t)s * SECTOR_BYTES,
                                      .first = n == 0 ? access->multiplicity : 1,
                                      .most = access->multiplicity};
            if (access->has_depths)
                sector[n].first = sector[n].most = access->lines[access->n_lines + i] >> 8 * s & 0xff;
            n++;
        }
    return n;
}

/* Lanes are dealt evenly and in order, and fill a sector from its first byte: full unit-stride accesses come
 * out as such. */
static void spread(const lane_sector *sector, uint32_t n_sectors, uint32_t n_lanes, uint32_t bytes,
                   uint64_t *address)
{
    uint32_t last = n_sectors, within = 0;
    for (uint32_t lane = 0; lane < n_lanes; lane++) {
        const uint32_t s = lane * n_sectors / n_lanes;
        within = s == last ? within + bytes : 0;
        last = s;
        address[lane] = sector[s].address + within % SECTOR_BYTES;
    }
}

/* `first` lanes on the first address of each sector, at least one, and the rest on what addresses are left,
 * up to `most` on each. */
static void collide(const lane_sector *sector, uint32_t n_sectors, uint32_t n_lanes, uint32_t bytes,
                    uint64_t *address)
{
    uint32_t lane = 0;
    for (uint32_t s = 0; s < n_sectors; s++) {
        const uint32_t spare = n_lanes - lane - (n_sectors - 1 - s);
        for (uint32_t i = 0; i < sector[s].first && i < spare; i++)
            address[lane++] = sector[s].address;
    }
    uint32_t at = 0, offset = bytes, lanes_there = 0;
    for (; lane < n_lanes; lane++) {
        address[lane] = sector[at].address + offset;
        if (++lanes_there < sector[at].most)
            continue;
        lanes_there = 0;
        offset += bytes;
        if (offset < SECTOR_BYTES)
            continue;
        offset = bytes;
        at = at + 1 < n_sectors ? at + 1 : 0;
    }
}

void traceg_lane_addresses(const trace_access *access, uint32_t n_lanes, uint32_t bytes, uint32_t part,
                           uint64_t *address)
{
    lane_sector sector[TRACE_WARP_SIZE] = {0};
    const uint32_t n = list_sectors(access, part * n_lanes, n_lanes, sector);
    if (access->multiplicity == 0)
        spread(sector, n, n_lanes, bytes, address);
    else
        collide(sector, n, n_lanes, bytes, address);
}

void traceg_bank_addresses(uint32_t passes, uint32_t n_lanes, uint64_t *address)
{
    for (uint32_t lane = 0; lane < n_lanes; lane++)
        address[lane] = lane < passes ? (uint64_t)lane * BANK_ROW_BYTES : 0;
}
