/* What reports of programs and of mixes say alike: names of policies, where the results come from. */
#ifndef POISE_REPORT_RESULTS_ORIGIN_H
#define POISE_REPORT_RESULTS_ORIGIN_H

#include "evaluate/results/results.h"
#include "report/page/markup.h"

/* What stands behind the names that policies were given, if any: a section, a list. */
void results_names(markup *m, const evaluate_policy_list *list);
void results_names_markdown(const evaluate_policy_list *list, FILE *out);

#define RESULTS_CSV_WORDS "All metrics and counters as CSV"
/* A link with these words whose address is the CSV form of `content`. */
void results_csv_link(markup *m, const char *words, void (*print)(const void *content, FILE *out),
                      const void *content);

/* The section "Made from", of the file `name`, but for the traces. */
void results_origin(markup *m, const evaluate_results *results, const char *name);

#endif
