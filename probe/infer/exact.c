#include "probe/infer/exact.h"

#include "probe/infer/found.h"

#include <inttypes.h>

int probe_infer_exact(probe_bench *bench, uint64_t most_bytes, probe_findings *findings, poise_error *err)
{
    probe_pages pages;
    probe_caches caches;
    probe_asking(bench, "TLBs");
    int code = probe_infer_pages(bench, most_bytes, &pages, err);
    if (code != POISE_OK)
        return code;
    probe_asking(bench, "caches");
    code = probe_infer_caches(bench, most_bytes, &pages, &caches, err);
    if (code == POISE_OK)
        code = probe_caches_found(&caches, bench->unit, findings, err);
    return code == POISE_OK ? probe_pages_found(&pages, bench->unit, findings, err) : code;
}
