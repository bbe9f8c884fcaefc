/* Access profiles of buffers for people [KE 4.4]. Errors stay with the stream. */
#ifndef POISE_REPORT_BUFFERS_OUTPUT_H
#define POISE_REPORT_BUFFERS_OUTPUT_H

#include "profile/buffers/buffers.h"
#include "report/page/markup.h"

#include <stdio.h>

typedef struct buffers_report {
    const buffers_profile *profile;
    const char *name; /* of the file, for people */
} buffers_report;

/* What a figure and a table say of a program: its buffers are first .. end - 1. */
typedef struct buffers_part {
    size_t program, first, end;
} buffers_part;
buffers_part buffers_part_of(const buffers_profile *profile, size_t program);

/* Sectors for each page of a buffer. */
double buffers_reads_of_page(const buffers_profile *profile, const buffers_buffer *buffer);
double buffers_writes_of_page(const buffers_profile *profile, const buffers_buffer *buffer);

/* Reads and writes for each page of a program: its buffers next to each other, in the order in which they
 * were made. */
void buffers_figure(markup *m, const buffers_report *report, size_t program);

/* One page: for each program the figure and a table of its buffers. */
void buffers_report_html(const buffers_report *report, FILE *out);
/* The figure of a program as a file of its own. */
void buffers_report_svg(const buffers_report *report, size_t program, FILE *out);
/* A line for each buffer. */
void buffers_report_markdown(const buffers_report *report, FILE *out);
/* A line for each chunk. */
void buffers_report_csv(const buffers_report *report, FILE *out);

#endif
