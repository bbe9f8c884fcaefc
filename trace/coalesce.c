#include "trace/trace.h"

enum {
    BANKS = 32,
    WORD_SHIFT = 2,
};

/* Adds sectors of a line to the list; returns its new length. Lanes mostly fall into the line of the lane
 * before them, so the search starts at the end. */
static uint32_t add_sectors(uint64_t *lines, uint32_t count, uint64_t line, uint32_t sectors)
{
    for (uint32_t i = count; i-- > 0;)
        if (line_begin(lines[i]) == line) {
            lines[i] |= sectors;
            return count;
        }
    lines[count] = line | sectors;
    return count + 1;
}

uint32_t trace_coalesce(const uint64_t *address, uint32_t n, uint32_t bytes, uint64_t *lines)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t line = line_begin(address[i]);
        const uint32_t from = (uint32_t)(address[i] - line);
        const uint32_t to = from + bytes - 1;
        if (to < TRACE_LINE_BYTES) {
            count = add_sectors(lines, count, line, sectors_between(from, to));
            continue;
        }
        count = add_sectors(lines, count, line, sectors_between(from, TRACE_LINE_BYTES - 1));
        count = add_sectors(lines, count, line + TRACE_LINE_BYTES, sectors_between(0, to - TRACE_LINE_BYTES));
    }
    return count;
}

/* Unit stride from any word, or all lanes on one word: the two patterns that most code has. */
static bool is_conflict_free(const uint64_t *address, uint32_t n)
{
    const uint64_t first = address[0] >> WORD_SHIFT;
    bool same = true, unit = true;
    for (uint32_t i = 1; i < n; i++) {
        const uint64_t word = address[i] >> WORD_SHIFT;
        same &= word == first;
        unit &= word == first + i;
    }
    return same || unit;
}

static bool contains(const uint64_t *words, uint32_t n, uint64_t word)
{
    for (uint32_t i = 0; i < n; i++)
        if (words[i] == word)
            return true;
    return false;
}

uint32_t trace_bank_passes(const uint64_t *address, uint32_t n, uint32_t bytes)
{
    if (n == 0 || (bytes <= 4 && is_conflict_free(address, n)))
        return 1;
    /* Distinct words of each bank; a bank with 32 of them sets the result already. */
    uint64_t words[BANKS][TRACE_WARP_SIZE];
    uint32_t distinct[BANKS] = {0};
    uint32_t passes = 1;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t last = (address[i] + bytes - 1) >> WORD_SHIFT;
        for (uint64_t word = address[i] >> WORD_SHIFT; word <= last; word++) {
            const uint32_t bank = (uint32_t)(word % BANKS);
            if (distinct[bank] == TRACE_WARP_SIZE || contains(words[bank], distinct[bank], word))
                continue;
            words[bank][distinct[bank]++] = word;
            if (distinct[bank] > passes)
                passes = distinct[bank];
        }
    }
    return passes;
}

uint32_t trace_multiplicity(const uint64_t *address, uint32_t n)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t equal = 0;
        for (uint32_t j = i; j < n; j++)
            equal += address[j] == address[i];
        if (equal > most)
            most = equal;
    }
    return most;
}

/* The bytes of [address, address + bytes) in the sector at `sector`, a bit each. */
static uint32_t bytes_in_sector(uint64_t address, uint32_t bytes, uint64_t sector)
{
    const uint64_t from = address > sector ? address : sector, sector_end = sector + SECTOR_BYTES,
                   end = address + bytes < sector_end ? address + bytes : sector_end;
    if (from >= end)
        return 0;
    return (uint32_t)((UINT64_C(1) << (end - from)) - 1) << (from - sector);
}

static uint32_t sector_depth(const uint64_t *address, uint32_t n, uint32_t bytes, uint64_t sector)
{
    uint32_t taken[TRACE_WARP_SIZE] = {0}, depth = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t wanted = bytes_in_sector(address[i], bytes, sector);
        uint32_t request = 0;
        while ((taken[request] & wanted) != 0)
            request++;
        taken[request] |= wanted;
        if (wanted != 0 && request == depth)
            depth++;
    }
    return depth;
}

void trace_sector_depths(const uint64_t *address, uint32_t n, uint32_t bytes, const uint64_t *lines,
                         uint32_t n_lines, uint64_t *depths)
{
    for (uint32_t i = 0; i < n_lines; i++) {
        depths[i] = 0;
        for (uint32_t s = 0; s < LINE_SECTORS; s++)
            if ((lines[i] >> s & 1) != 0)
                depths[i] |= (uint64_t)sector_depth(address, n, bytes,
                                                    line_begin(lines[i]) + (uint64_t)s * SECTOR_BYTES)
                             << 8 * s;
    }
}
