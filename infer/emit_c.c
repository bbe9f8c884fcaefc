#include "infer/emit.h"

#include "common/file.h"
#include "infer/emit_text.h"
#include "infer/poise_choice.h"
#include "infer/poise_kernel.h"
#include "infer/quantise.h"
#include "infer/scale.h"

#include <inttypes.h>
#include <string.h>

/* Windows of three kernels: cache-thrashing, moderately sensitive and hardly sensitive. At (max, max), at (1,
 * 1). Any would do: the test shows that engine and weights arrived whole. */
static const poise_sample self_test[][2] = {
    {{90000, 9000, 4500, 40000000, 70000, 120000, 20000}, {30000, 24000, 23500, 2100000, 6000, 40000, 7000}},
    {{50000, 20000, 12000, 18000000, 30000, 200000, 16000},
     {20000, 11000, 10000, 4000000, 9000, 60000, 5000}},
    {{8000, 6000, 3000, 900000, 2000, 250000, 6000}, {3000, 2500, 2000, 150000, 500, 90000, 2200}},
};
enum { SELF_TESTS = sizeof self_test / sizeof self_test[0] };

/* Where the features of a view are; NULL of the thesis'. */
static const char *view_files(const poise_weights *weights)
{
    return weights->view == NULL ? NULL : poise_view_sets(weights->view) ? "poise_shares" : "poise_views";
}

static void print_preamble(FILE *out, const poise_model *model, const poise_weights *weights)
{
    fprintf(out, "/* Compiled by poise %s from the model \"", POISE_VERSION);
    emit_comment_text(out, model->name);
    fputs("\".\n * Recipe: ", out);
    emit_comment_text(out, model->recipe);
    fprintf(out, "\n *\n * Needs poise_infer.h, poise_power.h and poise_infer.c%s%s",
            weights->kernel != NULL ? ", poise_kernel.h and poise_kernel.c" : "",
            weights->choice != NULL ? ", poise_choice.h and poise_choice.c" : "");
    if (weights->view != NULL)
        fprintf(out, ", %s.h and %s.c", view_files(weights), view_files(weights));
    fputs(" only. */\n", out);
}

static void print_kernel(FILE *out, const poise_kernel *kernel)
{
    fprintf(out, "static const poise_support poise_model_support[%" PRIu32 "] = {\n", kernel->count);
    for (uint32_t v = 0; v < kernel->count; v++) {
        fputs("    {{", out);
        emit_unsigned(out, kernel->support[v].place, POISE_FEATURES);
        fputs("}, {", out);
        emit_signed(out, kernel->support[v].coefficient, POISE_OUTPUTS);
        fputs("}},\n", out);
    }
    fputs("};\n\nstatic const poise_kernel poise_model_kernel = {\n    .scale = {", out);
    emit_unsigned(out, kernel->scale, POISE_FEATURES);
    fputs("},\n    .gamma = {", out);
    emit_unsigned(out, kernel->gamma, POISE_OUTPUTS);
    fprintf(out,
            "},\n    .drop = %" PRIu32 ",\n    .count = %" PRIu32
            ",\n    .support = poise_model_support,\n};\n\n",
            kernel->drop, kernel->count);
}

static void print_choice(FILE *out, const poise_choice *choice)
{
    fprintf(out, "static const poise_candidate poise_model_tuples[%" PRIu32 "] = {\n", choice->count);
    for (uint32_t t = 0; t < choice->count; t++) {
        fprintf(out, "    {%u, %u, {", choice->tuple[t].n, choice->tuple[t].p);
        emit_signed(out, choice->tuple[t].weight, POISE_FEATURES);
        fputs("}},\n", out);
    }
    fprintf(out,
            "};\n\nstatic const poise_choice poise_model_choice = {\n    .count = %" PRIu32
            ",\n    .tuple = poise_model_tuples,\n};\n\n",
            choice->count);
}

static void print_weights(FILE *out, const poise_weights *weights, const char *linkage)
{
    fprintf(out, "%sconst poise_weights poise_model_weights = {\n    .weight = {\n", linkage);
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        fputs("        {", out);
        emit_signed(out, weights->weight[output], POISE_FEATURES);
        fputs("},\n", out);
    }
    fprintf(out, "    },\n    .shift = {%u, %u},\n    .max_warps = %u,\n", weights->shift[0],
            weights->shift[1], weights->max_warps);
    if (weights->choice != NULL)
        fputs("    .choose = poise_choose,\n    .choice = &poise_model_choice,\n", out);
    if (weights->view != NULL)
        fprintf(out, "    .view = &poise_%s_view,\n", model_view_name[poise_view_of(weights)]);
    fputs(weights->zero_p ? "    .zero_p = true,\n" : "", out);
    if (weights->kernel != NULL)
        fputs("    .link_functions = poise_kernel_links,\n    .kernel = &poise_model_kernel,\n", out);
    fputs("};\n\n", out);
}

static void print_vector(FILE *out, const poise_weights *weights, const poise_sample sample[2])
{
    poise_features features;
    unsigned n, p;
    poise_see(weights, &sample[0], &sample[1], &features);
    poise_predict(weights, &features, weights->max_warps, &n, &p);
    fputs("        {{{", out);
    emit_unsigned(out, features.x, POISE_FEATURES);
    fprintf(out, "}}, %u, %u},\n", n, p);
}

static void print_self_test(FILE *out, const poise_weights *weights, const char *linkage)
{
    fprintf(out,
            "%sint poise_model_self_test(void)\n"
            "{\n"
            "    static const struct {\n"
            "        poise_features features;\n"
            "        unsigned n, p;\n"
            "    } test[] = {\n",
            linkage);
    for (int i = 0; i < SELF_TESTS; i++)
        print_vector(out, weights, self_test[i]);
    fprintf(out,
            "    };\n"
            "    for (unsigned i = 0; i < sizeof test / sizeof test[0]; i++) {\n"
            "        unsigned n, p;\n"
            "        poise_predict(&poise_model_weights, &test[i].features, %u, &n, &p);\n"
            "        if (n != test[i].n || p != test[i].p) {\n"
            "            return (int)i + 1;\n"
            "        }\n"
            "    }\n"
            "    return 0;\n"
            "}\n",
            weights->max_warps);
}

static void print_declarations(FILE *out)
{
    fputs("extern const poise_weights poise_model_weights;\nint poise_model_self_test(void);\n\n", out);
}

int poise_emit_c(const poise_model *model, const poise_weights *weights, bool as_header, const char *path,
                 poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    const char *linkage = as_header ? "static " : "";
    const bool has_kernel = weights->kernel != NULL, has_choice = weights->choice != NULL;
    print_preamble(file.stream, model, weights);
    fputs(as_header ? "#ifndef POISE_MODEL_H\n#define POISE_MODEL_H\n\n" : "", file.stream);
    fprintf(file.stream, "#include \"%s\"\n",
            has_kernel   ? "poise_kernel.h"
            : has_choice ? "poise_choice.h"
                         : "poise_infer.h");
    if (weights->view != NULL)
        fprintf(file.stream, "#include \"%s.h\"\n", view_files(weights));
    fputs("\n", file.stream);
    if (!as_header)
        print_declarations(file.stream);
    if (has_kernel)
        print_kernel(file.stream, weights->kernel);
    if (has_choice)
        print_choice(file.stream, weights->choice);
    print_weights(file.stream, weights, linkage);
    print_self_test(file.stream, weights, as_header ? "static inline " : "");
    fputs(as_header ? "\n#endif\n" : "", file.stream);
    return poise_atomic_commit(&file, err); /* reports write errors of all of the above */
}
