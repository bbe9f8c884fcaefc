#include "train/validate/compare.h"

static void print_head(FILE *out)
{
    (void)fprintf(out, "%-18s %7s %8s %8s %7s %7s %8s %9s %9s %7s\n", "method", "kernels", "error N",
                  "error p", "off N", "off p", "speedup", "programs", "of best", "slower");
}

static void print_contender(FILE *out, const train_contender *c)
{
    const train_summary *s = &c->summary;
    if (s->kernels == 0) {
        (void)fprintf(out, "%-18s no model: %s\n", c->title, c->failure.text);
        return;
    }
    (void)fprintf(out, "%-18s %7zu %7.1f%% %7.1f%% %7.2f %7.2f %8.3f %9.3f %8.1f%% %6.1f%%\n", c->title,
                  s->kernels, 100.0 * s->error_n, 100.0 * s->error_p, s->warps_off_n, s->warps_off_p,
                  s->speedup, s->program_speedup, 100.0 * s->speedup / s->static_best,
                  100.0 * (double)s->slower / (double)s->kernels);
    if (c->kernels_without > 0)
        (void)fprintf(out, "  and no model for %zu kernels: %s\n", c->kernels_without, c->failure.text);
}

/* The summary over most kernels has the bounds that no choice of one tuple a kernel can pass. */
static const train_summary *widest(const train_comparison *result)
{
    const train_summary *best = &result->contender[0].summary;
    for (size_t i = 1; i < result->n; i++) {
        if (result->contender[i].summary.kernels > best->kernels)
            best = &result->contender[i].summary;
    }
    return best;
}

void train_print_comparison(FILE *out, const train_comparison *result)
{
    const train_summary *bounds = widest(result);
    print_head(out);
    for (size_t i = 0; i < result->n; i++)
        print_contender(out, &result->contender[i]);
    (void)fprintf(out, "%-18s %7zu %8s %8s %7s %7s %8.3f %9s %8.1f%%\n", "SWL, each its own", bounds->kernels,
                  "", "", "", "", bounds->swl, "", 100.0 * bounds->swl / bounds->static_best);
    (void)fprintf(out, "%-18s %7zu %8s %8s %7s %7s %8.3f %9s %8.1f%%\n\n", "Static-Best", bounds->kernels, "",
                  "", "", "", bounds->static_best, "", 100.0);
    (void)fprintf(out,
                  "error: mean |predicted - target| / target; off: mean |predicted - target| in warps;\n"
                  "speedup: harmonic mean over kernels, on the measured surfaces; programs: over programs;\n"
                  "of best: of Static-Best; slower: kernels slower than with all warps\n");
}
