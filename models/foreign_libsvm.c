#include "models/foreign_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the lines before "SV" say; a key that is not there stays NAN. */
typedef struct libsvm_header {
    bool has_kernel;
    double gamma, classes, total, rho;
} libsvm_header;

static int read_kernel(foreign_lines *in, const char *value, foreign_model *out)
{
    out->rbf = strcmp(value, "rbf") == 0;
    if (!out->rbf && strcmp(value, "linear") != 0)
        return foreign_damaged(in, "the kernel is neither linear nor rbf");
    return POISE_OK;
}

static int read_header_line(foreign_lines *in, char *line, libsvm_header *header, foreign_model *out)
{
    char *value = strchr(line, ' ');
    if (value == NULL)
        return foreign_damaged(in, "expected a key and its value");
    *value++ = '\0';
    if (strcmp(line, "kernel_type") == 0) {
        header->has_kernel = true;
        return read_kernel(in, value, out);
    }
    double ignored;
    double *number = strcmp(line, "gamma") == 0      ? &header->gamma
                     : strcmp(line, "nr_class") == 0 ? &header->classes
                     : strcmp(line, "total_sv") == 0 ? &header->total
                     : strcmp(line, "rho") == 0      ? &header->rho
                     : strcmp(line, "probA") == 0 ? &ignored /* width of the noise: not used in predictions */
                                                  : NULL;
    if (number == NULL)
        return foreign_damaged(in, "unknown key");
    if (!foreign_number(value, number))
        return foreign_damaged(in, "expected one finite number");
    return POISE_OK;
}

static int check_header(const foreign_lines *in, const libsvm_header *header, const foreign_model *out)
{
    if (!header->has_kernel || isnan(header->total) || isnan(header->rho) ||
        (out->rbf && isnan(header->gamma)))
        return foreign_damaged(in,
                               "kernel_type, gamma, total_sv or rho is missing before the support vectors");
    if (out->rbf && !(header->gamma > 0.0))
        return foreign_damaged(in, "gamma is not more than 0");
    if (!(header->total >= 1 && header->total <= MODEL_MAX_SUPPORT && header->total == floor(header->total)))
        return foreign_damaged(in, "total_sv is not a whole number from 1 to 4096");
    return POISE_OK;
}

static int read_header(foreign_lines *in, libsvm_header *header, foreign_model *out)
{
    char *line;
    while ((line = foreign_next_line(in)) != NULL && strcmp(line, "SV") != 0) {
        int code = read_header_line(in, line, header, out);
        if (code != POISE_OK)
            return code;
    }
    return line == NULL ? foreign_damaged(in, "there are no support vectors") : check_header(in, header, out);
}

/* "coefficient index:value index:value ...", indices ascending from 1; what is not there is 0. */
static int read_vector(foreign_lines *in, char *line, foreign_vector *out)
{
    const char *field = strsep(&line, " ");
    if (!foreign_number(field, &out->coefficient))
        return foreign_damaged(in, "expected a coefficient, one finite number");
    double last = 0.0;
    while ((field = strsep(&line, " ")) != NULL) {
        char *colon = strchr(field, ':');
        double index = 0.0;
        double value = 0.0;
        if (colon != NULL)
            *colon = '\0';
        if (colon == NULL || !foreign_number(field, &index) || !foreign_number(colon + 1, &value))
            return foreign_damaged(in, "expected index:value");
        if (!(index > last && index <= MODEL_THESIS_FEATURES && index == floor(index)))
            return foreign_damaged(in, "the indices of features are not ascending from 1 to 8");
        out->z[(int)index - 1] = value;
        last = index;
    }
    return POISE_OK;
}

int foreign_read_libsvm(foreign_lines *in, const char *first, foreign_model *out)
{
    libsvm_header header = {.gamma = NAN, .classes = NAN, .total = NAN, .rho = NAN};
    const char *type = first + strlen("svm_type ");
    if (strcmp(type, "epsilon_svr") != 0 && strcmp(type, "nu_svr") != 0)
        return foreign_damaged(in, "this model is not one of libsvm's regressions");
    int code = read_header(in, &header, out);
    if (code != POISE_OK)
        return code;
    size_t n = (size_t)header.total;
    out->gamma = header.gamma;
    out->constant = -header.rho;
    out->vector = calloc(n, sizeof *out->vector);
    if (out->vector == NULL)
        return poise_fail(in->err, POISE_FAILED, "%s: no memory for the model", in->path);
    char *line;
    while (code == POISE_OK && (line = foreign_next_line(in)) != NULL)
        code = out->n < n ? read_vector(in, line, &out->vector[out->n++])
                          : foreign_damaged(in, "there are more support vectors than total_sv says");
    if (code == POISE_OK && out->n < n)
        code = foreign_damaged(in, "there are fewer support vectors than total_sv says");
    return code;
}
