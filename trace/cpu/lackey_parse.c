#include "trace/cpu/lackey.h"

#include <string.h>

enum { MOST_BYTES = 4096 };

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "04001d30,3" */
static bool parse_place(const char *at, lackey_access *access)
{
    unsigned digits = 0;
    for (int digit; (digit = hex_digit(*at)) >= 0; at++, digits++)
        access->address = access->address << 4 | (uint64_t)digit;
    if (digits < 1 || digits > 16 || *at++ != ',')
        return false;
    for (; *at >= '0' && *at <= '9' && access->bytes <= MOST_BYTES; at++)
        access->bytes = access->bytes * 10 + (uint32_t)(*at - '0');
    return *at == '\0' && access->bytes >= 1 && access->bytes <= MOST_BYTES &&
           access->address <= UINT64_MAX - access->bytes;
}

static lackey_kind kind_of(const char *line)
{
    static const struct {
        char start[4];
        lackey_kind kind;
    } kinds[] = {
        {"I  ", LACKEY_INSTRUCTION}, {" L ", LACKEY_LOAD}, {" S ", LACKEY_STORE}, {" M ", LACKEY_MODIFY}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strncmp(line, kinds[i].start, 3) == 0)
            return kinds[i].kind;
    const bool message = strncmp(line, "==", 2) == 0 || strncmp(line, "--", 2) == 0;
    return message || *line == '\0' ? LACKEY_NOTHING : LACKEY_WRONG;
}

lackey_access lackey_parse(const char *line)
{
    lackey_access access = {.kind = kind_of(line)};
    if (access.kind != LACKEY_NOTHING && access.kind != LACKEY_WRONG && !parse_place(line + 3, &access))
        access.kind = LACKEY_WRONG;
    return access;
}
