/* Figures as PNG files. */
#ifndef POISE_CLI_REPORT_PNG_H
#define POISE_CLI_REPORT_PNG_H

#include "common/error.h"

#include <stdio.h>

/* Reads an SVG file from the start of `svg`, a file with a descriptor, and writes it as PNG, two pixels for
 * each of the figure's, to `png`, of which nothing was written. By rsvg-convert of librsvg; where that is not
 * installed: POISE_FAILED with a sentence. */
int cli_png_convert(FILE *svg, FILE *png, poise_error *err);

#endif
