#include "infer/blob.h"

#include "common/file.h"
#include "common/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    AT_VERSION = MAGIC_BYTES,
    AT_SHIFT = 12,
    AT_MAX_WARPS = 14,
    AT_ZERO = 15,
    AT_WEIGHTS = 16,
    AT_CHECKSUM = AT_WEIGHTS + 4 * POISE_OUTPUTS * POISE_FEATURES,
};
_Static_assert(AT_CHECKSUM + 8 == POISE_BLOB_BYTES, "the layout in blob.h");

static const char magic[MAGIC_BYTES] = {'P', 'O', 'I', 'S', 'E', 'H', 'I', 'E'};

static void put(unsigned char *bytes, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t get(const unsigned char *bytes, unsigned n)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* The two's complement number of 32 bits, without a conversion that the language leaves open. */
static int32_t as_signed(uint32_t bits)
{
    int64_t value = bits;
    return (int32_t)(bits > INT32_MAX ? value - (INT64_C(1) << 32) : value);
}

void poise_blob_encode(const poise_weights *weights, unsigned char bytes[POISE_BLOB_BYTES])
{
    memcpy(bytes, magic, MAGIC_BYTES);
    put(bytes + AT_VERSION, POISE_BLOB_VERSION, 4);
    put(bytes + AT_SHIFT, weights->shift[0], 1);
    put(bytes + AT_SHIFT + 1, weights->shift[1], 1);
    put(bytes + AT_MAX_WARPS, weights->max_warps, 1);
    put(bytes + AT_ZERO, 0, 1);
    for (unsigned i = 0; i < POISE_OUTPUTS * POISE_FEATURES; i++) {
        int32_t weight = weights->weight[i / POISE_FEATURES][i % POISE_FEATURES];
        put(bytes + AT_WEIGHTS + (size_t)4 * i, (uint32_t)weight, 4);
    }
    put(bytes + AT_CHECKSUM, poise_checksum64(bytes, AT_CHECKSUM), 8);
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
    if (size != POISE_BLOB_BYTES) {
        return poise_fail(err, POISE_DAMAGED, "compiled model of %zu bytes where there should be %d", size,
                          POISE_BLOB_BYTES);
    }
    if (get(bytes + AT_CHECKSUM, 8) != poise_checksum64(bytes, AT_CHECKSUM)) {
        return poise_fail(err, POISE_DAMAGED,
                          "the checksum of the compiled model is wrong: the file is damaged");
    }
    return POISE_OK;
}

static int check_ranges(const unsigned char *bytes, poise_error *err)
{
    if (bytes[AT_SHIFT] > POISE_MAX_SHIFT || bytes[AT_SHIFT + 1] > POISE_MAX_SHIFT) {
        return poise_fail(err, POISE_DAMAGED, "the compiled model has a binary point beyond bit %d",
                          POISE_MAX_SHIFT);
    }
    if (bytes[AT_MAX_WARPS] < 1 || bytes[AT_MAX_WARPS] > POISE_MAX_WARPS) {
        return poise_fail(err, POISE_DAMAGED,
                          "the compiled model is for %d warps per scheduler; 1 to %d are possible",
                          bytes[AT_MAX_WARPS], POISE_MAX_WARPS);
    }
    if (bytes[AT_ZERO] != 0)
        return poise_fail(err, POISE_DAMAGED, "byte %d of the compiled model is not zero", AT_ZERO);
    return POISE_OK;
}

int poise_blob_decode(const void *data, size_t size, poise_weights *weights, poise_error *err)
{
    const unsigned char *bytes = data;
    int rc = check_frame(bytes, size, err);
    if (rc == POISE_OK)
        rc = check_ranges(bytes, err);
    if (rc != POISE_OK)
        return rc;
    weights->shift[0] = bytes[AT_SHIFT];
    weights->shift[1] = bytes[AT_SHIFT + 1];
    weights->max_warps = bytes[AT_MAX_WARPS];
    for (unsigned i = 0; i < POISE_OUTPUTS * POISE_FEATURES; i++) {
        weights->weight[i / POISE_FEATURES][i % POISE_FEATURES] =
            as_signed((uint32_t)get(bytes + AT_WEIGHTS + (size_t)4 * i, 4));
    }
    return POISE_OK;
}

int poise_blob_write(const poise_weights *weights, const char *path, poise_error *err)
{
    unsigned char bytes[POISE_BLOB_BYTES];
    poise_blob_encode(weights, bytes);
    poise_atomic_file file;
    int rc = poise_atomic_open(&file, path, err);
    if (rc != POISE_OK)
        return rc;
    if (fwrite(bytes, sizeof bytes, 1, file.stream) != 1) {
        rc = poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
        poise_atomic_abort(&file);
        return rc;
    }
    return poise_atomic_commit(&file, err);
}

int poise_blob_read(const char *path, poise_weights *weights, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    int rc = poise_read_file(path, POISE_BLOB_BYTES, &data, &size, err);
    if (rc != POISE_OK)
        return rc;
    rc = poise_blob_decode(data, size, weights, err);
    free(data);
    return rc == POISE_OK ? rc : poise_error_prefix(err, "%s", path);
}
