/* Files of ours that a test changes with HDF5 itself, as another program could: their seal comes off before
 * and a valid one is put on afterwards. */
#ifndef POISE_TESTS_SEAL_H
#define POISE_TESTS_SEAL_H

#include "common/h5.h"
#include "tests/folder.h"

#include <hdf5.h>

static inline void put_seal(const char *path)
{
    size_t size;
    char hash[POISE_HASH_TEXT];
    char *bytes = slurp(path, &size);
    poise_hash_bytes(bytes, size, hash);
    free(bytes);
    FILE *file = fopen(path, "ab");
    assert_non_null(file);
    fprintf(file, POISE_H5_SEAL, hash);
    assert_int_equal(fclose(file), 0);
}

static inline void take_seal_off(const char *path)
{
    size_t size;
    char seal[64];
    const int length = snprintf(seal, sizeof seal, POISE_H5_SEAL, "0123456789abcdef0123456789abcdef");
    char *bytes = slurp(path, &size);
    spill(path, bytes, size - (size_t)length);
    free(bytes);
}

/* Opens a sealed file to change it; end_edit closes it. */
static inline hid_t begin_edit(const char *path)
{
    take_seal_off(path);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    return file;
}

static inline void end_edit(hid_t file, const char *path)
{
    H5Fclose(file);
    put_seal(path);
}

#endif
