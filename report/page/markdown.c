#include "report/page/markdown.h"

#include "report/page/utf8.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* An underscore inside a word, as in kernel names, is only an underscore. */
static bool is_special(char before, char character, char after)
{
    if (character == '_')
        return !isalnum((unsigned char)before) || !isalnum((unsigned char)after);
    return strchr("\\`*[]<>&|~", character) != NULL;
}

void markdown_escape(FILE *out, const char *text)
{
    char before = ' ';
    while (*text != '\0') {
        const size_t length = utf8_length(text);
        if (length == 0 || *text == '\n') {
            fputs(UTF8_REPLACEMENT, out);
        } else {
            if (length == 1 && is_special(before, text[0], text[1]))
                fputc('\\', out);
            fwrite(text, 1, length, out);
        }
        before = *text;
        text += length == 0 ? 1 : length;
    }
}
