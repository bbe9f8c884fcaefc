/* design.h5 */
#include "design/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONFIG = 1 << 16, MOST_POLICY = 4096 };

/* ---- out ---- */

static int write_root(poise_h5 *file, const design_result *result, poise_error *err)
{
    const struct {
        const char *key;
        uint64_t value;
    } numbers[] = {{"machines", result->n_rows}, {"knobs", result->n_knobs}, {"programs", result->n_programs},
                   {"judges", result->n_judges}, {"beam", result->beam},     {"most", result->most},
                   {"is_cut", result->is_cut}};
    char budget[32];
    snprintf(budget, sizeof budget, "%.17g", result->budget);
    int code = poise_h5_put_identity(file, DESIGN_FORMAT, DESIGN_FORMAT_VERSION, err);
    const char *const texts[][2] = {{"config", result->config},
                                    {"config_hash", result->config_hash},
                                    {"policy", result->policy},
                                    {"mean", design_mean_names[result->mean]},
                                    {"budget_mm2", budget}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] && code == POISE_OK; i++)
        code = poise_h5_put_text(file, "/", texts[i][0], texts[i][1], err);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && code == POISE_OK; i++)
        code = poise_h5_put_u64(file, "/", numbers[i].key, numbers[i].value, err);
    return code;
}

static int write_all(poise_h5 *file, const design_result *r, poise_error *err)
{
    const poise_h5_rows rows = {r->rows, r->n_rows, sizeof *r->rows},
                        knobs = {r->knobs, r->n_knobs, sizeof *r->knobs},
                        programs = {r->programs, r->n_programs, sizeof *r->programs},
                        judges = {r->judges, r->n_judges, sizeof *r->judges};
    int code = write_root(file, r, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, design_row_fields, DESIGN_ROW_FIELDS, rows, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, design_knob_fields, DESIGN_KNOB_FIELDS, knobs, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, &design_program_field, 1, programs, err);
    if (code == POISE_OK)
        code = poise_h5_write_u64(file, &design_cycles_column,
                                  (poise_h5_shape){2, {r->n_rows, r->n_programs}}, r->cycles, 0, err);
    if (code != POISE_OK || r->n_judges == 0)
        return code;
    code = poise_h5_write_rows(file, &design_judge_field, 1, judges, err);
    return code == POISE_OK
               ? poise_h5_write_u64(file, &design_judge_cycles_column,
                                    (poise_h5_shape){2, {r->n_rows, r->n_judges}}, r->judge_cycles, 0, err)
               : code;
}

