#include "infer/emit.h"

#include "common/file.h"
#include "infer/emit_text.h"
#include "infer/poise_choice.h"
#include "infer/poise_kernel.h"
#include "infer/poise_views.h"
#include "infer/scale.h"
#include "infer/verilog/modules.h"

#include <inttypes.h>
#include <string.h>

/* The modules of infer/verilog/ are drawn for these word lengths. */
_Static_assert(POISE_RATE_BITS == 31 && POISE_CYCLE_BITS == 16 && POISE_INSTRUCTION_BITS == 23,
               "window.v, choice.v");
_Static_assert(POISE_FEATURE_BITS == 28 && POISE_FEATURES == 8, "engine.v, link.v, choice.v");
_Static_assert(POISE_EXPONENT_BITS == 24 && POISE_EXPONENT_LIMIT == 16 && POISE_MAX_SHIFT <= 30, "link.v");
_Static_assert(POISE_POWER_BITS == 38 && POISE_MAX_WARPS <= 64, "engine.v");
_Static_assert(POISE_LOG_BITS == 24 && POISE_MAX_TUPLES <= 256, "log2.v, choice.v");

enum { CHORD_BITS = 7, CHORDS = 1 << CHORD_BITS };

static const char *const output_name[POISE_OUTPUTS] = {"n", "p"};

static void print_preamble(FILE *out, const poise_model *model)
{
    fprintf(out, "// Compiled by poise %s from the model ", POISE_VERSION);
    emit_line_comment(out, model->name);
    fputs("// Recipe: ", out);
    emit_line_comment(out, model->recipe);
    fputs("// Synthesisable Verilog-2001. To be used: poise_engine (arithmetic), poise_hie (state "
          "machine).\n\n",
          out);
}

uint32_t poise_verilog_cycles(const poise_weights *weights)
{
    return weights->choice != NULL ? 192 + 15 * weights->choice->count : 58;
}

/* The state machine waits for the engine, and a cycle more (hie.v). */
static uint32_t predict_cycles(const poise_weights *weights)
{
    const uint32_t least = poise_verilog_cycles(weights) + 1;
    return least > poise_hie_thesis.predict_cycles ? least : poise_hie_thesis.predict_cycles;
}

static void print_definitions(FILE *out, const poise_weights *weights)
{
    fprintf(out, "`define POISE_MAX_WARPS %u\n`define POISE_LEAST_P %u\n", weights->max_warps,
            weights->zero_p ? 0u : 1u);
    if (weights->choice != NULL)
        fprintf(out, "`define POISE_TUPLES %" PRIu32 "\n", weights->choice->count);
    else
        fprintf(out, "`define POISE_SHIFT_N %u\n`define POISE_SHIFT_P %u\n", weights->shift[0],
                weights->shift[1]);
    const poise_hie_parameters *thesis = &poise_hie_thesis;
    const struct {
        const char *name;
        uint32_t value;
    } parameter[] = {
        {"PERIOD", thesis->period},
        {"WARMUP", thesis->warmup},
        {"FEATURE_WINDOW", thesis->feature_window},
        {"PREDICT_CYCLES", predict_cycles(weights)},
        {"CORRECT_WINDOW", thesis->correct_window},
        {"MAX_INSTRUCTIONS_PER_LOAD", thesis->max_instructions_per_load},
        {"STRIDE_N", thesis->stride_n},
        {"STRIDE_P", thesis->stride_p},
    };
    fputs("// Table 5.5 and the time of the engine; parameters of poise_hie may say otherwise.\n", out);
    for (size_t i = 0; i < sizeof parameter / sizeof parameter[0]; i++)
        fprintf(out, "`define POISE_%s %" PRIu32 "\n", parameter[i].name, parameter[i].value);
    fputc('\n', out);
}

/* Weight of a feature; x8, which is 1, also carries the offset of the exponent. */
static int64_t weight_of(const poise_weights *weights, int output, int feature)
{
    int64_t weight = weights->weight[output][feature];
    if (feature == POISE_FEATURES - 1)
        weight += (int64_t)POISE_EXPONENT_OFFSET << weights->shift[output];
    return weight;
}

static void print_weights(FILE *out, const poise_weights *weights, int output)
{
    int64_t weight[POISE_FEATURES];
    char module[32];
    for (int i = 0; i < POISE_FEATURES; i++)
        weight[i] = weight_of(weights, output, i);
    (void)snprintf(module, sizeof module, "poise_weights_%s", output_name[output]);
    fprintf(out,
            "// Sum of the weights of ln %s of those features whose bit is set; x[0] is x1 of Table 5.3.\n",
            output == 0 ? "N" : "p");
    emit_weight_table(out, module, weight);
}

