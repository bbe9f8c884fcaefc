/* HDF5 1.10 trusts what a chunk says of itself: one whose filters are switched off, or that inflates to less
 * than a chunk, is read beyond its end. So every chunk is checked before HDF5 reads it. */
#include "common/h5_internal.h"

#include <stdlib.h>
#include <zlib.h>

enum {
    FILTERS = 3,
    CHECKSUM_BYTES = 4, /* fletcher32, at the end of a chunk */
};

const char *h5_filter_fault(hid_t properties)
{
    static const H5Z_filter_t ours[FILTERS] = {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32};
    bool are_ours = H5Pget_nfilters(properties) == FILTERS;
    for (unsigned i = 0; are_ours && i < FILTERS; i++) {
        unsigned flags, config;
        size_t n_values = 0;
        are_ours = H5Pget_filter2(properties, i, &flags, &n_values, NULL, 0, NULL, &config) == ours[i];
    }
    return are_ours ? NULL : "its filters are not shuffle, deflate and fletcher32";
}

/* Whether `size` bytes are deflated ones of exactly `most`, for which `room` is. */
static bool inflates_to(const unsigned char *bytes, size_t size, unsigned char *room, size_t most)
{
    uLongf inflated = most;
    return size > CHECKSUM_BYTES && uncompress(room, &inflated, bytes, size - CHECKSUM_BYTES) == Z_OK &&
           inflated == most;
}

/* Chunk `i` of those that are stored. */
static const char *chunk_fault(hid_t set, hid_t space, hsize_t i, unsigned char *room, size_t chunk_bytes)
{
    hsize_t at[POISE_H5_MAX_RANK] = {0}, size = 0;
    haddr_t address = 0;
    unsigned mask = 0;
    uint32_t again = 0;
    if (H5Dget_chunk_info(set, space, i, at, &mask, &address, &size) < 0)
        return "it has a chunk that cannot be found";
    if (mask != 0)
        return "a filter of one of its chunks is switched off";
    if (size > H5Dget_storage_size(set))
        return "it has a chunk that is larger than the data set";
    unsigned char *const bytes = malloc(size + 1);
    const bool is_read = bytes != NULL && H5Dread_chunk(set, H5P_DEFAULT, at, &again, bytes) >= 0;
    const bool fits = is_read && inflates_to(bytes, size, room, chunk_bytes);
    free(bytes);
    if (!is_read)
        return "it has a chunk that cannot be read";
    return fits ? NULL : "it has a chunk that is shorter or longer than the others";
}

const char *h5_chunk_fault(hid_t set, uint64_t chunks, size_t chunk_bytes)
{
    const char *fault = NULL;
    hsize_t stored = 0;
    unsigned char *const room = malloc(chunk_bytes);
    hid_t space = H5Dget_space(set);
    if (room == NULL)
        fault = "there is no memory for its chunks";
    else if (H5Dget_num_chunks(set, space, &stored) < 0 || stored != chunks)
        fault = "some of its chunks are missing";
    for (hsize_t i = 0; i < stored && fault == NULL; i++)
        fault = chunk_fault(set, space, i, room, chunk_bytes);
    H5Sclose(space);
    free(room);
    return fault;
}
