#include "cli/profile/replay.h"

#include "features/dataset_build.h"
#include "features/target.h"
#include "profile/profile_file.h"
#include "profile/sweep/grid.h"
#include "profile/sweep/search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* What a search finds in the surface of a kernel. */
typedef struct finding {
    uint32_t n, p;
    size_t simulations;
    uint64_t cycles; /* simulated */
} finding;

/* Over kernels. */
typedef struct sums {
    size_t kernels, simulations, of_simulations, most;
    double cycles, of_cycles, loss, worst, score_loss;
} sums;

static int search(finding *f, const profile_kernel *kernel, sweep_plane plane, const surface *speedup,
                  poise_error *err)
{
    sweep_point points[PROFILE_MOST_POINTS];
    surface known, score = {0};
    *f = (finding){0};
    int code = surface_create(&known, kernel->warps, err);
    if (code != POISE_OK)
        return code;
    for (size_t n; (n = sweep_search_next(plane, known.value, points)) > 0; f->simulations += n) {
        for (size_t i = 0; i < n; i++) {
            size_t at = profile_point(points[i].n, points[i].p);
            known.value[at] = speedup->value[at];
            f->cycles += kernel->points[at].cycles;
        }
    }
    code = target_score(&known, &score, err);
    if (code == POISE_OK)
        target_choose(&known, &score, &f->n, &f->p);
    surface_free(&score);
    surface_free(&known);
    return code;
}

static void add(sums *s, const profile_kernel *kernel, const finding *f, double loss, double score_loss)
{
    s->worst = s->kernels == 0 ? loss : fmax(s->worst, loss);
    s->kernels++;
    s->simulations += f->simulations;
    s->of_simulations += profile_measured(kernel);
    s->most = f->simulations > s->most ? f->simulations : s->most;
    s->cycles += (double)f->cycles;
    for (size_t i = 0; i < profile_points(kernel->warps); i++)
        s->of_cycles += (double)kernel->points[i].cycles;
    s->loss += loss;
    s->score_loss += score_loss;
}

static void print_tuple(uint32_t n, uint32_t p, double speedup, double score)
{
    char tuple[16];
    snprintf(tuple, sizeof tuple, "{%" PRIu32 ",%" PRIu32 "}", n, p);
    printf(" %8s %7.4f %7.4f", tuple, speedup, score);
}

/* sums[0] is of the kernels that are trained on, sums[1] of the others. */
static void compare(const profile_kernel *kernel, const dataset_row *row, const finding *f, sums s[2])
{
    const double best = surface_at(&row->speedup, row->target_n, row->target_p);
    const double best_score = surface_at(&row->score, row->target_n, row->target_p);
    const double found = surface_at(&row->speedup, f->n, f->p);
    const double found_score = surface_at(&row->score, f->n, f->p);
    printf("%-12.12s %6" PRIu32 " %3" PRIu32, kernel->program, kernel->launch_index, kernel->warps);
    print_tuple(row->target_n, row->target_p, best, best_score);
    print_tuple(f->n, f->p, found, found_score);
    printf(" %4zu %7.2f %7.2f %s\n", f->simulations, 100 * (1 - found / best),
           100 * (1 - found_score / best_score), row->excluded == 0 ? "yes" : "no");
    add(&s[row->excluded != 0], kernel, f, 1 - found / best, 1 - found_score / best_score);
}

static int replay_kernel(const profile_kernel *kernel, const dataset_row *row, sums s[2], poise_error *err)
{
    finding f;
    const sweep_plane plane = {kernel->warps, surface_least_p(&row->speedup)};
    if (profile_measured(kernel) != sweep_grid_most(SWEEP_FULL, plane))
        return poise_fail(err, POISE_USAGE,
                          "launch %" PRIu32 " of %s has no value at some points: a "
                          "search is replayed on what --grid full has measured",
                          kernel->launch_index, kernel->program);
    int code = search(&f, kernel, plane, &row->speedup, err);
    if (code == POISE_OK)
        compare(kernel, row, &f, s);
    return code;
}

static int replay_file(const char *path, sums s[2], poise_error *err)
{
    profile data = {0};
    dataset rows = {0};
    int code = profile_read(path, &data, err);
    if (code != POISE_OK)
        return code;
    code = dataset_add_profile(&rows, &data, path, &(dataset_recipe){0}, err);
    for (size_t i = 0; code == POISE_OK && i < data.n_kernels; i++) {
        code = replay_kernel(&data.kernels[i], &rows.rows[i], s, err);
        if (code != POISE_OK)
            poise_error_prefix(err, "%s", path);
    }
    dataset_free(&rows);
    profile_free(&data);
    return code;
}

static void print_sums(const char *name, const sums *s)
{
    double n = (double)s->kernels;
    if (s->kernels == 0)
        return;
    printf(
        "%zu kernels %s: %.1f simulations of %.1f (at most %zu), %.1f %% of the cycles; loss of the target's "
        "speedup %.2f %% (at worst %.2f %%), of its score %.2f %%\n",
        s->kernels, name, (double)s->simulations / n, (double)s->of_simulations / n, s->most,
        100 * s->cycles / s->of_cycles, 100 * s->loss / n, 100 * s->worst, 100 * s->score_loss / n);
}

int profile_replay(size_t n_paths, char *const *paths, poise_error *err)
{
    sums s[2] = {0};
    int code = POISE_OK;
    printf("%-12s %6s %3s %8s %7s %7s %8s %7s %7s %4s %7s %7s %s\n", "program", "launch", "W", "target", "S",
           "score", "found", "S", "score", "sims", "loss %", "score %", "train");
    for (size_t i = 0; code == POISE_OK && i < n_paths; i++)
        code = replay_file(paths[i], s, err);
    if (code != POISE_OK)
        return code;
    print_sums("to train on", &s[0]);
    print_sums("to leave out", &s[1]);
    return POISE_OK;
}
