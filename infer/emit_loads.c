#include "infer/emit_loads.h"

#include "common/file.h"
#include "infer/cost.h"
#include "infer/emit_text.h"
#include "infer/load_blob.h"
#include "infer/verilog/modules.h"

#include <inttypes.h>
#include <math.h>

/* Windows of a load without reuse, one whose reuse many warps destroy, one that is coalesced, and one that
 * was hardly seen. At (max, max), at (1, 1). Any would do: the test shows that engine and weights arrived
 * whole. */
static const poise_load_sample self_test[][2] = {
    {{900, 14400, 1300, 700, 12100, 800}, {500, 8000, 150, 20, 7650, 90}},
    {{1200, 9600, 800, 2600, 6000, 700}, {700, 5600, 4900, 100, 80, 600}},
    {{2000, 2000, 500, 400, 1040, 310}, {600, 600, 580, 7, 9, 20}},
    {{31, 40, 0, 0, 33, 0}, {3, 31, 0, 0, 31, 0}},
};
enum { SELF_TESTS = sizeof self_test / sizeof self_test[0] };

static void print_sample(FILE *out, const poise_load_sample *sample)
{
    const uint32_t word[] = {sample->executions, sample->lookups, sample->hits,
                             sample->merges,     sample->unused,  sample->used};
    fputc('{', out);
    emit_unsigned(out, word, (int)(sizeof word / sizeof *word));
    fputc('}', out);
}

static void print_vector(FILE *out, const poise_load_weights *weights, const poise_load_sample window[2])
{
    poise_load_features features;
    poise_load_see(&window[0], &window[1], &features);
    fputs("        {", out);
    print_sample(out, &window[0]);
    fputs(", ", out);
    print_sample(out, &window[1]);
    fprintf(out, ", INT64_C(%" PRId64 "), %s},\n", poise_load_score(weights, &features),
            poise_load_allocates(weights, &window[0], &window[1]) ? "true" : "false");
}

static void print_self_test(FILE *out, const poise_load_weights *weights, const char *linkage)
{
    fprintf(out,
            "%sint poise_model_loads_self_test(void)\n"
            "{\n"
            "    static const struct {\n"
            "        poise_load_sample at_max, at_one;\n"
            "        int64_t score;\n"
            "        bool allocates;\n"
            "    } test[] = {\n",
            linkage);
    for (int i = 0; i < SELF_TESTS; i++)
        print_vector(out, weights, self_test[i]);
    fprintf(
        out,
        "    };\n"
        "    for (unsigned i = 0; i < sizeof test / sizeof test[0]; i++) {\n"
        "        poise_load_features features;\n"
        "        poise_load_see(&test[i].at_max, &test[i].at_one, &features);\n"
        "        if (poise_load_score(&poise_model_load_weights, &features) != test[i].score ||\n"
        "            poise_load_allocates(&poise_model_load_weights, &test[i].at_max, &test[i].at_one) !=\n"
        "                test[i].allocates) {\n"
        "            return (int)i + 1;\n"
        "        }\n"
        "    }\n"
        "    return 0;\n"
        "}\n");
}

static void print_preamble(FILE *out, const poise_load_model *model)
{
    fprintf(out, "/* Compiled by poise %s from the model of loads \"", POISE_VERSION);
    emit_comment_text(out, model->name);
    fputs("\".\n * Recipe: ", out);
    emit_comment_text(out, model->recipe);
    fputs("\n *\n * Needs poise_infer, poise_views and poise_loads, .h and .c each, and poise_power.h only. "
          "*/\n",
          out);
}

int poise_emit_loads_c(const poise_load_model *model, const poise_load_weights *weights, bool as_header,
                       const char *path, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    print_preamble(file.stream, model);
    fputs(as_header ? "#ifndef POISE_MODEL_LOADS_H\n#define POISE_MODEL_LOADS_H\n\n" : "", file.stream);
    fputs("#include \"poise_loads.h\"\n\n", file.stream);
    if (!as_header)
        fputs("extern const poise_load_weights poise_model_load_weights;\n"
              "int poise_model_loads_self_test(void);\n\n",
              file.stream);
    fprintf(file.stream, "%sconst poise_load_weights poise_model_load_weights = {\n    .weight = {",
            as_header ? "static " : "");
    emit_signed(file.stream, weights->weight, POISE_LOAD_FEATURES);
    fprintf(file.stream, "},\n    .shift = %u,\n};\n\n", weights->shift);
    print_self_test(file.stream, weights, as_header ? "static inline " : "");
    fputs(as_header ? "\n#endif\n" : "", file.stream);
    return poise_atomic_commit(&file, err); /* reports write errors of all of the above */
}

_Static_assert(POISE_FEATURE_BITS == 28 && (int)POISE_LOAD_FEATURES == (int)EMIT_FEATURES, "load_score.v");

