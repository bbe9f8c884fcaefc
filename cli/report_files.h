/* The files of `poise report`. */
#ifndef POISE_CLI_REPORT_FILES_H
#define POISE_CLI_REPORT_FILES_H

#include "report/profile/launches.h"

#include <stdbool.h>

/* In the order of --format. */
typedef enum report_format {
    REPORT_AUTO,
    REPORT_HTML,
    REPORT_SVG,
    REPORT_MARKDOWN,
    REPORT_CSV
} report_format;

/* Whether `output` (NULL = standard output) names a folder: one that is there, or a name that ends in "/". */
bool cli_is_folder(const char *output);

/* Replaces REPORT_AUTO by what the name says; Markdown for the standard output, SVG for a folder. A name that
 * says nothing is POISE_USAGE. */
int cli_report_format(report_format *format, const char *output, poise_error *err);

/* Writes the report to a file, the standard output, or a folder that it makes. */
int cli_report_write(const profile_report *report, report_format format, const char *output,
                     poise_error *err);

#endif
