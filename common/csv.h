/* Fields of comma-separated values. */
#ifndef POISE_COMMON_CSV_H
#define POISE_COMMON_CSV_H

#include <stdbool.h>
#include <stdio.h>

/* Writes a text field, between quotes only where RFC 4180 asks for them. Errors stay with the stream. */
void poise_csv_text(FILE *out, const char *text);

/* Where a table begins: behind the byte order mark that spreadsheets put before UTF-8. */
char *poise_csv_begin(char *text);

/* Cuts the next field out of the text *at, unquoted in place (RFC 4180), and moves *at behind its separator.
 * *last tells that its line, or the text, ends with it. NULL when quotes are not closed or not around all of
 * the field, or a carriage return stands alone. */
char *poise_csv_field(char **at, bool *last);

#endif
