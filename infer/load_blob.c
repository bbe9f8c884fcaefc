#include "infer/load_blob.h"

#include "common/file.h"
#include "common/hash.h"
#include "infer/blob_words.h"

#include <stdio.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    AT_VERSION = MAGIC_BYTES,
    AT_SHIFT = 12,
    AT_WEIGHTS = 16,
    AT_CHECKSUM = AT_WEIGHTS + 4 * POISE_LOAD_FEATURES,
};
_Static_assert(AT_CHECKSUM + 8 == POISE_LOAD_BLOB_BYTES, "the layout in load_blob.h");

static const char magic[MAGIC_BYTES] = {'P', 'O', 'I', 'S', 'E', 'L', 'D', 'S'};

void poise_load_blob_encode(const poise_load_weights *weights, unsigned char bytes[POISE_LOAD_BLOB_BYTES])
{
    memcpy(bytes, magic, MAGIC_BYTES);
    put(bytes + AT_VERSION, POISE_LOAD_BLOB_VERSION, 4);
    put(bytes + AT_SHIFT, weights->shift, 4);
    put_signed(bytes + AT_WEIGHTS, weights->weight, POISE_LOAD_FEATURES);
    put(bytes + AT_CHECKSUM, poise_checksum64(bytes, AT_CHECKSUM), 8);
}

bool poise_load_blob_is_one(const void *data, size_t size)
{
    return size >= MAGIC_BYTES && memcmp(data, magic, MAGIC_BYTES) == 0;
}

int poise_load_blob_decode(const void *data, size_t size, poise_load_weights *weights, poise_error *err)
{
    const unsigned char *bytes = data;
    *weights = (poise_load_weights){.shift = 0};
    if (!poise_load_blob_is_one(data, size))
        return poise_fail(err, POISE_DAMAGED,
                          "not a compiled model of loads: it does not begin with POISELDS");
    if (size >= AT_SHIFT && get(bytes + AT_VERSION, 4) != POISE_LOAD_BLOB_VERSION)
        return poise_fail(err, POISE_DAMAGED,
                          "compiled model of loads of version %u, and this program reads version %d: compile "
                          "it again",
                          (unsigned)get(bytes + AT_VERSION, 4), POISE_LOAD_BLOB_VERSION);
    if (size != POISE_LOAD_BLOB_BYTES)
        return poise_fail(err, POISE_DAMAGED, "compiled model of loads of %zu bytes where there should be %d",
                          size, POISE_LOAD_BLOB_BYTES);
    if (get(bytes + AT_CHECKSUM, 8) != poise_checksum64(bytes, AT_CHECKSUM))
        return poise_fail(err, POISE_DAMAGED,
                          "the checksum of the compiled model of loads is wrong: the file is damaged");
    if (get(bytes + AT_SHIFT, 4) > POISE_MAX_SHIFT)
        return poise_fail(err, POISE_DAMAGED,
                          "the compiled model of loads has a binary point beyond bit %d, or bytes behind it",
                          POISE_MAX_SHIFT);
    weights->shift = bytes[AT_SHIFT];
    get_signed(bytes + AT_WEIGHTS, weights->weight, POISE_LOAD_FEATURES);
    return POISE_OK;
}

int poise_load_blob_write(const poise_load_weights *weights, const char *path, poise_error *err)
{
    unsigned char bytes[POISE_LOAD_BLOB_BYTES];
    poise_atomic_file file;
    poise_load_blob_encode(weights, bytes);
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    (void)fwrite(bytes, 1, sizeof bytes, file.stream);
    return poise_atomic_commit(&file, err); /* which looks at the stream's error flag */
}
