#include "infer/blob.h"

#include "common/file.h"
#include "common/hash.h"
#include "infer/quantise.h"
#include "infer/quantise_kernel.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    AT_VERSION = MAGIC_BYTES,
    AT_SHIFT = 12,
    AT_MAX_WARPS = 14,
    AT_KIND = 15,
    AT_WEIGHTS = 16,
    AT_KERNEL = AT_WEIGHTS + 4 * POISE_OUTPUTS * POISE_FEATURES,
    AT_COUNT = AT_KERNEL + 4 * (POISE_FEATURES + POISE_OUTPUTS + 1),
    AT_VECTORS = AT_COUNT + 4,
    CHECKSUM_BYTES = 8,
};
_Static_assert(AT_KERNEL + CHECKSUM_BYTES == POISE_BLOB_BYTES, "the layout in blob.h");
_Static_assert(AT_VECTORS + CHECKSUM_BYTES == POISE_BLOB_KERNEL_BYTES, "the layout in blob.h");
_Static_assert(4 * (POISE_FEATURES + POISE_OUTPUTS) == POISE_BLOB_VECTOR_BYTES, "the layout in blob.h");

enum { KIND_KERNEL = 1, KIND_ZERO_P = 2, KINDS = 4 }; /* bits of the kind */

static const char magic[MAGIC_BYTES] = {'P', 'O', 'I', 'S', 'E', 'H', 'I', 'E'};

static void put(unsigned char *bytes, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
}

/* Writes `n` words, and where the next ones go. */
static unsigned char *put_words(unsigned char *bytes, const uint32_t *word, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4)
        put(bytes, word[i], 4);
    return bytes;
}

static unsigned char *put_signed(unsigned char *bytes, const int32_t *word, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4)
        put(bytes, (uint32_t)word[i], 4);
    return bytes;
}

static uint64_t get(const unsigned char *bytes, unsigned n)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static const unsigned char *get_words(const unsigned char *bytes, uint32_t *word, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4)
        word[i] = (uint32_t)get(bytes, 4);
    return bytes;
}

/* The two's complement number of 32 bits, without a conversion that the language leaves open. */
static int32_t as_signed(uint32_t bits)
{
    int64_t value = bits;
    return (int32_t)(bits > INT32_MAX ? value - (INT64_C(1) << 32) : value);
}

static const unsigned char *get_signed(const unsigned char *bytes, int32_t *word, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4)
        word[i] = as_signed((uint32_t)get(bytes, 4));
    return bytes;
}

size_t poise_blob_size(const poise_weights *weights)
{
    if (weights->kernel == NULL)
        return POISE_BLOB_BYTES;
    return POISE_BLOB_KERNEL_BYTES + (size_t)weights->kernel->count * POISE_BLOB_VECTOR_BYTES;
}

static unsigned char *put_kernel(unsigned char *to, const poise_kernel *kernel)
{
    to = put_words(to, kernel->scale, POISE_FEATURES);
    to = put_words(to, kernel->gamma, POISE_OUTPUTS);
    to = put_words(to, &kernel->drop, 1);
    to = put_words(to, &kernel->count, 1);
    for (uint32_t v = 0; v < kernel->count; v++) {
        to = put_words(to, kernel->support[v].place, POISE_FEATURES);
        to = put_signed(to, kernel->support[v].coefficient, POISE_OUTPUTS);
    }
    return to;
}

void poise_blob_encode(const poise_weights *weights, unsigned char *bytes)
{
    memcpy(bytes, magic, MAGIC_BYTES);
    put(bytes + AT_VERSION, POISE_BLOB_VERSION, 4);
    put(bytes + AT_SHIFT, weights->shift[0], 1);
    put(bytes + AT_SHIFT + 1, weights->shift[1], 1);
    put(bytes + AT_MAX_WARPS, weights->max_warps, 1);
    put(bytes + AT_KIND, (weights->kernel != NULL ? KIND_KERNEL : 0u) | (weights->zero_p ? KIND_ZERO_P : 0u),
        1);
    unsigned char *to = bytes + AT_WEIGHTS;
    for (int output = 0; output < POISE_OUTPUTS; output++)
        to = put_signed(to, weights->weight[output], POISE_FEATURES);
    if (weights->kernel != NULL)
        to = put_kernel(to, weights->kernel);
    put(to, poise_checksum64(bytes, (size_t)(to - bytes)), CHECKSUM_BYTES);
}

