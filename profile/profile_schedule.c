#include "profile/profile.h"

#include <stdio.h>
#include <stdlib.h>

profile_schedule profile_best_tuple(const profile_kernel *kernel)
{
    profile_schedule best = {.n = kernel->warps, .p = kernel->warps, .cycles = UINT64_MAX};
    for (uint32_t n = kernel->warps; n >= 1; n--) {
        for (uint32_t less = 0; less <= n; less++) {
            const sim_counters *point = profile_at(kernel, n, n - less);
            if (point != NULL && point->cycles < best.cycles)
                best = (profile_schedule){.n = n, .p = n - less, .cycles = point->cycles};
        }
    }
    return best;
}

profile_schedule profile_best_diagonal(const profile_kernel *kernel)
{
    profile_schedule best = {.n = kernel->warps, .p = kernel->warps, .cycles = UINT64_MAX};
    for (uint32_t n = kernel->warps; n >= 1; n--) {
        const sim_counters *point = profile_at(kernel, n, n);
        if (point != NULL && point->cycles < best.cycles)
            best = (profile_schedule){.n = n, .p = n, .cycles = point->cycles};
    }
    return best;
}

profile_schedule profile_best_schedule(const profile_kernel *kernel)
{
    profile_schedule best = profile_best_tuple(kernel);
    for (uint32_t i = 0; i < kernel->n_sets; i++) {
        const profile_set *set = &kernel->sets[i];
        if (set->cycles > 0 && set->cycles < best.cycles)
            best = (profile_schedule){set->n, set->p, set->around, set->cycles};
    }
    return best;
}

char *profile_schedule_policy(const profile_kernel *kernel, profile_schedule schedule)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fprintf(out, "tuple:%u:%u", schedule.n, schedule.p);
    const char *separator = ":loads=";
    for (uint32_t i = 0; i < kernel->n_loads; i++) {
        if (schedule.around >> i & 1) {
            fprintf(out, "%s%u", separator, kernel->loads[i].pc);
            separator = ",";
        }
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
