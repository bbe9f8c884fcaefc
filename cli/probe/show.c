#include "cli/probe/probe.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int cli_probe_bytes(const char *option, const char *text, uint64_t *bytes, poise_error *err)
{
    static const char units[] = "KMG";
    char *end = NULL;
    errno = 0;
    const bool is_number = text[0] >= '0' && text[0] <= '9';
    const unsigned long long value = is_number ? strtoull(text, &end, 10) : 0;
    const char *unit = is_number && *end != '\0' ? strchr(units, *end) : NULL;
    const unsigned shift = unit != NULL ? 10 * (unsigned)(unit - units + 1) : 0;
    const bool is_right = is_number && errno == 0 && value > 0 && value <= PROBE_MOST_BYTES >> shift &&
                          (*end == '\0' || (unit != NULL && end[1] == '\0'));
    if (!is_right)
        return poise_fail(err, POISE_USAGE, "--%s '%s': expected bytes up to 16G, such as 64K or 8M", option,
                          text);
    *bytes = (uint64_t)value << shift;
    return POISE_OK;
}

void cli_probe_show(const probe_result *result)
{
    if (result->findings.n == 0)
        return;
    printf("# %s%s%s\n", result->subject, result->policies[0] != '\0' ? " with " : "", result->policies);
    for (uint32_t i = 0; i < result->findings.n; i++) {
        const probe_finding *f = &result->findings.list[i];
        char value[PROBE_VALUE], sure[16] = "";
        probe_value_text(value, f);
        if (f->confidence < 1 && f->confidence > 0)
            snprintf(sure, sizeof sure, "%.0f %%: ", floor(100 * f->confidence));
        printf("%-24s %-28s %s%s\n", f->name, value, sure, f->why);
    }
}
