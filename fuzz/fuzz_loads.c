/* Models of loads on hostile input: their text, to which the checksum is added so that the fuzzer need not
 * guess it, and compiled blobs, as they are and once more with the right length and checksum. What is
 * accepted survives being written and read, and decides without overflow. */
#include "common/hash.h"
#include "fuzz/folder.h"
#include "infer/load_blob.h"
#include "infer/quantise_loads.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Corners of the counters, by the bits of the weights themselves. */
static void check_decisions(const poise_load_weights *weights)
{
    for (int i = 0; i < POISE_LOAD_FEATURES; i++) {
        const uint32_t bits = (uint32_t)weights->weight[i];
        const poise_load_sample at_max = {bits, bits >> 1, bits >> 2, bits >> 3, bits >> 4, bits >> 5},
                                at_one = {bits & 1 ? UINT32_MAX : bits,
                                          UINT32_MAX,
                                          bits,
                                          UINT32_MAX - bits,
                                          UINT32_MAX,
                                          bits};
        poise_load_features features;
        poise_load_see(&at_max, &at_one, &features);
        for (int j = 0; j < POISE_LOAD_FEATURES; j++) {
            if (features.x[j] > 1u << POISE_FEATURE_BITS)
                abort();
        }
        if (poise_load_allocates(weights, &at_max, &at_one) != (poise_load_score(weights, &features) >= 0))
            abort();
    }
}

static void check_blob(const void *data, size_t size)
{
    poise_load_weights weights;
    poise_error err = {0};
    unsigned char again[POISE_LOAD_BLOB_BYTES];
    int code = poise_load_blob_decode(data, size, &weights, &err);
    if (code != POISE_OK) {
        if (code != POISE_DAMAGED || err.text[0] == '\0')
            abort();
        return;
    }
    check_decisions(&weights);
    poise_load_blob_encode(&weights, again);
    if (size != sizeof again || memcmp(data, again, size) != 0)
        abort();
}

static void check_sealed_blob(const uint8_t *data, size_t size)
{
    enum { SEALED = POISE_LOAD_BLOB_BYTES - 8 };
    unsigned char whole[POISE_LOAD_BLOB_BYTES] = {0};
    memcpy(whole, data, size < SEALED ? size : SEALED);
    const uint64_t sum = poise_checksum64(whole, SEALED);
    for (int i = 0; i < 8; i++)
        whole[SEALED + i] = (unsigned char)(sum >> (8 * i));
    check_blob(whole, sizeof whole);
}

static void check_model(const poise_load_model *model, const char *path)
{
    poise_load_model again;
    poise_load_weights weights;
    if (poise_load_model_write(path, model, NULL) != POISE_OK ||
        poise_load_model_read(path, &again, NULL) != POISE_OK || strcmp(again.name, model->name) != 0)
        abort();
    for (int i = 0; i < POISE_LOAD_FEATURES; i++) {
        if (again.weight[i] != model->weight[i])
            abort();
    }
    if (poise_quantise_loads(model, INFINITY, &weights, NULL) == POISE_OK)
        check_decisions(&weights);
}

static void check_text(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH], seal[64], hash[POISE_HASH_TEXT];
    poise_load_model model;
    poise_error err = {0};
    poise_hash_bytes(data, size, hash);
    snprintf(seal, sizeof seal, "checksum = %s\n", hash);
    if (fuzz_write(path, "model", data, size, seal)) {
        if (poise_load_model_read(path, &model, &err) == POISE_OK)
            check_model(&model, path);
        else if (err.text[0] == '\0')
            abort();
    }
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_blob(data, size);
    if (size > 0)
        check_sealed_blob(data, size);
    check_text(data, size);
    return 0;
}

#include "fuzz/replay.h"
