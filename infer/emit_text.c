#include "infer/emit_text.h"

#include "common/file.h"

#include <inttypes.h>
#include <string.h>

void emit_comment_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(strchr("*/\\?", *text) == NULL ? *text : '_', out);
}

void emit_line_comment(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(strchr("*/\\\r\n", *text) == NULL ? *text : '_', out);
    fputc('\n', out);
}

enum { HALF_FEATURES = EMIT_FEATURES / 2 };

/* Sums of the weights of four features, by which of them have their bit set. */
static void print_half_table(FILE *out, const int64_t weight[EMIT_FEATURES], int first)
{
    fprintf(out, "    always @* begin\n        case (x[%d:%d])\n", first + HALF_FEATURES - 1, first);
    for (unsigned set = 0; set < 1u << HALF_FEATURES; set++) {
        int64_t sum = 0;
        for (int i = 0; i < HALF_FEATURES; i++)
            sum += set >> i & 1 ? weight[first + i] : 0;
        fprintf(out, "            4'd%u: half%d = %s36'sd%" PRIu64 ";\n", set, first / HALF_FEATURES,
                sum < 0 ? "-" : "", (uint64_t)(sum < 0 ? -sum : sum));
    }
    fputs("        endcase\n    end\n", out);
}

void emit_weight_table(FILE *out, const char *module, const int64_t weight[EMIT_FEATURES])
{
    fprintf(out,
            "module %s (\n    input wire [7:0] x,\n    output wire signed [35:0] sum\n);\n"
            "    reg signed [35:0] half0, half1;\n    assign sum = half0 + half1;\n",
            module);
    print_half_table(out, weight, 0);
    print_half_table(out, weight, HALF_FEATURES);
    fputs("endmodule\n\n", out);
}

void emit_unsigned(FILE *out, const uint32_t *value, int n)
{
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%" PRIu32 "u", i > 0 ? ", " : "", value[i]);
}

void emit_signed(FILE *out, const int32_t *value, int n)
{
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%" PRId32, i > 0 ? ", " : "", value[i]);
}

int emit_json_file(json_t *root, const char *name, const char *path, poise_error *err)
{
    if (root == NULL) {
        return poise_fail(err, POISE_FAILED,
                          "cannot describe model %s: no memory, or its texts are not UTF-8", name);
    }
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code == POISE_OK) {
        int failed = json_dumpf(root, file.stream, JSON_INDENT(2)) != 0 || fputc('\n', file.stream) == EOF;
        if (failed) {
            code = poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
            poise_atomic_abort(&file);
        } else {
            code = poise_atomic_commit(&file, err);
        }
    }
    json_decref(root);
    return code;
}
