#include "common/csv.h"

#include <string.h>

void poise_csv_text(FILE *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', out); /* a quote inside is doubled */
        fputc(*text, out);
    }
    fputc('"', out);
}
