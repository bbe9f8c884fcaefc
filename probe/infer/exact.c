#include "probe/infer/exact.h"

#include "probe/infer/found.h"

#include <inttypes.h>

int probe_infer_exact(probe_bench *bench, uint64_t most_bytes, probe_findings *findings, poise_error *err)
{
    probe_caches caches;
    probe_asking(bench, "caches");
    int code = probe_infer_caches(bench, most_bytes, &caches, err);
    return code == POISE_OK ? probe_caches_found(&caches, bench->unit, findings, err) : code;
}
