#include "trace/cpu/locality.h"

#include <stdlib.h>

enum { MOST_BANKS = 65536 }; /* of all channels */

int cpu_locality_make(cpu_locality *locality, const cpu_dram *dram, poise_error *err)
{
    *locality = (cpu_locality){.dram = *dram};
    if (dram->channels < 1 || dram->banks < 1 || dram->channels > MOST_BANKS / dram->banks ||
        dram->window < 1)
        return poise_fail(err, POISE_USAGE, "%lld channels of %lld banks are out of range",
                          (long long)dram->channels, (long long)dram->banks);
    const size_t n = (size_t)(dram->channels * dram->banks);
    locality->open_row = calloc(n, sizeof *locality->open_row);
    locality->seen = calloc(n, sizeof *locality->seen);
    if (locality->open_row == NULL || locality->seen == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu banks", n);
    return POISE_OK;
}

void cpu_locality_free(cpu_locality *locality)
{
    free(locality->open_row);
    free(locality->seen);
    *locality = (cpu_locality){0};
}

typedef struct place {
    uint64_t bank; /* of all channels */
    uint64_t row;
} place;

static place place_of(const cpu_dram *dram, uint64_t line, uint64_t row_lines)
{
    const uint64_t channels = (uint64_t)dram->channels, banks = (uint64_t)dram->banks;
    const uint64_t rest = line / channels;
    const uint64_t bank = dram->interleave == CPU_INTERLEAVE_ROW ? rest / row_lines % banks : rest % banks;
    return (place){line % channels * banks + bank, rest / row_lines / banks};
}

void cpu_locality_add(cpu_locality *locality, const cpu_request *request, int64_t line_bytes)
{
    const place at =
        place_of(&locality->dram, request->line, (uint64_t)(locality->dram.row_bytes / line_bytes));
    locality->requests++;
    locality->row_hits += locality->open_row[at.bank] == at.row + 1;
    locality->open_row[at.bank] = at.row + 1;
    locality->position += request->gap;
    if (request->write_back)
        return;
    const uint64_t window = locality->position / (uint64_t)locality->dram.window + 1;
    locality->windows += locality->window != window;
    locality->window = window;
    locality->banks_busy += locality->seen[at.bank] != window;
    locality->seen[at.bank] = window;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : (double)part / (double)whole;
}

double cpu_locality_row_hit_rate(const cpu_locality *locality)
{
    return ratio(locality->row_hits, locality->requests);
}

double cpu_locality_banks_busy(const cpu_locality *locality)
{
    return ratio(locality->banks_busy, locality->windows);
}
