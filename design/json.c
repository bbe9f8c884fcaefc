#include "common/file.h"
#include "design/output.h"

#include <jansson.h>

enum { DESIGN_JSON_VERSION = 1 };

/* NULL values make the setters fail, so that one check at the end is enough. */
static json_t *names_of(const design_program_name *programs, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        if (json_array_append_new(array, json_string(programs[i].name)) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *cycles_of(const uint64_t *cycles, size_t row, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        if (json_array_append_new(array, json_integer((json_int_t)cycles[row * n + i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *machine_of(const design_result *result, size_t i)
{
    const design_row *row = &result->rows[i];
    json_t *judged = row->judged > 0 ? json_real(row->judged) : json_null();
    return json_pack("{s:s, s:s, s:s, s:i, s:f, s:f, s:o, s:b, s:o, s:o}", "machine", row->change, "label",
                     row->label, "stage", design_stage_names[row->stage], "round", (int)row->round,
                     "area_mm2", row->area, "mean_speedup", row->mean, "judged_speedup", judged, "front",
                     (int)row->front, "cycles", cycles_of(result->cycles, i, result->n_programs),
                     "judge_cycles",
                     row->judged > 0 ? cycles_of(result->judge_cycles, i, result->n_judges) : json_null());
}

static json_t *machines_of(const design_result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->n_rows; i++)
        if (json_array_append_new(array, machine_of(result, i)) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *knobs_of(const design_result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->n_knobs; i++) {
        const design_knob_row *knob = &result->knobs[i];
        if (json_array_append_new(array, json_pack("{s:s, s:s, s:s}", "option", knob->option, "values",
                                                   knob->values, "base", knob->base)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *all_of(const design_result *result)
{
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:f, s:i, s:i, s:b, s:o, s:o, s:o, s:o}", "format",
                     DESIGN_FORMAT, "version", DESIGN_JSON_VERSION, "creator", "poise " POISE_VERSION,
                     "config_hash", result->config_hash, "policy", result->policy, "mean",
                     design_mean_names[result->mean], "budget_mm2", result->budget, "beam", (int)result->beam,
                     "most", (int)result->most, "is_cut", (int)result->is_cut, "knobs", knobs_of(result),
                     "programs", names_of(result->programs, result->n_programs), "judges",
                     names_of(result->judges, result->n_judges), "machines", machines_of(result));
}

int design_write_json(const design_result *result, const char *path, poise_error *err)
{
    poise_atomic_file file;
    json_t *root = all_of(result);
    if (root == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %s", path);
    int code = poise_atomic_open(&file, path, err);
    if (code == POISE_OK &&
        (json_dumpf(root, file.stream, JSON_INDENT(1)) != 0 || fputc('\n', file.stream) == EOF)) {
        code = poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
        poise_atomic_abort(&file);
    } else if (code == POISE_OK)
        code = poise_atomic_commit(&file, err);
    json_decref(root);
    return code;
}
