/* A profile of two kernels with 3 and 2 warps per scheduler and made-up counters. */
#ifndef POISE_TESTS_PROFILE_SAMPLE_PROFILE_H
#define POISE_TESTS_PROFILE_SAMPLE_PROFILE_H

#include "profile/profile.h"
#include "tests/folder.h"

enum { SAMPLE_SMS = 4 };

static inline void fill_kernel(profile_kernel *kernel, const char *program, const char *name, uint32_t warps)
{
    *kernel = (profile_kernel){
        .program = strdup(program), .run = strdup("run"), .kernel = strdup(name), .warps = warps};
    poise_hash_bytes(name, strlen(name), kernel->trace_hash);
    kernel->points = calloc(profile_points(warps), sizeof *kernel->points);
    kernel->samples = calloc(SAMPLE_SMS, sizeof *kernel->samples);
    assert_non_null(kernel->points);
    assert_non_null(kernel->samples);
    for (uint32_t sm = 0; sm < SAMPLE_SMS; sm++)
        kernel->samples[sm] = (profile_sample){
            .windows = sm,
            .at_max = {1000 * sm, 100 * sm, 500 * sm, 90 * sm, 30 * sm, 40000 * sm, 400 * sm},
            .at_one = {300 * sm, 30 * sm, 150 * sm, 120 * sm, 110 * sm, 9000 * sm, 30 * sm}};
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 0; p <= n; p++) {
            sim_counters *c = &kernel->points[profile_point(n, p)];
            c->cycles = 20000 + 100 * n + p;
            c->thread_insts = 3200000;
            c->warp_insts = 100000;
            c->global_loads = 10000 + n;
            c->l1_read_accesses = 40000;
            c->l1_read_hits = 10000 - 100 * n - p;
            c->l1_intra_hits = 5000;
            c->l1_merges = 300;
            c->l1_polluting_accesses = 40000 * p / n;
            c->l1_polluting_hits = c->l1_read_hits * p / n;
        }
    }
}

/* Three loads, and sets of them at {2, 1} and {3, 3}. */
static inline void add_loads(profile_kernel *kernel)
{
    kernel->loads = calloc(3, sizeof *kernel->loads);
    kernel->sets = calloc(2, sizeof *kernel->sets);
    if (kernel->loads == NULL || kernel->sets == NULL)
        abort();
    kernel->n_loads = 3;
    kernel->loads[0] = (profile_load){.pc = 4,
                                      .source_line = 11,
                                      .source = "sum += a[i] * x[column[i]];",
                                      .share = 0.25,
                                      .at_max = {10, 20, 5, 3, 2, 4, 900, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                      .window_at_max = {6, 12, 3, 1, 4, 2}};
    kernel->loads[1] = (profile_load){.pc = 9,
                                      .source_line = 11,
                                      .share = 0.5,
                                      .at_one = {10, 40, 30, 30, 0, 1, 700, 20, 8, 4, 3, 1, 5, 2, 1, 4},
                                      .window_at_one = {8, 32, 20, 2, 3, 9}};
    kernel->loads[2] = (profile_load){.pc = 17, .share = 0.25};
    kernel->n_sets = 2;
    kernel->sets[0] = (profile_set){2, 1, 5, 15000};
    kernel->sets[1] = (profile_set){3, 3, 2, 12000};
}

static inline profile sample_profile(void)
{
    profile data = {.n_kernels = 2, .n_sms = SAMPLE_SMS, .seed = 7};
    static const char config[] = "sms = 4\n";
    data.kernels = calloc(2, sizeof *data.kernels);
    data.config_text = strdup(config);
    data.options = strdup("grid = full\n");
    if (data.kernels == NULL || data.config_text == NULL || data.options == NULL)
        abort();
    poise_hash_bytes(config, strlen(config), data.config_hash);
    fill_kernel(&data.kernels[0], "atax", "atax_kernel1", 3);
    fill_kernel(&data.kernels[1], "bfs", "bfs_kernel", 2);
    data.kernels[1].split = PROFILE_EVALUATION;
    data.kernels[1].launch_index = 5;
    add_loads(&data.kernels[0]);
    return data;
}

#endif
