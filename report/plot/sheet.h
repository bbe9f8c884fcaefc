/* Figures of kernels in a file of their own: one, or several side by side, below what the marks mean. */
#ifndef POISE_REPORT_PLOT_SHEET_H
#define POISE_REPORT_PLOT_SHEET_H

#include "report/page/markup.h"

#include <stdio.h>

typedef struct sheet {
    const char *title, *heading; /* of the file; what stands above, of unknown origin */
    const char *const *names;    /* n_names series */
    const bool *shown;           /* of these; NULL = all */
    size_t n_names;
    size_t n; /* figures, at least one; each is PLOT_WIDTH wide */
    const void *context;
    double (*height)(const void *context, size_t i);
    void (*draw)(markup *m, const void *context, size_t i);
} sheet;

void sheet_write(const sheet *s, FILE *out);

#endif
