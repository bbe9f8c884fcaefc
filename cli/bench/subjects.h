/* What `poise bench` simulates: built-in kernels, or traces named on the command line. */
#ifndef POISE_CLI_BENCH_SUBJECTS_H
#define POISE_CLI_BENCH_SUBJECTS_H

#include "bench/bench.h"

typedef struct cli_bench_subjects {
    size_t n;
    bench_subject *subject;
} cli_bench_subjects;

/* Makes the built-in kernels named in `list` (separated by commas, NULL = all) with `scale` times their
 * length. In both functions: the caller frees, also after a failure. */
int cli_bench_make(cli_bench_subjects *subjects, const char *list, uint32_t scale, poise_error *err);
/* Reads all traces named by `words`. */
int cli_bench_read(cli_bench_subjects *subjects, int n_words, char **words, poise_error *err);
void cli_bench_free(cli_bench_subjects *subjects);

/* Writes each subject as FOLDER/NAME.wtr. */
int cli_bench_write_traces(const cli_bench_subjects *subjects, const char *folder, poise_error *err);

#endif
