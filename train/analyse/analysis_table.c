#include "train/analyse/analysis.h"

static const char *const description[TRAIN_ANALYSES] = {
#define ANALYSIS(id, name, text) [TRAIN_ANALYSIS_##id] = text,
#include "train/analyse/analyses.def"
#undef ANALYSIS
};

/* The recipe as it stands, with which the others are compared. */
static const train_variant *standard_of(const train_analysis_result *result)
{
    return &result->variant[result->which == TRAIN_ANALYSIS_CURVE && result->n > 0 ? result->n - 1 : 0];
}

static void print_variant(FILE *out, const train_variant *v, const train_variant *standard)
{
    const train_summary *s = &v->summary;
    if (s->kernels == 0) {
        (void)fprintf(out, "%-37s no model: %s\n", v->title, v->failure.text);
        return;
    }
    (void)fprintf(out, "%-37s %7zu %7zu %7.1f%% %7.1f%% %8.3f %9.3f %6.1f%%", v->title, v->learned_from,
                  s->kernels, 100.0 * s->error_n, 100.0 * s->error_p, s->speedup, s->program_speedup,
                  100.0 * (double)s->slower / (double)s->kernels);
    if (v != standard && standard->summary.speedup > 0.0)
        (void)fprintf(out, " %+7.1f%%", 100.0 * (s->speedup / standard->summary.speedup - 1.0));
    (void)fputc('\n', out);
    if (v->kernels_without > 0)
        (void)fprintf(out, "  and no model for %zu predictions: %s\n", v->kernels_without, v->failure.text);
}

void train_print_analysis(FILE *out, const train_analysis_result *result)
{
    const train_variant *standard = standard_of(result);
    (void)fprintf(out, "Programs left out of training: %s\n\n", description[result->which]);
    (void)fprintf(out, "%-37s %7s %7s %8s %8s %8s %9s %7s %8s\n", "", "learned", "judged", "error N",
                  "error p", "speedup", "programs", "slower", "change");
    for (size_t i = 0; i < result->n; i++)
        print_variant(out, &result->variant[i], standard);
    (void)fprintf(
        out, "\nlearned: kernels of all trainings together, of a curve in each; judged: kernels predicted\n"
             "error: mean |predicted - target| / target; speedup: harmonic mean over kernels, on the\n"
             "measured surfaces; programs: over programs; slower: kernels slower than with all warps;\n"
             "change: of the speedup, against the recipe as it stands\n");
}
