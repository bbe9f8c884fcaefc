/* The reader of a model file while it goes through the lines. */
#ifndef POISE_MODELS_MODEL_READER_H
#define POISE_MODELS_MODEL_READER_H

#include "models/model_file.h"

#include <stdbool.h>

enum { MODEL_MAX_KEYS = 16 };

typedef struct model_reader {
    const char *path;
    int line;
    poise_model *model;
    model_kernel *kernel;      /* room for all support vectors; n_support of them are read */
    model_choice *choice;      /* room for all tuples; n_tuples of them are read */
    int tuple_features;        /* weights of each tuple; 0 before the first */
    int support_features;      /* numbers of each support vector; 0 before the first */
    bool seen[MODEL_MAX_KEYS]; /* of the table of keys */
    poise_error *err;
} model_reader;

int model_damaged(const model_reader *in, const char *reason);

/* Stores the value of one line; `key` and `value` are cut out of it. */
int model_read_key(model_reader *in, const char *key, const char *value);

/* After the last line: keys that the kind needs and that are missing, or that it does not have. */
int model_check_keys(const model_reader *in);

#endif
