/* Fields of comma-separated values. */
#ifndef POISE_COMMON_CSV_H
#define POISE_COMMON_CSV_H

#include <stdio.h>

/* Writes a text field, between quotes only where RFC 4180 asks for them. Errors stay with the stream. */
void poise_csv_text(FILE *out, const char *text);

#endif
