/* The files of `poise report`. */
#ifndef POISE_CLI_REPORT_FILES_H
#define POISE_CLI_REPORT_FILES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* In the order of --format. */
typedef enum report_format {
    REPORT_AUTO,
    REPORT_HTML,
    REPORT_SVG,
    REPORT_PNG, /* made of SVG: writers of reports are never asked for it */
    REPORT_MARKDOWN,
    REPORT_CSV
} report_format;

/* Whether `output` (NULL = standard output) names a folder: one that is there, or a name that ends in "/". */
bool cli_is_folder(const char *output);

/* Replaces REPORT_AUTO by what the name says; Markdown for the standard output, SVG for a folder. A name that
 * says nothing is POISE_USAGE. */
int cli_report_format(report_format *format, const char *output, poise_error *err);

/* In place of the number of a figure: all there is. */
#define CLI_WHOLE_REPORT SIZE_MAX

/* A report of anything, and how it is written. */
typedef struct cli_report {
    const void *content;
    /* NULL, or refuses (POISE_USAGE) a form of the whole before a file is made. */
    int (*check)(const void *content, report_format format, poise_error *err);
    /* The whole, or of the form SVG one figure. Errors of the stream stay with it. */
    int (*write)(const void *content, report_format format, size_t figure, FILE *out, poise_error *err);
    size_t n_figures;
    /* Name of its file, without the ending; what does not belong into a path is replaced. */
    void (*figure_name)(const void *content, size_t figure, char *name, size_t size);
} cli_report;

/* Writes the report to a file, the standard output, or each figure to a folder, which it makes. */
int cli_report_write(const cli_report *report, report_format format, const char *output, poise_error *err);

#endif
