/* What a report says of a data set of loads: each load with what its right to allocate is worth, and what
 * simple rules lose. */
#ifndef POISE_REPORT_LOADS_LINES_H
#define POISE_REPORT_LOADS_LINES_H

#include "features/load_thresholds.h"
#include "report/table/column.h"

typedef struct loads_line {
    const load_dataset_load *source;
    uint64_t number; /* from 1 */
    const char *program, *run, *kernel, *split;
    const char *text; /* that line of the source; empty = unknown */
    uint64_t launch, pc, line;
    double share, h_one, h_max;
    uint64_t n, p;     /* at which the margin was measured; 0: it was not */
    double margin;     /* NaN likewise */
    report_tuple at;   /* {n,p} and exp(margin): how much faster the launch is when the load allocates */
    report_tuple none; /* nothing, for drawings */
    const char *best;  /* what the margin says */
    size_t series;     /* which mark: place of its program in the report */
    bool trains;
} loads_line;

/* What a rule loses; as load_threshold. */
typedef struct loads_rule_line {
    uint64_t number;
    size_t of;
    const char *name, *definition, *allocates; /* points to text */
    char text[32];                             /* "≥ 0.375", "all" */
    double lost, left_out;
} loads_rule_line;

typedef struct loads_report {
    const load_dataset *data;
    const char *name; /* of the file */
    bool final;       /* launches of the evaluation split are looked at */
    load_losses losses;
    size_t n, n_rules;
    loads_line *lines;
    loads_rule_line *rules; /* by what they lose with programs left out */
    size_t n_series;
    const char **series;
} loads_report;

/* Keeps pointers to everything. POISE_FAILED when no load is left to show. Free with loads_report_free(),
 * also after a failure. */
int loads_report_make(loads_report *report, const load_dataset *data, const char *name, bool final,
                      poise_error *err);
void loads_report_free(loads_report *report);

/* A line for each load; for each rule. */
report_table loads_table(const loads_report *report);
report_table loads_rules_table(const loads_report *report);

#endif
