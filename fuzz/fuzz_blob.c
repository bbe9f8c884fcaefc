/* Compiled models (infer/blob.h): any bytes are refused with a sentence or give weights with which the engine
 * stays within the legal tuples, and which are written as the same bytes again. The input is read as it is,
 * and once more with the right length and checksum, which no fuzzer guesses. */
#include "common/hash.h"
#include "infer/blob.h"
#include "infer/poise_choice.h"
#include "infer/poise_kernel.h"
#include "infer/quantise.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_VECTORS = 4 };

/* Extreme features, by the bits of the numbers themselves. */
static void check_predictions(const poise_weights *weights)
{
    for (unsigned warps = 1; warps <= POISE_MAX_WARPS; warps += 21) {
        poise_features features;
        for (int i = 0; i < POISE_FEATURES; i++) {
            uint32_t bits = weights->kernel != NULL   ? weights->kernel->scale[i]
                            : weights->choice != NULL ? (uint32_t)weights->choice->tuple[0].weight[i]
                                                      : (uint32_t)weights->weight[0][i];
            features.x[i] = bits >> (warps % 8) & 1 ? 1u << POISE_FEATURE_BITS : 0;
        }
        unsigned n = 0, p = 0;
        poise_predict(weights, &features, warps, &n, &p);
        if (!(1 <= n && p <= n && n <= warps && (p >= 1 || weights->zero_p)))
            abort();
    }
}

static void check(const void *data, size_t size)
{
    poise_weights weights;
    poise_error err = {0};
    int rc = poise_blob_decode(data, size, &weights, &err);
    if (rc != POISE_OK) {
        if (rc != POISE_DAMAGED || err.text[0] == '\0')
            abort();
        return;
    }
    check_predictions(&weights);
    unsigned char *again = malloc(size);
    if (again == NULL || poise_blob_size(&weights) != size)
        abort();
    poise_blob_encode(&weights, again);
    if (memcmp(data, again, size) != 0)
        abort();
    free(again);
    poise_weights_free(&weights);
}

/* Length of a blob without its checksum, by the bits of its kind; `vectors` support vectors or tuples. */
static size_t sealed_size(unsigned kind, size_t vectors)
{
    size_t size = kind & 1   ? POISE_BLOB_KERNEL_BYTES + vectors * POISE_BLOB_VECTOR_BYTES
                  : kind & 4 ? POISE_BLOB_CHOICE_BYTES + vectors * POISE_BLOB_TUPLE_BYTES
                             : POISE_BLOB_BYTES;
    return size - 8;
}

/* The input with the length of a blob that holds `vectors` support vectors or tuples, and its checksum. */
static void check_sealed(const uint8_t *data, size_t size, size_t vectors)
{
    unsigned char whole[POISE_BLOB_KERNEL_BYTES + MOST_VECTORS * POISE_BLOB_VECTOR_BYTES] = {0};
    const unsigned kind = size > 15 ? data[15] : 0;
    const size_t sealed = sealed_size(kind, vectors), count = kind & 1 ? 124 : 16;
    if (size > 0)
        memcpy(whole, data, size < sealed ? size : sealed);
    if (kind & 5) {
        memset(whole + count, 0, 4);
        whole[count] = (unsigned char)vectors;
    }
    uint64_t sum = poise_checksum64(whole, sealed);
    for (int i = 0; i < 8; i++)
        whole[sealed + (size_t)i] = (unsigned char)(sum >> (8 * i));
    check(whole, sealed + 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check(data, size);
    check_sealed(data, size, size > 0 ? data[size - 1] % (MOST_VECTORS + 1) : 0);
    return 0;
}

#include "fuzz/replay.h"
