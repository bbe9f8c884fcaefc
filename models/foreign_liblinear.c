#include "models/foreign_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_regression(const char *solver)
{
    static const char *const solvers[] = {"L2R_L2LOSS_SVR", "L2R_L2LOSS_SVR_DUAL", "L2R_L1LOSS_SVR_DUAL"};
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        if (strcmp(solver, solvers[i]) == 0)
            return true;
    }
    return false;
}

/* The header has these lines in this order, with nothing between; that is how the library writes it. */
static int read_field(foreign_lines *in, const char *key, double *value)
{
    const char *line = foreign_next_line(in);
    size_t length = strlen(key);
    if (line == NULL || strncmp(line, key, length) != 0 || line[length] != ' ' ||
        !foreign_number(line + length + 1, value)) {
        return poise_fail(in->err, POISE_DAMAGED, "%s, line %d: expected '%s' and a number", in->path,
                          in->line, key);
    }
    return POISE_OK;
}

static int read_weights(foreign_lines *in, int features, double bias, foreign_vector *out)
{
    int weights = features + (bias >= 0.0 ? 1 : 0);
    const char *line = foreign_next_line(in);
    if (line == NULL || strcmp(line, "w") != 0)
        return foreign_damaged(in, "expected 'w'");
    for (int i = 0; i < weights; i++) {
        double weight;
        line = foreign_next_line(in);
        if (line == NULL || !foreign_number(line, &weight))
            return foreign_damaged(in, "expected a weight, one finite number");
        if (i < features)
            out->z[i] += weight;
        else /* the library's constant is a feature of value `bias`, ours one of value 1 */
            out->z[MODEL_X_constant] += weight * bias;
    }
    line = foreign_next_line(in);
    return line == NULL ? POISE_OK : foreign_damaged(in, "there are more weights than features");
}

int foreign_read_liblinear(foreign_lines *in, const char *first, foreign_model *out)
{
    double classes = 0.0;
    double features = 0.0;
    double bias = 0.0;
    if (!is_regression(first + strlen("solver_type ")))
        return foreign_damaged(in, "this solver is not one of LIBLINEAR's for regression");
    int code = read_field(in, "nr_class", &classes);
    if (code == POISE_OK)
        code = read_field(in, "nr_feature", &features);
    if (code == POISE_OK &&
        !(features >= 1 && features <= MODEL_THESIS_FEATURES && features == floor(features)))
        code = foreign_damaged(in, "the model is not one of the 8 features x1 to x8");
    if (code == POISE_OK)
        code = read_field(in, "bias", &bias);
    if (code != POISE_OK)
        return code;
    out->vector = calloc(1, sizeof *out->vector);
    if (out->vector == NULL)
        return poise_fail(in->err, POISE_FAILED, "%s: no memory for the model", in->path);
    out->n = 1;
    out->vector->coefficient = 1.0;
    return read_weights(in, (int)features, bias, out->vector);
}