static void print_definitions(FILE *out, const poise_load_weights *weights, unsigned entries)
{
    fprintf(out,
            "`define POISE_LOADS %u\n`define POISE_LOAD_LEAST_LOOKUPS %d\n`define POISE_LOAD_MAX %d\n"
            "// Defaults of poise_loads, whose parameters may say otherwise.\n"
            "`define POISE_LOAD_SHARE %d\n`define POISE_LOAD_LINES %d\n\n",
            entries, POISE_LOAD_LEAST_LOOKUPS, poise_load_asks_for_max(weights), POISE_LOAD_SHARE,
            poise_load_asks_for_lines(weights) ? POISE_LOAD_THESIS_LINES : 0);
}

int poise_emit_loads_verilog(const poise_load_model *model, const poise_load_weights *weights,
                             unsigned entries, const char *path, poise_error *err)
{
    poise_atomic_file file;
    int64_t weight[EMIT_FEATURES];
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    fprintf(file.stream, "// Compiled by poise %s from the model of loads ", POISE_VERSION);
    emit_line_comment(file.stream, model->name);
    fputs("// Recipe: ", file.stream);
    emit_line_comment(file.stream, model->recipe);
    fputs("// Synthesisable Verilog-2001. To be used: poise_loads (all of it for one SM), or poise_sm_loads "
          "and "
          "one\n// poise_load_decide for several.\n\n",
          file.stream);
    print_definitions(file.stream, weights, entries);
    fputs("// Sum of the weights of those features whose bit is set; x[0] is that of h_one.\n", file.stream);
    for (int i = 0; i < EMIT_FEATURES; i++)
        weight[i] = weights->weight[i];
    emit_weight_table(file.stream, "poise_load_weights", weight);
    const char *const module[] = {infer_load_score_v,  infer_divide_v,     infer_multiply_v, infer_log2_v,
                                  infer_load_decide_v, infer_load_table_v, infer_sm_loads_v, infer_loads_v};
    for (size_t i = 0; i < sizeof module / sizeof module[0]; i++)
        fputs(module[i], file.stream);
    return poise_atomic_commit(&file, err); /* reports write errors of all of the above */
}

/* As in emit_json.c only the setters need checking. */
static int describe_feature(json_t *features, const poise_load_weights *weights, int i)
{
    const double unit = ldexp(1.0, -weights->shift) / poise_load_range[i];
    json_t *feature = json_object();
    int failed = json_object_set_new(feature, "name", json_string(model_load_feature_name[i]));
    failed |= json_object_set_new(feature, "definition", json_string(model_load_feature_definition[i]));
    failed |= json_object_set_new(feature, "range", json_real(poise_load_range[i]));
    failed |= json_object_set_new(feature, "weight_bits", json_integer(weights->weight[i]));
    failed |= json_object_set_new(feature, "weight", json_real(weights->weight[i] * unit));
    return failed | json_array_append_new(features, feature);
}

static json_t *describe(const poise_load_model *model, const poise_load_weights *weights, unsigned entries,
                        const poise_load_sweep *sweep)
{
    json_t *root = json_object(), *features = json_array();
    int failed = json_object_set_new(root, "format", json_string("poise-compiled-loads"));
    failed |= json_object_set_new(root, "version", json_integer(POISE_LOAD_BLOB_VERSION));
    failed |= json_object_set_new(root, "creator", json_string("poise " POISE_VERSION));
    failed |= json_object_set_new(root, "model", json_string(model->name));
    failed |= json_object_set_new(root, "recipe", json_string(model->recipe));
    failed |= json_object_set_new(root, "feature_fraction_bits", json_integer(POISE_FEATURE_BITS));
    failed |= json_object_set_new(root, "fraction_bits", json_integer(weights->shift));
    failed |= json_object_set_new(root, "weight_storage_bits", json_integer(POISE_LOAD_WEIGHT_BITS));
    failed |= json_object_set_new(root, "table_entries", json_integer(entries));
    failed |=
        json_object_set_new(root, "table_bits_per_sm", json_integer(poise_load_table_bits(weights, entries)));
    failed |= json_object_set_new(
        root, "l1_line_bits", json_integer(poise_load_asks_for_lines(weights) ? POISE_LOAD_MARK_BITS : 0));
    failed |= json_object_set_new(root, "error_bound", json_real(poise_load_bound(model, weights)));
    failed |= json_object_set_new(root, "largest_error", json_real(sweep->deviation));
    failed |= json_object_set_new(root, "sweep_vectors", json_integer((json_int_t)sweep->vectors));
    failed |= json_object_set_new(root, "sweep_differing", json_integer((json_int_t)sweep->differing));
    failed |= json_object_set_new(root, "sweep_unexplained", json_integer((json_int_t)sweep->unexplained));
    for (int i = 0; i < POISE_LOAD_FEATURES; i++)
        failed |= describe_feature(features, weights, i);
    failed |= json_object_set_new(root, "features", features);
    if (failed) {
        json_decref(root);
        return NULL;
    }
    return root;
}

int poise_emit_loads_json(const poise_load_model *model, const poise_load_weights *weights, unsigned entries,
                          const poise_load_sweep *sweep, const char *path, poise_error *err)
{
    return emit_json_file(describe(model, weights, entries, sweep), model->name, path, err);
}
