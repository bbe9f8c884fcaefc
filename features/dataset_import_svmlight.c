#include "features/dataset_import.h"

#include "common/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 64 << 20 };

/* One of the two files. */
typedef struct svmlight_input {
    char path[4096];
    char *text, *rest;
    size_t size;
    int line;
    poise_error *err;
} svmlight_input;

typedef struct svmlight_row {
    double label;
    double x[FEATURES_COUNT];
    const char *program; /* NULL when there is no comment */
} svmlight_row;

static int damaged(const svmlight_input *in, const char *reason)
{
    return poise_fail(in->err, POISE_DAMAGED, "%s, line %d: %s", in->path, in->line, reason);
}

static int read_features(const svmlight_input *in, char *fields, svmlight_row *row)
{
    char *field;
    double last = 0.0;
    while ((field = strsep(&fields, " \t\r")) != NULL) {
        char *colon = strchr(field, ':');
        double index = 0.0;
        double value = 0.0;
        if (field[0] == '\0')
            continue;
        if (colon == NULL)
            return damaged(in, "expected index:value");
        *colon = '\0';
        if (!dataset_import_number(field, &index) || !dataset_import_number(colon + 1, &value))
            return damaged(in, "expected index:value, two finite numbers");
        if (!(index > last && index <= FEATURES_COUNT && index == floor(index)))
            return damaged(in, "the indices of features are not ascending from 1 to 8");
        row->x[(int)index - 1] = value;
        last = index;
    }
    return POISE_OK;
}

/* "label index:value ... # program" */
static int read_row(svmlight_input *in, svmlight_row *row)
{
    char *line = strsep(&in->rest, "\n");
    char *comment = strchr(line, '#');
    *row = (svmlight_row){0};
    in->line++;
    if (comment != NULL) {
        *comment++ = '\0';
        comment += strspn(comment, " \t");
        comment[strcspn(comment, "\r")] = '\0';
        row->program = comment[0] != '\0' ? comment : NULL;
    }
    const char *label = strsep(&line, " \t\r");
    if (!dataset_import_number(label, &row->label))
        return damaged(in, "expected a label, one finite number");
    return line != NULL ? read_features(in, line, row) : POISE_OK;
}

static bool same_features(const svmlight_row *a, const svmlight_row *b)
{
    for (int f = 0; f < FEATURES_COUNT; f++) {
        if (a->x[f] != b->x[f])
            return false;
    }
    return true;
}

/* ln N or ln p of 24 warps to whole warps; what is beyond is left to the checks of the row. */
static uint32_t warps_of(double label)
{
    double warps = floor(exp(label) + 0.5);
    return warps >= 1.0 && warps <= DATASET_SCALED_WARPS ? (uint32_t)warps : 0;
}

static int add_row(dataset *data, const char *base, const svmlight_row *n, const svmlight_row *p,
                   poise_error *err)
{
    dataset_row row = {.split = PROFILE_TRAINING,
                       .warps = DATASET_SCALED_WARPS,
                       .launch_index = (uint32_t)data->n_rows,
                       .weight = 1.0,
                       .target_n = warps_of(n->label),
                       .target_p = warps_of(p->label)};
    row.program = strdup(n->program != NULL ? n->program : base);
    memcpy(row.x, n->x, sizeof row.x);
    row.x[MODEL_X_constant] = 1.0; /* often left out */
    poise_hash_bytes(&data->n_rows, sizeof data->n_rows,
                     row.trace_hash); /* rows may be equal: their numbers differ */
    return dataset_import_row(data, &row, 1.0, err);
}

static int read_both(svmlight_input in[2], const char *base, dataset *data, poise_error *err)
{
    while (in[0].rest != NULL && *in[0].rest != '\0') {
        svmlight_row n;
        svmlight_row p;
        int code = read_row(&in[0], &n);
        if (code == POISE_OK && (in[1].rest == NULL || *in[1].rest == '\0'))
            code = damaged(&in[1], "the file ends before the one with the other label");
        if (code == POISE_OK)
            code = read_row(&in[1], &p);
        if (code == POISE_OK && !same_features(&n, &p))
            code = damaged(&in[1], "the features differ from those of the file with the other label");
        if (code != POISE_OK)
            return code;
        code = add_row(data, base, &n, &p, err);
        if (code != POISE_OK)
            return poise_error_prefix(err, "%s, line %d", in[0].path, in[0].line);
    }
    if (in[1].rest != NULL && *in[1].rest != '\0')
        return damaged(&in[1], "there are more rows than in the file with the other label");
    return dataset_import_finish(data, base, err);
}

static int open_input(svmlight_input *in, const char *base, char suffix, poise_error *err)
{
    *in = (svmlight_input){.err = err};
    if (snprintf(in->path, sizeof in->path, "%s.%c", base, suffix) >= (int)sizeof in->path)
        return poise_fail(err, POISE_USAGE, "the name %.40s... is too long", base);
    int code = poise_read_file(in->path, LARGEST_FILE, &in->text, &in->size, err);
    in->rest = in->text;
    if (code == POISE_OK && memchr(in->text, '\0', in->size) != NULL)
        code = poise_fail(err, POISE_DAMAGED, "%s: not a text file", in->path);
    return code;
}

int dataset_import_svmlight(const char *base, dataset *data, poise_error *err)
{
    svmlight_input in[2] = {{.text = NULL}, {.text = NULL}};
    poise_error unread;
    err = err != NULL ? err : &unread;
    int code = open_input(&in[0], base, 'n', err);
    if (code == POISE_OK)
        code = open_input(&in[1], base, 'p', err);
    if (code == POISE_OK) {
        poise_hash_bytes(in[1].text, in[1].size,
                         data->profile_hash); /* its features are those of the other */
        code = read_both(in, base, data, err);
    }
    free(in[0].text);
    free(in[1].text);
    return code;
}