bool poise_blob_is_one(const void *data, size_t size)
{
    return size >= MAGIC_BYTES && memcmp(data, magic, MAGIC_BYTES) == 0;
}

static int check_frame(const unsigned char *bytes, size_t size, poise_error *err)
{
    if (!poise_blob_is_one(bytes, size))
        return poise_fail(err, POISE_DAMAGED, "not a compiled Poise model: it does not begin with POISEHIE");
    if (size >= AT_SHIFT && get(bytes + AT_VERSION, 4) != POISE_BLOB_VERSION) {
        return poise_fail(err, POISE_DAMAGED,
                          "compiled model of version %u, and this program reads version %d: compile it again",
                          (unsigned)get(bytes + AT_VERSION, 4), POISE_BLOB_VERSION);
    }
    size_t wanted = POISE_BLOB_BYTES;
    if (size > AT_KIND && bytes[AT_KIND] & KIND_KERNEL) {
        wanted = POISE_BLOB_KERNEL_BYTES;
        if (size >= AT_VECTORS)
            wanted += (size_t)get(bytes + AT_COUNT, 4) * POISE_BLOB_VECTOR_BYTES;
    }
    if (size != wanted) {
        return poise_fail(err, POISE_DAMAGED, "compiled model of %zu bytes where there should be %zu", size,
                          wanted);
    }
    if (get(bytes + size - CHECKSUM_BYTES, 8) != poise_checksum64(bytes, size - CHECKSUM_BYTES)) {
        return poise_fail(err, POISE_DAMAGED,
                          "the checksum of the compiled model is wrong: the file is damaged");
    }
    return POISE_OK;
}

static int check_ranges(const unsigned char *bytes, poise_error *err)
{
    if (bytes[AT_KIND] >= KINDS)
        return poise_fail(err, POISE_DAMAGED, "compiled model of the unknown kind %d", bytes[AT_KIND]);
    const int most = bytes[AT_KIND] & KIND_KERNEL ? POISE_KERNEL_MAX_SHIFT : POISE_MAX_SHIFT;
    if (bytes[AT_SHIFT] > most || bytes[AT_SHIFT + 1] > most)
        return poise_fail(err, POISE_DAMAGED, "the compiled model has a binary point beyond bit %d", most);
    if (bytes[AT_MAX_WARPS] < 1 || bytes[AT_MAX_WARPS] > POISE_MAX_WARPS) {
        return poise_fail(err, POISE_DAMAGED,
                          "the compiled model is for %d warps per scheduler; 1 to %d are possible",
                          bytes[AT_MAX_WARPS], POISE_MAX_WARPS);
    }
    return POISE_OK;
}

/* What poise_kernel.h demands, so that no sum overflows. */
static int check_kernel(const poise_weights *weights, const poise_kernel *kernel, poise_error *err)
{
    if (kernel->drop > POISE_KERNEL_MAX_DROP)
        return poise_fail(err, POISE_DAMAGED, "the compiled model drops %u bits of distances", kernel->drop);
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        int64_t sum = llabs((int64_t)weights->weight[output][POISE_FEATURES - 1]);
        for (int i = 0; i < POISE_FEATURES - 1; i++) {
            if (weights->weight[output][i] != 0)
                return poise_fail(err, POISE_DAMAGED,
                                  "the compiled model has both weights and support vectors");
        }
        for (uint32_t v = 0; v < kernel->count; v++)
            sum += llabs((int64_t)kernel->support[v].coefficient[output]);
        if (sum > INT64_C(1) << 31)
            return poise_fail(err, POISE_DAMAGED, "the coefficients of the compiled model exceed 32 bits");
    }
    for (uint32_t v = 0; v < kernel->count; v++) {
        for (int i = 0; i < POISE_FEATURES; i++) {
            if (kernel->support[v].place[i] >> POISE_PLACE_BITS != 0)
                return poise_fail(err, POISE_DAMAGED,
                                  "support vector %u of the compiled model is out of range", v + 1);
        }
    }
    return POISE_OK;
}

