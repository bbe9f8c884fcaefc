/* Shared by the h5_*.c files only. */
#ifndef POISE_COMMON_H5_INTERNAL_H
#define POISE_COMMON_H5_INTERNAL_H

#include "common/h5.h"

#include <hdf5.h>
#include <stdbool.h>

/* A data set written so far and its dimension scales. */
typedef struct h5_axes {
    char *data_set;
    int rank;
    char *scale[POISE_H5_MAX_RANK]; /* NULL = none */
} h5_axes;

struct poise_h5 {
    hid_t id; /* of the file, which lies in memory */
    char *path;
    bool writing;
    char hash[POISE_HASH_TEXT]; /* of the bytes read; empty while writing */
    h5_axes *axes;              /* only while writing */
    size_t n_axes;
};

/* "PATH: WHAT OBJECT: reason as HDF5 gives it"; POISE_FAILED while writing, POISE_DAMAGED while reading. */
int h5_fail(const poise_h5 *file, const char *what, const char *object, poise_error *err);
/* As h5_fail with a reason of our own. */
int h5_refuse(const poise_h5 *file, const char *what, const char *object, const char *reason,
              poise_error *err);

/* Between these HDF5 works for the file at `path`: what happens then is its doing. (h5_guard.c) */
void h5_guard_enter(const char *path);
void h5_guard_leave(void);

/* Lets HDF5 parse the `size` bytes of a file. */
int h5_open_image(poise_h5 *file, char *image, size_t size, poise_error *err);
/* Reads everything in such bytes in another process, as the functions of h5.h would. POISE_DAMAGED: that
 * crashes, or does not end; what is refused with a sentence is not told. */
int h5_rehearse(poise_h5 *file, char *image, size_t size, poise_error *err);
/* Reads a data set that is read in any way, and forgets it. */
void h5_try_set(poise_h5 *file, const char *name);

/* What is wrong with the filters that data sets are created with, and with the `chunks` chunks of one, each
 * of `chunk_bytes`; NULL = nothing. */
const char *h5_filter_fault(hid_t properties);
const char *h5_chunk_fault(hid_t set, uint64_t chunks, size_t chunk_bytes);

/* Fixed-length UTF-8 string type of `size` bytes, padded with NUL; negative on failure. */
hid_t h5_text_type(size_t size);

/* Attribute of any scalar type. Also on failure nothing stays open. */
int h5_put_attribute(poise_h5 *file, hid_t object, const char *name, hid_t file_type, hid_t memory_type,
                     const void *value, poise_error *err);

/* Remembers the scales that `column` names for its first `rank` dimensions. */
int h5_remember_axes(poise_h5 *file, const poise_h5_column *column, int rank, poise_error *err);
/* Attaches all scales remembered. */
int h5_attach_scales(poise_h5 *file, poise_error *err);
void h5_forget_axes(poise_h5 *file);

#endif
