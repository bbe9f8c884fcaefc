#include "probe/infer/exact.h"

#include "probe/infer/found.h"

/* Walks need not be longer than caches are large (our choice). */
#define MOST_CACHE (UINT64_C(64) << 20)

int probe_infer_exact(probe_bench *bench, uint64_t most_bytes, probe_findings *findings, poise_error *err)
{
    probe_pages pages;
    probe_caches caches;
    probe_dram dram;
    probe_asking(bench, "TLBs");
    int code = probe_infer_pages(bench, most_bytes, &pages, err);
    if (code != POISE_OK)
        return code;
    probe_asking(bench, "caches");
    code = probe_infer_caches(bench, most_bytes < MOST_CACHE ? most_bytes : MOST_CACHE, &pages, &caches, err);
    if (code != POISE_OK)
        return code;
    probe_asking(bench, "DRAM");
    code = probe_infer_dram(bench, most_bytes, &pages, &caches, &dram, err);
    if (code == POISE_OK)
        code = probe_caches_found(&caches, bench->unit, findings, err);
    if (code == POISE_OK)
        code = probe_pages_found(&pages, bench->unit, findings, err);
    return code == POISE_OK ? probe_dram_found(&dram, bench->unit, findings, err) : code;
}
