/* Compiled models (infer/blob.h): any bytes are refused with a sentence or give weights with which the engine
 * stays within the legal tuples, and which are written as the same bytes again. The input is read as it is,
 * and once more with the right length and checksum, which no fuzzer guesses. */
#include "common/hash.h"
#include "infer/blob.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Extreme features, by the bits of the weights themselves. */
static void check_predictions(const poise_weights *weights)
{
    for (unsigned warps = 1; warps <= POISE_MAX_WARPS; warps += 21) {
        poise_features features;
        for (int i = 0; i < POISE_FEATURES; i++)
            features.x[i] = (uint32_t)weights->weight[0][i] >> (warps % 8) & 1 ? 1u << POISE_FEATURE_BITS : 0;
        unsigned n = 0, p = 0;
        poise_predict(weights, &features, warps, &n, &p);
        if (!(1 <= p && p <= n && n <= warps))
            abort();
    }
}

static void check(const void *data, size_t size)
{
    poise_weights weights;
    poise_error err = {0};
    unsigned char again[POISE_BLOB_BYTES];
    int rc = poise_blob_decode(data, size, &weights, &err);
    if (rc != POISE_OK) {
        if (rc != POISE_DAMAGED || err.text[0] == '\0')
            abort();
        return;
    }
    check_predictions(&weights);
    poise_blob_encode(&weights, again);
    if (size != sizeof again || memcmp(data, again, size) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { SEALED = POISE_BLOB_BYTES - 8 };
    unsigned char whole[POISE_BLOB_BYTES] = {0};
    check(data, size);
    if (size > 0)
        memcpy(whole, data, size < SEALED ? size : SEALED);
    uint64_t sum = poise_checksum64(whole, SEALED);
    for (int i = 0; i < 8; i++)
        whole[SEALED + i] = (unsigned char)(sum >> (8 * i));
    check(whole, sizeof whole);
    return 0;
}

#include "fuzz/replay.h"
