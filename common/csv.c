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

char *poise_csv_begin(char *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    return strncmp(text, mark, sizeof mark - 1) == 0 ? text + sizeof mark - 1 : text;
}

char *poise_csv_field(char **at, bool *last)
{
    char *field = *at, *to = field, *from = field;
    if (*from == '"') {
        for (from++; *from != '\0' && (*from != '"' || from[1] == '"'); from++) {
            from += *from == '"' ? 1 : 0;
            *to++ = *from;
        }
        if (*from++ == '\0')
            return NULL;
    } else {
        from += strcspn(from, ",\r\n");
        to = from;
    }
    if (*from == '\r' && from[1] == '\n')
        from++;
    const char end = *from;
    if (strchr(",\n", end) == NULL) /* finds the NUL as well */
        return NULL;
    *at = end == '\0' ? from : from + 1;
    *last = end != ',';
    *to = '\0';
    return field;
}
