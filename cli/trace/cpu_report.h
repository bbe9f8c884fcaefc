/* The figures of one trace of a CPU program, as text or JSON. */
#ifndef POISE_CLI_TRACE_CPU_REPORT_H
#define POISE_CLI_TRACE_CPU_REPORT_H

#include "trace/cpu/locality.h"

int cli_trace_cpu_report(const char *name, const cpu_header *header, const cpu_totals *totals,
                         const cpu_locality *locality, bool as_json, poise_error *err);

#endif
