/* The results for people and for programs. */
#ifndef POISE_EVALUATE_OUTPUT_H
#define POISE_EVALUATE_OUTPUT_H

#include "evaluate/comparison.h"

#include <stdio.h>

/* Looks up a comma-separated list of metric names; *n indices into evaluate_metric_table are stored in
 * `chosen`, which has room for as many as the table has. An unknown name is POISE_USAGE with the nearest
 * known one, if one is near. */
int evaluate_choose_metrics(const char *names, size_t *chosen, size_t *n, poise_error *err);

/* One block for each chosen metric: programs down, policies across, the mean in the last line. Headings name
 * the baseline. Then what stands behind the names that policies were given, if any. */
void evaluate_print_table(const evaluate_comparison *comparison, const size_t *chosen, size_t n, FILE *out);

/* What stands behind the names that policies were given, if any. */
void evaluate_print_names(const evaluate_policy_list *list, FILE *out);

/* The same of all machines: for each metric the means, machines down, policies across, where there are
 * several policies; then for each policy a block, programs down, machines across. At last what the machines
 * are. What has no machine's name is printed as one table. */
void evaluate_print_tables(evaluate_comparisons all, const size_t *chosen, size_t n, FILE *out);

/* One line for each program and policy: all metrics by their names, then all counters and facts as totals
 * over the launches, NAME_total. No two columns have one name. Undefined values are empty. Errors stay with
 * the stream. */
void evaluate_print_csv(const evaluate_comparison *comparison, FILE *out);
/* The same as a file. Atomic. */
int evaluate_write_csv(const evaluate_comparison *comparison, const char *path, poise_error *err);
/* The same of all machines, one after the other; where they have names, these are the first column. */
void evaluate_print_csv_all(evaluate_comparisons all, FILE *out);
int evaluate_write_csv_all(evaluate_comparisons all, const char *path, poise_error *err);

/* Everything: machine, programs with their launches, metrics, counters, tuples and statistics of policies,
 * means, warnings. Undefined values are null. Atomic. */
int evaluate_write_json(const evaluate_comparison *comparison, const char *path, poise_error *err);
/* The same of all machines. Where they have names the format is version 2: `machines` instead of `machine`
 * and `config_hash`, and results and means say which. */
int evaluate_write_json_all(evaluate_comparisons all, const char *path, poise_error *err);

#endif
