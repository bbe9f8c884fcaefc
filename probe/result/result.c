#include "probe/result/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void probe_result_free(probe_result *result)
{
    free(result->subject);
    free(result->config_text);
    free(result->policies);
    probe_surface_free(&result->surface);
    probe_findings_free(&result->findings);
    *result = (probe_result){0};
}

static uint32_t count(const probe_surface *s, bool only_asked)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_sizes; i++) {
        for (uint32_t j = 0; j < s->n_strides; j++)
            n += probe_surface_has(s, i, j) && !(only_asked && isnan(s->time[(size_t)i * s->n_strides + j]));
    }
    return n;
}

uint32_t probe_result_points(const probe_result *result)
{
    return count(&result->surface, false);
}

uint32_t probe_result_asked(const probe_result *result)
{
    return count(&result->surface, true);
}

static bool is_same_sweep(const probe_sweep *one, const probe_sweep *other)
{
    return one->least_bytes == other->least_bytes && one->most_bytes == other->most_bytes &&
           one->per_octave == other->per_octave && one->least_stride == other->least_stride &&
           one->most_steps == other->most_steps && one->repeats == other->repeats &&
           one->is_shuffled == other->is_shuffled;
}

const char *probe_result_difference(const probe_result *one, const probe_result *other)
{
    if (strcmp(one->config_text, other->config_text) != 0)
        return "another machine";
    if (probe_result_is_device(one) && strcmp(one->subject, other->subject) != 0)
        return "another device";
    if (strcmp(one->policies, other->policies) != 0)
        return "other policies";
    return is_same_sweep(&one->sweep, &other->sweep) ? NULL : "other sizes, strides, steps or repeats";
}
