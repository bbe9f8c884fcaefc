#include "bench/measured.h"
#include "bench/statistics.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ELAPSED, CPU, CYCLES, N_RATIOS };

static const bench_measured_kernel *find(const bench_measured *measured, const char *name)
{
    for (size_t i = 0; i < measured->n_kernels; i++)
        if (strcmp(measured->kernels[i].name, name) == 0)
            return &measured->kernels[i];
    return NULL;
}

static bool comparable(const bench_measured_kernel *before, const bench_measured_kernel *after)
{
    return after != NULL && strcmp(before->trace_hash, after->trace_hash) == 0 &&
           before->warp_insts == after->warp_insts;
}

static double rate(const bench_measured_kernel *kernel, double seconds)
{
    return (double)kernel->warp_insts / seconds;
}

static void print_kernel(const bench_measured_kernel *before, const bench_measured_kernel *after,
                         const double *ratio, FILE *out)
{
    const double million = 1e6;
    fprintf(out, "%-24s%14.3f%10.1f%14.3f%10.1f%10.3f%10.3f%10.4f\n", before->name,
            rate(before, before->elapsed_s) / million, 100 * before->elapsed_spread,
            rate(after, after->elapsed_s) / million, 100 * after->elapsed_spread, ratio[ELAPSED], ratio[CPU],
            ratio[CYCLES]);
}

/* ---- what makes a comparison doubtful ---- */

static void note_difference(const char *what, const char *before, const char *after, FILE *out)
{
    if (strcmp(before, after) != 0)
        fprintf(out, "note: %s differ: %s, %s\n", what, before, after);
}

static void note_kernels(const bench_measured *before, const bench_measured *after, FILE *out)
{
    for (size_t i = 0; i < before->n_kernels; i++) {
        const bench_measured_kernel *other = find(after, before->kernels[i].name);
        if (!comparable(&before->kernels[i], other))
            fprintf(out, "note: kernel %s is left out: %s\n", before->kernels[i].name,
                    other == NULL ? "only the first file has it" : "the traces differ");
    }
    for (size_t i = 0; i < after->n_kernels; i++)
        if (find(before, after->kernels[i].name) == NULL)
            fprintf(out, "note: kernel %s is left out: only the second file has it\n",
                    after->kernels[i].name);
}

/* ---- the table ---- */

static size_t print_kernels(const bench_measured *before, const bench_measured *after,
                            double *ratios[N_RATIOS], FILE *out)
{
    size_t n = 0;
    for (size_t i = 0; i < before->n_kernels; i++) {
        const bench_measured_kernel *old = &before->kernels[i], *new = find(after, old->name);
        if (!comparable(old, new))
            continue;
        const double ratio[N_RATIOS] = {old->elapsed_s / new->elapsed_s, old->cpu_s / new->cpu_s,
                                        (double)new->cycles / (double)old->cycles};
        print_kernel(old, new, ratio, out);
        for (size_t r = 0; r < N_RATIOS; r++)
            ratios[r][n] = ratio[r];
        n++;
    }
    return n;
}

static int print_table(const bench_measured *before, const bench_measured *after, double *ratios[N_RATIOS],
                       FILE *out, poise_error *err)
{
    fprintf(out, "Million warp instructions/s with the spread of repeats in %%; ratios second over first\n");
    fprintf(out, "%-24s%14s%10s%14s%10s%10s%10s%10s\n", "kernel", before->git_commit, "spread",
            after->git_commit, "spread", "elapsed", "CPU", "cycles");
    const size_t n = print_kernels(before, after, ratios, out);
    if (n == 0)
        return poise_fail(err, POISE_USAGE, "the two files have no kernel in common");
    fprintf(out, "%-24s%58.3f%10.3f%10.4f\n", "geometric mean", bench_geometric_mean(ratios[ELAPSED], n),
            bench_geometric_mean(ratios[CPU], n), bench_geometric_mean(ratios[CYCLES], n));
    return POISE_OK;
}

int bench_compare(const bench_measured *before, const bench_measured *after, FILE *out, poise_error *err)
{
    double *all = calloc(N_RATIOS * before->n_kernels, sizeof *all);
    if (all == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu ratios", before->n_kernels);
    double *ratios[N_RATIOS];
    for (size_t r = 0; r < N_RATIOS; r++)
        ratios[r] = all + r * before->n_kernels;
    note_difference("the simulated machines", before->config_hash, after->config_hash, out);
    note_difference("the policies", before->policy, after->policy, out);
    note_difference("the processors", before->cpu_model, after->cpu_model, out);
    note_kernels(before, after, out);
    const int code = print_table(before, after, ratios, out, err);
    free(all);
    return code;
}
