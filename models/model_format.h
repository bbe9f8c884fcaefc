/* Spelling of the format, shared by reader and writer. */
#ifndef POISE_MODELS_MODEL_FORMAT_H
#define POISE_MODELS_MODEL_FORMAT_H

#include "models/model_file.h"

#include <stdbool.h>
#include <stdio.h>

#define MODEL_MAGIC          "poise-model 1"
#define MODEL_CHECKSUM_KEY   "checksum = "
#define MODEL_WEIGHT_PREFIX  "weight."
#define MODEL_SCALING_PREFIX "scaling."
#define MODEL_SUPPORT_KEY    "support"
#define MODEL_FEATURES_KEY   "features"
#define MODEL_TUPLE_KEY      "tuple"

enum { MODEL_FILE_BYTES = 4 << 20 }; /* more than the writer makes of the largest model */

extern const char *const model_kind_name[MODEL_KIND_COUNT];

/* The kind of models that choose loads (load_model.h). */
#define MODEL_LOADS_KIND "loads"

/* Checks magic and checksum of a file of `size` bytes and cuts both off: *body becomes the lines between
 * them. */
int model_open_envelope(const char *path, char *data, size_t size, char **body, poise_error *err);
/* Writes text that begins with the magic, and its checksum behind it. */
int model_write_sealed(const char *path, const char *text, size_t size, poise_error *err);

void model_print_text(FILE *out, const char *key, const char *value);
/* Whether these may stand in a file; the names have MODEL_NAME_TEXT, MODEL_RECIPE_TEXT bytes. */
int model_check_texts(const char *name, const char *recipe, const char *training_hash,
                      const char *config_hash, poise_error *err);

/* The shortest decimal that strtod() turns back into the same double; 17 digits always do (IEEE 754). */
void model_print_number(FILE *out, double value);
/* One decimal number at *value, which moves behind it and the blanks that follow. strtod() would also take
 * "nan", "inf", hexadecimal digits and leading blanks: none of them is written by the writer. */
bool model_next_number(const char **value, double *out);

#endif
