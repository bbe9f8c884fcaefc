#include "profile/profile.h"

#include <stdlib.h>
#include <string.h>

const char *const profile_splits[PROFILE_SPLITS + 1] = {"training", "evaluation", NULL};

const sim_counters *profile_at(const profile_kernel *kernel, uint32_t n, uint32_t p)
{
    if (!profile_has(kernel->warps, n, p))
        return NULL;
    const sim_counters *counters = &kernel->points[profile_point(n, p)];
    return counters->cycles > 0 ? counters : NULL;
}

uint64_t profile_measured(const profile_kernel *kernel)
{
    uint64_t n = 0;
    for (size_t i = 0; i < profile_points(kernel->warps); i++)
        n += kernel->points[i].cycles > 0;
    return n;
}

void profile_machine_hash(const profile *data, char hash[POISE_HASH_TEXT])
{
    const char *const parts[] = {data->config_hash, "\n", data->policies, "\n", data->policies_hash};
    memcpy(hash, data->config_hash, POISE_HASH_TEXT);
    poise_hash *sum = data->policies == NULL || data->policies[0] == '\0' ? NULL : poise_hash_new();
    for (size_t i = 0; sum != NULL && i < sizeof parts / sizeof parts[0]; i++)
        poise_hash_add(sum, parts[i], strlen(parts[i]));
    if (sum != NULL)
        poise_hash_finish(sum, hash);
}

void profile_copy_counters(const profile *data, profile_kernel *to, const profile_kernel *from)
{
    memcpy(to->points, from->points, profile_points(to->warps) * sizeof *to->points);
    memcpy(to->samples, from->samples, data->n_sms * sizeof *to->samples);
    for (uint32_t i = 0; i < to->n_loads; i++)
        to->loads[i] = from->loads[i];
    to->n_sets = from->n_sets;
    if (from->n_sets > 0)
        memcpy(to->sets, from->sets, from->n_sets * sizeof *to->sets);
}

void profile_kernel_free(profile_kernel *kernel)
{
    free(kernel->program);
    free(kernel->run);
    free(kernel->kernel);
    free(kernel->points);
    free(kernel->samples);
    free(kernel->loads);
    free(kernel->sets);
    memset(kernel, 0, sizeof *kernel);
}

void profile_free(profile *data)
{
    for (size_t i = 0; i < data->n_kernels; i++)
        profile_kernel_free(&data->kernels[i]);
    free(data->kernels);
    free(data->config_text);
    free(data->policies);
    free(data->options);
    memset(data, 0, sizeof *data);
}
