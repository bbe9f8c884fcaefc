#include "report/table/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define UNKNOWN "–"

/* `text` when the value is known. */
static number_text known(double value, number_text text)
{
    return isnan(value) ? (number_text){UNKNOWN} : text;
}

number_text number_short(double value)
{
    number_text out;
    snprintf(out.text, sizeof out.text, "%.3f", value);
    char *end = out.text + strlen(out.text);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        *--end = '\0';
    return strcmp(out.text, "-0") == 0 ? (number_text){"0"} : out;
}

number_text number_plain(double value)
{
    return known(value, number_short(value));
}

number_text number_ratio(double value)
{
    number_text out = number_short(value);
    const size_t length = strlen(out.text);
    snprintf(out.text + length, sizeof out.text - length, "×");
    return out;
}

number_text number_grouped(uint64_t value)
{
    char digits[24];
    number_text out = {""};
    const int n = snprintf(digits, sizeof digits, "%" PRIu64, value);
    char *to = out.text;
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    return out;
}

number_text number_speedup(double value)
{
    number_text out;
    snprintf(out.text, sizeof out.text, "%.3f×", value);
    return known(value, out);
}

number_text number_tenths(double value)
{
    number_text out;
    snprintf(out.text, sizeof out.text, "%.1f", value);
    return known(value, out);
}

number_text number_share(double value)
{
    number_text out;
    snprintf(out.text, sizeof out.text, "%.1f %%", 100 * value);
    return known(value, out);
}

number_text number_exact(double value)
{
    number_text out = {""};
    if (!isnan(value))
        snprintf(out.text, sizeof out.text, "%.17g", value);
    return out;
}
