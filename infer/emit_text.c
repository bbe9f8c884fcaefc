#include "infer/emit_text.h"

#include "common/file.h"

#include <inttypes.h>
#include <string.h>

void emit_comment_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(strchr("*/\\?", *text) == NULL ? *text : '_', out);
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
