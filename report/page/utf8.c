#include "report/page/utf8.h"

#include <stdbool.h>
#include <stdint.h>

static bool is_continuation(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

size_t utf8_length(const char *characters)
{
    const unsigned char *text = (const unsigned char *)characters;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = text[0];
    if (first < 0x80)
        return (first >= 0x20 && first != 0x7f) || first == '\t' || first == '\n' ? 1 : 0;
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    uint32_t code = length == 0 ? 0 : first & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if (!is_continuation(text[i])) /* the NUL at the end is none */
            return 0;
        code = code << 6 | (text[i] & 0x3fu);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    const bool control = code < 0xa0;
    if (length == 0 || code < least[length] || code > 0x10ffff || surrogate || control ||
        (code & 0xfffe) == 0xfffe)
        return 0;
    return length;
}