int design_result_write(const char *path, const design_result *result, poise_error *err)
{
    poise_h5 *file;
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_all(file, result, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}

/* ---- in ---- */

static int find_mean(const char *name, design_mean *mean, const char *path, poise_error *err)
{
    for (int i = 0; i < DESIGN_MEANS; i++) {
        if (strcmp(name, design_mean_names[i]) == 0) {
            *mean = (design_mean)i;
            return POISE_OK;
        }
    }
    return poise_fail(err, POISE_DAMAGED, "%s: there is no mean '%.40s'", path, name);
}

static int read_texts(poise_h5 *file, const char *path, design_result *result, poise_error *err)
{
    char *mean = NULL, *budget = NULL, *hash = NULL, *end = "";
    int code = poise_h5_get_text(file, "/", "config", MOST_CONFIG, &result->config, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(file, "/", "policy", MOST_POLICY, &result->policy, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(file, "/", "config_hash", POISE_HASH_TEXT, &hash, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(file, "/", "mean", MOST_POLICY, &mean, err);
    if (code == POISE_OK)
        code = find_mean(mean, &result->mean, path, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(file, "/", "budget_mm2", MOST_POLICY, &budget, err);
    if (code == POISE_OK) {
        snprintf(result->config_hash, sizeof result->config_hash, "%s", hash);
        result->budget = strtod(budget, &end);
        if (end == budget || *end != '\0' || !(result->budget >= 0 && result->budget < 1e9))
            code = poise_fail(err, POISE_DAMAGED, "%s: the budget '%.40s' is no area", path, budget);
    }
    free(mean);
    free(budget);
    free(hash);
    return code;
}

static int read_number(poise_h5 *file, const char *path, const char *key, uint32_t *number, poise_error *err)
{
    uint64_t value = 0;
    int code = poise_h5_get_u64(file, "/", key, &value, err);
    if (code == POISE_OK && value > UINT32_MAX)
        code = poise_fail(err, POISE_DAMAGED, "%s: %s is too large", path, key);
    *number = (uint32_t)value;
    return code;
}

/* Room for as many rows as the file says. */
static int count(poise_h5 *file, const char *path, design_result *r, poise_error *err)
{
    size_t rows, knobs, programs, judges = 0;
    int code = poise_h5_count_rows(file, path, "machines", "/machine", DESIGN_MOST_ROWS, &rows, err);
    if (code == POISE_OK)
        code = poise_h5_count_rows(file, path, "knobs", "/knob", DESIGN_MOST_KNOBS, &knobs, err);
    if (code == POISE_OK)
        code = poise_h5_count_rows(file, path, "programs", "/program", DESIGN_MOST_PROGRAMS, &programs, err);
    if (code == POISE_OK)
        code = poise_h5_count_rows(file, path, "judges", "/judge", DESIGN_MOST_PROGRAMS, &judges, err);
    if (code == POISE_OK && (rows == 0 || programs == 0))
        code = poise_fail(err, POISE_DAMAGED, "%s: there is no machine or no program", path);
    if (code != POISE_OK)
        return code;
    *r = (design_result){.n_rows = rows,
                         .n_knobs = knobs,
                         .n_programs = programs,
                         .n_judges = judges,
                         .rows = calloc(rows + 1, sizeof *r->rows),
                         .knobs = calloc(knobs + 1, sizeof *r->knobs),
                         .programs = calloc(programs + 1, sizeof *r->programs),
                         .judges = calloc(judges + 1, sizeof *r->judges),
                         .cycles = calloc(rows * programs + 1, sizeof *r->cycles),
                         .judge_cycles = calloc(rows * judges + 1, sizeof *r->judge_cycles)};
    return r->rows == NULL || r->knobs == NULL || r->programs == NULL || r->judges == NULL ||
                   r->cycles == NULL || r->judge_cycles == NULL
               ? poise_fail(err, POISE_FAILED, "%s: no memory for %zu machines", path, rows)
               : POISE_OK;
}

static int read_rows(poise_h5 *file, design_result *r, poise_error *err)
{
    const poise_h5_rows rows = {r->rows, r->n_rows, sizeof *r->rows},
                        knobs = {r->knobs, r->n_knobs, sizeof *r->knobs},
                        programs = {r->programs, r->n_programs, sizeof *r->programs},
                        judges = {r->judges, r->n_judges, sizeof *r->judges};
    int code = poise_h5_read_rows(file, design_row_fields, DESIGN_ROW_FIELDS, rows, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(file, design_knob_fields, DESIGN_KNOB_FIELDS, knobs, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(file, &design_program_field, 1, programs, err);
    if (code == POISE_OK)
        code = poise_h5_read_u64(file, design_cycles_column.name,
                                 (poise_h5_shape){2, {r->n_rows, r->n_programs}}, r->cycles, err);
    if (code != POISE_OK || r->n_judges == 0)
        return code;
    code = poise_h5_read_rows(file, &design_judge_field, 1, judges, err);
    return code == POISE_OK
               ? poise_h5_read_u64(file, design_judge_cycles_column.name,
                                   (poise_h5_shape){2, {r->n_rows, r->n_judges}}, r->judge_cycles, err)
               : code;
}

/* What tables and figures divide by, and what they count on. */
static int check(const design_result *r, const char *path, poise_error *err)
{
    for (size_t i = 0; i < r->n_rows * r->n_programs; i++) {
        if (r->cycles[i] == 0)
            return poise_fail(err, POISE_DAMAGED, "%s: a run takes cycles", path);
    }
    for (size_t i = 0; i < r->n_rows; i++) {
        const design_row *row = &r->rows[i];
        bool is_judged = row->judged != 0;
        for (size_t k = 0; k < r->n_judges; k++)
            is_judged &= r->judge_cycles[i * r->n_judges + k] > 0;
        if (!(row->mean > 0) || (row->judged != 0 && (!is_judged || r->n_judges == 0 || !(row->judged > 0))))
            return poise_fail(err, POISE_DAMAGED, "%s: machine %zu has no speed-up", path, i);
    }
    return r->rows[0].stage == DESIGN_BASE && r->rows[0].area == 0
               ? POISE_OK
               : poise_fail(err, POISE_DAMAGED, "%s: the first machine is not the base", path);
}

static int read_all(poise_h5 *file, const char *path, design_result *result, poise_error *err)
{
    int code = poise_h5_check_identity(file, DESIGN_FORMAT, DESIGN_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = count(file, path, result, err);
    if (code == POISE_OK)
        code = read_texts(file, path, result, err);
    if (code == POISE_OK)
        code = read_number(file, path, "beam", &result->beam, err);
    if (code == POISE_OK)
        code = read_number(file, path, "most", &result->most, err);
    if (code == POISE_OK)
        code = read_number(file, path, "is_cut", &result->is_cut, err);
    if (code == POISE_OK)
        code = read_rows(file, result, err);
    if (code == POISE_OK)
        snprintf(result->hash, sizeof result->hash, "%s", poise_h5_hash(file));
    return code == POISE_OK ? check(result, path, err) : code;
}

int design_result_read(const char *path, design_result *result, poise_error *err)
{
    poise_h5 *file;
    *result = (design_result){0};
    int code = poise_h5_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = read_all(file, path, result, err);
    poise_h5_close(file);
    if (code != POISE_OK)
        design_result_free(result);
    return code;
}
