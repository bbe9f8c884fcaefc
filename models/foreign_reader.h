/* One model of LIBLINEAR or libsvm while and after it is read; foreign_read.c splits the file into lines. */
#ifndef POISE_MODELS_FOREIGN_READER_H
#define POISE_MODELS_FOREIGN_READER_H

#include "models/feature_names.h"
#include "models/foreign.h"

#include <stdbool.h>

/* A support vector, or the weights of a linear model, by feature. */
typedef struct foreign_vector {
    double coefficient;
    double z[MODEL_THESIS_FEATURES];
} foreign_vector;

typedef struct foreign_model {
    bool rbf;
    double gamma, constant;
    size_t n;               /* 1 for a weighted sum */
    foreign_vector *vector; /* owned */
} foreign_model;

/* The file as a row of lines. */
typedef struct foreign_lines {
    const char *path;
    int line;   /* number of the current one, from 1 */
    char *rest; /* what is not read yet; NULL at the end */
    poise_error *err;
} foreign_lines;

/* The next line, cut out of the text; NULL at the end. Blanks at its end are cut off. */
char *foreign_next_line(foreign_lines *in);
/* POISE_DAMAGED with file, line and reason. */
int foreign_damaged(const foreign_lines *in, const char *reason);
/* One finite number, alone in `text`. */
bool foreign_number(const char *text, double *value);

/* After the line that tells the library, which is the first. `out` is zeroed, and freed by the caller. */
int foreign_read_liblinear(foreign_lines *in, const char *first, foreign_model *out);
int foreign_read_libsvm(foreign_lines *in, const char *first, foreign_model *out);

#endif
