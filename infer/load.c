#include "infer/load.h"

#include "common/file.h"
#include "infer/blob.h"
#include "infer/load_blob.h"
#include "infer/quantise.h"
#include "infer/quantise_loads.h"
#include "infer/scale.h"

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

static const char *sets(const poise_weights *weights)
{
    const char *what = poise_view_sets(weights->view);
    return what ? what : "warp-tuples";
}

int poise_weights_load(const char *path, poise_weights *weights, poise_error *err)
{
    int code = load(path, weights, err);
    if (code != POISE_OK || !poise_view_sets(weights->view))
        return code;
    poise_fail(err, POISE_DAMAGED, "%s: a model of %s, and no warp-tuple", path, sets(weights));
    poise_weights_free(weights);
    return POISE_DAMAGED;
}

int poise_share_weights_load(const char *path, model_view view, poise_weights *weights, poise_error *err)
{
    int code = load(path, weights, err);
    if (code != POISE_OK || weights->view == poise_view_functions(view))
        return code;
    poise_fail(err, POISE_DAMAGED, "%s: a model of %s, not of %s (poise features --view %s)", path,
               sets(weights), poise_view_sets(poise_view_functions(view)), model_view_name[view]);
    poise_weights_free(weights);
    return POISE_DAMAGED;
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
