#include "report/profile/launches.h"

#include "features/target.h"

#include <math.h>
#include <stdlib.h>

/* ---- tuples ---- */

static bool is_any(uint32_t n, uint32_t p)
{
    (void)n, (void)p;
    return true;
}

static bool is_diagonal(uint32_t n, uint32_t p)
{
    return n == p;
}

static bool is_one(uint32_t n, uint32_t p)
{
    (void)n;
    return p == 1;
}

static bool is_none(uint32_t n, uint32_t p)
{
    (void)n;
    return p == 0;
}

static const report_tuple no_tuple = {0, 0, NAN};

/* The fastest of the tuples that `is_wanted`. */
static report_tuple fastest(const surface *speedup, bool (*is_wanted)(uint32_t n, uint32_t p))
{
    report_tuple best = no_tuple;
    for (uint32_t n = 1; n <= speedup->warps; n++) {
        for (uint32_t p = 0; p <= n; p++) {
            const double s = surface_at(speedup, n, p);
            if (!is_wanted(n, p) || isnan(s) || s < best.speedup)
                continue;
            best = (report_tuple){n, p, s};
        }
    }
    return best;
}

static report_tuple target_of(const surface *speedup, const surface *score)
{
    report_tuple target = no_tuple;
    target_choose(speedup, score, &target.n, &target.p);
    target.speedup = surface_at(speedup, target.n, target.p);
    return target;
}

/* ---- launches ---- */

static int describe(profile_launch *launch, const profile_kernel *kernel, size_t number, poise_error *err)
{
    const sim_counters *baseline = profile_at(kernel, kernel->warps, kernel->warps);
    *launch = (profile_launch){
        .source = kernel,
        .number = number,
        .program = kernel->program,
        .run = kernel->run,
        .kernel = kernel->kernel,
        .split = profile_splits[kernel->split],
        .launch = kernel->launch_index,
        .warps = kernel->warps,
        .cycles = baseline->cycles,
        .measured = profile_measured(kernel),
        .hit_rate = baseline->l1_read_accesses > 0 ? sim_l1_hit_rate(baseline) : NAN,
        .lines = baseline->global_loads > 0
                     ? (double)baseline->l1_read_accesses / (double)baseline->global_loads
                     : NAN,
    };
    int code = surface_speedup(&launch->speedup, kernel, err);
    if (code == POISE_OK)
        code = target_score(&launch->speedup, &launch->score, err);
    if (code != POISE_OK)
        return code;
    launch->target = target_of(&launch->speedup, &launch->score);
    launch->best = fastest(&launch->speedup, is_any);
    launch->diagonal = fastest(&launch->speedup, is_diagonal);
    launch->one = fastest(&launch->speedup, is_one);
    launch->none = fastest(&launch->speedup, is_none);
    return POISE_OK;
}

int profile_report_make(profile_report *report, const profile *source, const char *name, poise_error *err)
{
    *report = (profile_report){.source = source, .name = name};
    report->launches = calloc(source->n_kernels + 1, sizeof *report->launches);
    if (report->launches == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu kernels", source->n_kernels);
    int code = POISE_OK;
    for (size_t i = 0; i < source->n_kernels && code == POISE_OK; i++)
        code = describe(&report->launches[report->n++], &source->kernels[i], i + 1, err);
    if (code == POISE_OK)
        code = profile_report_group(report, err);
    if (code != POISE_OK)
        profile_report_free(report);
    return code;
}

static void free_launch(profile_launch *launch)
{
    surface_free(&launch->speedup);
    surface_free(&launch->score);
}

void profile_report_free(profile_report *report)
{
    for (size_t i = 0; i < report->n; i++)
        free_launch(&report->launches[i]);
    free(report->launches);
    free(report->programs);
    *report = (profile_report){0};
}

double profile_report_mean(const profile_report *report, size_t offset)
{
    const report_table launches = {
        .rows = report->launches, .n_rows = report->n, .row_size = sizeof(profile_launch)};
    return report_column_mean(&launches, &(report_column){.kind = COLUMN_POINT, .offset = offset});
}
