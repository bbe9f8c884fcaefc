/* The readers of models on hostile input: our own format, to whose lines the checksum is added so that the
 * fuzzer need not guess it, and the files of LIBLINEAR and libsvm. What they let through must be a model that
 * predicts something legal and survives being written and read. */
#include "common/hash.h"
#include "fuzz/folder.h"
#include "infer/quantise.h"
#include "models/foreign.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_prediction(const poise_model *model)
{
    double x[MODEL_MAX_FEATURES];
    for (int i = 0; i < MODEL_MAX_FEATURES; i++)
        x[i] = 0.5 * i;
    for (int warps = 1; warps <= 24; warps += 23) {
        int n = 0;
        int p = 0;
        poise_model_predict(model, x, warps, &n, &p);
        if (!(1 <= n && model->least_p <= p && p <= n && n <= warps))
            abort();
    }
}

static bool same_weights(const poise_model *a, const poise_model *b)
{
    for (int i = 0; i < MODEL_OUTPUTS * MODEL_MAX_FEATURES; i++) {
        if (a->weight[i / MODEL_MAX_FEATURES][i % MODEL_MAX_FEATURES] !=
            b->weight[i / MODEL_MAX_FEATURES][i % MODEL_MAX_FEATURES])
            return false;
    }
    return true;
}

static void check_round_trip(const poise_model *model, const char *path)
{
    poise_model again;
    if (poise_model_write(path, model, NULL) != 0 || poise_model_read(path, &again, NULL) != 0 ||
        !same_weights(&again, model) || again.n_features != model->n_features ||
        (again.kernel == NULL) != (model->kernel == NULL) ||
        (again.kernel != NULL && again.kernel->n_support != model->kernel->n_support))
        abort();
    poise_model_free(&again);
}

/* Whatever is accepted predicts legal tuples. */
static void check_compiled(const poise_model *model)
{
    poise_weights weights;
    if (poise_quantise_within(model, INFINITY, &weights, NULL) != 0)
        return;
    for (unsigned corner = 0; corner < 1u << POISE_FEATURES; corner += 37) {
        poise_features features;
        for (int i = 0; i < POISE_FEATURES; i++)
            features.x[i] = corner >> i & 1 ? 1u << POISE_FEATURE_BITS : corner;
        unsigned n = 0, p = 0;
        poise_predict(&weights, &features, 24, &n, &p);
        if (!(1 <= n && p <= n && n <= 24 && (p >= 1 || model->least_p == 0)))
            abort();
    }
    poise_weights_free(&weights);
}

static void check(poise_model *model, const char *path)
{
    check_prediction(model);
    check_compiled(model);
    check_round_trip(model, path);
    poise_model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH], seal[64], hash[POISE_HASH_TEXT];
    poise_model model;
    poise_hash_bytes(data, size, hash);
    snprintf(seal, sizeof seal, "checksum = %s\n", hash);
    fuzz_write(path, "model", data, size, seal);
    if (poise_model_read(path, &model, NULL) == 0)
        check(&model, path);
    fuzz_write(path, "model", data, size, "");
    if (poise_model_import(path, path, &model, NULL) == 0)
        check(&model, path);
    remove(path);
    return 0;
}

#include "fuzz/replay.h"
