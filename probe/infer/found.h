/* What has been inferred, as findings: one for each value that a level of caches has, with its evidence. */
#ifndef POISE_PROBE_INFER_FOUND_H
#define POISE_PROBE_INFER_FOUND_H

#include "probe/finding.h"
#include "probe/infer/dram.h"

/* `unit` of the times, that of the bench. */
int probe_caches_found(const probe_caches *caches, const char *unit, probe_findings *findings,
                       poise_error *err);
int probe_pages_found(const probe_pages *pages, const char *unit, probe_findings *findings, poise_error *err);
int probe_dram_found(const probe_dram *dram, const char *unit, probe_findings *findings, poise_error *err);

#endif
