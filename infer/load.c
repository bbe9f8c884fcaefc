#include "infer/load.h"

#include "common/file.h"
#include "infer/blob.h"
#include "infer/quantise.h"

#include <stdlib.h>

/* Larger than any file of either kind can be. */
enum { LARGEST_FILE = 4 << 20 };

int poise_weights_load(const char *path, poise_weights *weights, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    int code = poise_read_file(path, LARGEST_FILE, &data, &size, err);
    if (code != POISE_OK)
        return code;
    bool compiled = poise_blob_is_one(data, size);
    free(data);
    if (compiled)
        return poise_blob_read(path, weights, err);
    poise_model model;
    code = poise_model_read(path, &model, err);
    if (code == POISE_OK)
        code = poise_quantise(&model, weights, err);
    poise_model_free(&model);
    return code;
}
