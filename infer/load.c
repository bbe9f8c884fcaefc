#include "infer/load.h"

#include "common/file.h"
#include "infer/blob.h"
#include "infer/load_blob.h"
#include "infer/poise_sms.h"
#include "infer/quantise.h"
#include "infer/quantise_loads.h"

#include <stdlib.h>

/* Larger than any file of either kind can be. */
enum { LARGEST_FILE = 4 << 20 };

/* Of any view. */
static int load(const char *path, poise_weights *weights, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    int code = poise_read_file(path, LARGEST_FILE, &data, &size, err);
    if (code != POISE_OK)
        return code;
    const bool compiled = poise_blob_is_one(data, size), of_loads = poise_load_blob_is_one(data, size);
    free(data);
    if (of_loads)
        return poise_fail(err, POISE_DAMAGED,
                          "%s: a model of loads chooses load instructions and no warp-tuple", path);
    if (compiled)
        return poise_blob_read(path, weights, err);
    poise_model model;
    code = poise_model_read(path, &model, err);
    if (code == POISE_OK)
        code = poise_quantise(&model, weights, err);
    poise_model_free(&model);
    return code;
}

/* Weights that were read, if they are `of_sms` or not; otherwise none. */
static int keep_kind(const char *path, bool of_sms, poise_weights *weights, poise_error *err)
{
    if ((weights->view == &poise_sms_view) == of_sms)
        return POISE_OK;
    poise_weights_free(weights);
    return poise_fail(err, POISE_DAMAGED,
                      of_sms ? "%s: a model of warp-tuples, not of p of SMS (poise features --view sms)"
                             : "%s: a model of p of SMS, and no warp-tuple",
                      path);
}

int poise_weights_load(const char *path, poise_weights *weights, poise_error *err)
{
    int code = load(path, weights, err);
    return code == POISE_OK ? keep_kind(path, false, weights, err) : code;
}

int poise_sms_weights_load(const char *path, poise_weights *weights, poise_error *err)
{
    int code = load(path, weights, err);
    return code == POISE_OK ? keep_kind(path, true, weights, err) : code;
}

int poise_load_weights_load(const char *path, poise_load_weights *weights, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    *weights = (poise_load_weights){.shift = 0};
    int code = poise_read_file(path, LARGEST_FILE, &data, &size, err);
    if (code != POISE_OK)
        return code;
    const bool compiled = poise_load_blob_is_one(data, size);
    if (compiled && (code = poise_load_blob_decode(data, size, weights, err)) != POISE_OK)
        code = poise_error_prefix(err, "%s", path);
    else if (!compiled && poise_blob_is_one(data, size))
        code = poise_fail(err, POISE_DAMAGED, "%s: a compiled model of warp-tuples, not of loads", path);
    free(data);
    if (compiled || code != POISE_OK)
        return code;
    poise_load_model model;
    code = poise_load_model_read(path, &model, err);
    return code == POISE_OK ? poise_quantise_loads(&model, POISE_ACCURACY_LOADS, weights, err) : code;
}
