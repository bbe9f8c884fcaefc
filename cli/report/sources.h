/* What `poise report` can report: a file for each. */
#ifndef POISE_CLI_REPORT_SOURCES_H
#define POISE_CLI_REPORT_SOURCES_H

#include "cli/report/files.h"
#include "features/dataset.h"

#include <stdint.h>

typedef struct report_options {
    const char *output, *kernel, *profile, *machine, *cv;
    int format, features; /* 0 = auto, else dataset_feature_source + 1 */
    int64_t seed, jobs;
    bool choose, final;
} report_options;

int cli_report_profile(const report_options *options, report_format format, const char *path,
                       poise_error *err);
int cli_report_model(const report_options *options, report_format format, const char *model_path,
                     const char *data_path, poise_error *err);
int cli_report_dataset(const report_options *options, report_format format, const char *path,
                       poise_error *err);

int cli_report_loads(const report_options *options, report_format format, const char *path, poise_error *err);
int cli_report_results(const report_options *options, report_format format, const char *path,
                       poise_error *err);

int cli_report_design(const report_options *options, report_format format, const char *path,
                      poise_error *err);

int cli_report_buffers(const report_options *options, report_format format, const char *path,
                       poise_error *err);

int cli_report_probe(const report_options *options, report_format format, const char *path, poise_error *err);
/* Of one beside another one, which may be NULL. */
int cli_report_probes(const report_options *options, report_format format, const char *path,
                      const char *other_path, poise_error *err);

/* Replaces the features of the rows by those that are asked for; auto is `automatic`. */
int cli_report_features(const report_options *options, dataset_feature_source automatic, dataset *data,
                        poise_error *err);

/* What people call a file: a report must not depend on the folder that it was made in. */
const char *cli_base_name(const char *path);

#endif