static int decode_kernel(const unsigned char *bytes, poise_weights *weights, poise_error *err)
{
    const uint64_t count = get(bytes + AT_COUNT, 4);
    if (count > MODEL_MAX_SUPPORT) {
        return poise_fail(err, POISE_DAMAGED, "the compiled model has %u support vectors; %d are possible",
                          (unsigned)count, MODEL_MAX_SUPPORT);
    }
    poise_support *support = NULL;
    poise_kernel *kernel = poise_kernel_new((uint32_t)count, &support);
    if (kernel == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %u support vectors", (unsigned)count);
    const unsigned char *from = get_words(bytes + AT_KERNEL, kernel->scale, POISE_FEATURES);
    from = get_words(from, kernel->gamma, POISE_OUTPUTS);
    from = get_words(from, &kernel->drop, 1) + 4;
    for (uint64_t v = 0; v < count; v++) {
        from = get_words(from, support[v].place, POISE_FEATURES);
        from = get_signed(from, support[v].coefficient, POISE_OUTPUTS);
    }
    weights->kernel = kernel;
    weights->link_functions = poise_kernel_links;
    return check_kernel(weights, kernel, err);
}

int poise_blob_decode(const void *data, size_t size, poise_weights *weights, poise_error *err)
{
    const unsigned char *bytes = data;
    *weights = (poise_weights){0};
    int rc = check_frame(bytes, size, err);
    if (rc == POISE_OK)
        rc = check_ranges(bytes, err);
    if (rc != POISE_OK)
        return rc;
    weights->shift[0] = bytes[AT_SHIFT];
    weights->shift[1] = bytes[AT_SHIFT + 1];
    weights->max_warps = bytes[AT_MAX_WARPS];
    weights->zero_p = (bytes[AT_KIND] & KIND_ZERO_P) != 0;
    const unsigned char *from = bytes + AT_WEIGHTS;
    for (int output = 0; output < POISE_OUTPUTS; output++)
        from = get_signed(from, weights->weight[output], POISE_FEATURES);
    if (bytes[AT_KIND] & KIND_KERNEL)
        rc = decode_kernel(bytes, weights, err);
    if (rc != POISE_OK)
        poise_weights_free(weights);
    return rc;
}

int poise_blob_write(const poise_weights *weights, const char *path, poise_error *err)
{
    const size_t size = poise_blob_size(weights);
    unsigned char *bytes = malloc(size);
    if (bytes == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a compiled model of %zu bytes", size);
    poise_blob_encode(weights, bytes);
    poise_atomic_file file;
    int rc = poise_atomic_open(&file, path, err);
    if (rc == POISE_OK && fwrite(bytes, size, 1, file.stream) != 1) {
        rc = poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
        poise_atomic_abort(&file);
    } else if (rc == POISE_OK) {
        rc = poise_atomic_commit(&file, err);
    }
    free(bytes);
    return rc;
}

int poise_blob_read(const char *path, poise_weights *weights, poise_error *err)
{
    const size_t largest = POISE_BLOB_KERNEL_BYTES + (size_t)MODEL_MAX_SUPPORT * POISE_BLOB_VECTOR_BYTES;
    char *data = NULL;
    size_t size = 0;
    int rc = poise_read_file(path, largest, &data, &size, err);
    if (rc != POISE_OK)
        return rc;
    rc = poise_blob_decode(data, size, weights, err);
    free(data);
    return rc == POISE_OK ? rc : poise_error_prefix(err, "%s", path);
}
