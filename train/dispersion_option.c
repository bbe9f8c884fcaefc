#include "train/dispersion_option.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int train_parse_dispersion(const char *text, train_negbin_options *options, poise_error *err)
{
    static const char fixed[] = "fixed:";
    if (strcmp(text, "ml") == 0) {
        options->estimate_dispersion = true;
        return POISE_OK;
    }
    if (strncmp(text, fixed, strlen(fixed)) == 0) {
        const char *digits = text + strlen(fixed);
        char *end = NULL;
        double alpha = strtod(digits, &end);
        if (strspn(digits, "0123456789.e+-") == strlen(digits) && end != digits && *end == '\0' &&
            isfinite(alpha) && alpha >= 0.0) {
            options->estimate_dispersion = false;
            options->dispersion = alpha;
            return POISE_OK;
        }
    }
    return poise_fail(err, POISE_USAGE, "the dispersion is fixed:ALPHA with a number >= 0, or ml; not '%s'",
                      text);
}
