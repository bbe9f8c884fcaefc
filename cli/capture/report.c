#include "cli/capture/report.h"

#include "capture/capture_environment.h"
#include "common/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_REPORT = 1 << 28 };

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* FILE KERNEL WARPS WARP_INSTRUCTIONS BYTES SECONDS, separated by tabs. */
static int read_trace_line(char *fields, capture_report *report, poise_error *err)
{
    capture_launch_line line = {.file = strsep(&fields, "\t"), .kernel = strsep(&fields, "\t")};
    if (fields == NULL || sscanf(fields, "%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "\t%lf", &line.warps,
                                 &line.warp_insts, &line.bytes, &line.seconds) != 4)
        return poise_fail(err, POISE_DAMAGED, "the report of the OpenCL platform has a damaged line");
    report->launches[report->n_launches++] = line;
    return POISE_OK;
}

static int read_line(char *line, capture_report *report, poise_error *err)
{
    char *rest = line;
    const char *kind = strsep(&rest, "\t");
    if (rest == NULL)
        return poise_fail(err, POISE_DAMAGED, "the report of the OpenCL platform has a damaged line");
    if (strcmp(kind, CAPTURE_REPORT_TRACE) == 0)
        return read_trace_line(rest, report, err);
    const char **sentence =
        strcmp(kind, CAPTURE_REPORT_ERROR) == 0 ? &report->launch_error : &report->refusal;
    if (*sentence == NULL)
        *sentence = rest;
    return POISE_OK;
}

int capture_report_read(const char *path, capture_report *report, poise_error *err)
{
    size_t size;
    *report = (capture_report){0};
    int code = poise_read_file(path, LARGEST_REPORT, &report->text, &size, err);
    if (code != POISE_OK)
        return code;
    report->launches = calloc(count_lines(report->text) + 1, sizeof *report->launches);
    if (report->launches == NULL) {
        capture_report_free(report);
        return poise_fail(err, POISE_FAILED, "out of memory for the report of the OpenCL platform");
    }
    char *rest = report->text;
    for (char *line; code == POISE_OK && (line = strsep(&rest, "\n")) != NULL;) {
        if (*line)
            code = read_line(line, report, err);
    }
    if (code != POISE_OK)
        capture_report_free(report);
    return code;
}

void capture_report_free(capture_report *report)
{
    free(report->text);
    free(report->launches);
    *report = (capture_report){0};
}