/* 2^(i/128) * 2^30, from the engine's own table. */
static uint32_t chord_begin(unsigned index)
{
    return index < CHORDS ? (uint32_t)poise_power(index << (POISE_EXPONENT_BITS - CHORD_BITS)) : 1u << 31;
}

static void print_power_table(FILE *out)
{
    fputs("// 2^(index/128) * 2^30 and how far the next entry is above it.\n"
          "module poise_power_table (\n    input wire [6:0] index,\n    output reg [31:0] value,\n"
          "    output reg [31:0] step\n);\n    always @* begin\n        case (index)\n",
          out);
    for (unsigned i = 0; i < CHORDS; i++) {
        fprintf(out, "            7'd%u: {value, step} = {32'd%" PRIu32 ", 32'd%" PRIu32 "};\n", i,
                chord_begin(i), chord_begin(i + 1) - chord_begin(i));
    }
    fputs("        endcase\n    end\nendmodule\n\n", out);
}

static void print_links(FILE *out, const poise_weights *weights)
{
    for (int output = 0; output < POISE_OUTPUTS; output++)
        print_weights(out, weights, output);
    print_power_table(out);
    fputs(infer_divide_v, out);
    fputs(infer_multiply_v, out);
    fputs(infer_window_v, out);
    fputs(infer_link_v, out);
    fputs(infer_engine_v, out);
}

/* A memory of 32 bits, eight words a tuple, and the tuples beside it. */
static void print_tuples(FILE *out, const poise_choice *choice)
{
    fputs("// The tuples to choose among, and the weights of their expected times; feature 0 is h at (max, "
          "max).\n"
          "module poise_tuples (\n    input wire [7:0] index,\n    input wire [2:0] feature,\n"
          "    output reg [6:0] n,\n    output reg [6:0] p,\n    output reg signed [31:0] weight\n);\n"
          "    always @* begin\n        case (index)\n",
          out);
    for (uint32_t i = 0; i < choice->count; i++)
        fprintf(out, "            8'd%" PRIu32 ": {n, p} = {7'd%u, 7'd%u};\n", i, choice->tuple[i].n,
                choice->tuple[i].p);
    fputs("            default: {n, p} = 14'd0;\n        endcase\n        case ({index, feature})\n", out);
    for (uint32_t i = 0; i < choice->count; i++)
        for (uint32_t f = 0; f < POISE_FEATURES; f++)
            fprintf(out, "            11'd%" PRIu32 ": weight = 32'h%08" PRIx32 ";\n", i * POISE_FEATURES + f,
                    (uint32_t)choice->tuple[i].weight[f]);
    fputs("            default: weight = 32'd0;\n        endcase\n    end\nendmodule\n\n", out);
}

static void print_choice(FILE *out, const poise_weights *weights)
{
    print_tuples(out, weights->choice);
    fputs(infer_divide_v, out);
    fputs(infer_multiply_v, out);
    fputs(infer_window_v, out);
    fputs(infer_log2_v, out);
    fputs(infer_choice_v, out);
}

/* The features that modules compute are those of the thesis for link functions, of the view `logs` for a
 * choice. */
static int has_modules(const poise_model *model, const poise_weights *weights, poise_error *err)
{
    if (weights->kernel != NULL) {
        return poise_fail(
            err, POISE_USAGE,
            "model %s is made of support vectors: with %u of them a prediction would take thousands "
            "of cycles or as many multipliers, so there is no Verilog of it; write .c or .bin",
            model->name, weights->kernel->count);
    }
    if (poise_view_sets(weights->view)) {
        return poise_fail(err, POISE_USAGE, "model %s sets %s: there is no Verilog of that; write .c or .bin",
                          model->name, poise_view_sets(weights->view));
    }
    if (weights->choice != NULL && weights->view != &poise_logs_view) {
        return poise_fail(
            err, POISE_USAGE,
            "model %s chooses among tuples by other features than those of the view 'logs': there is "
            "no Verilog of them; write .c or .bin",
            model->name);
    }
    if (weights->choice == NULL && weights->view != NULL) {
        return poise_fail(
            err, POISE_USAGE,
            "model %s has link functions of logarithms: the Verilog modules for link functions compute "
            "the features of the thesis only; write .c or .bin",
            model->name);
    }
    return POISE_OK;
}

int poise_emit_verilog(const poise_model *model, const poise_weights *weights, const char *path,
                       poise_error *err)
{
    poise_atomic_file file;
    int code = has_modules(model, weights, err);
    if (code == POISE_OK)
        code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    print_preamble(file.stream, model);
    print_definitions(file.stream, weights);
    if (weights->choice != NULL)
        print_choice(file.stream, weights);
    else
        print_links(file.stream, weights);
    fputs(infer_hie_v, file.stream);
    return poise_atomic_commit(&file, err); /* reports write errors of all of the above */
}
