/* Data sets out. */
#include "common/h5_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_BYTES = 1 << 20, /* the default chunk cache of readers */
    DEFLATE_LEVEL = 4,     /* smallest level that pays for integers (anchors B1) */
};

/* Chunks are whole rows of the first dimension. */
static void choose_chunk(poise_h5_shape shape, size_t element_bytes, hsize_t chunk[POISE_H5_MAX_RANK])
{
    uint64_t row_bytes = element_bytes;
    for (int d = 1; d < shape.rank; d++) {
        chunk[d] = shape.size[d];
        row_bytes *= shape.size[d];
    }
    uint64_t rows = CHUNK_BYTES / row_bytes;
    chunk[0] = rows < 1 ? 1 : rows;
    if (chunk[0] > shape.size[0])
        chunk[0] = shape.size[0];
}

/* No times: the same content must give the same bytes. */
static hid_t creation_properties(poise_h5_shape shape, hid_t type, const void *fill)
{
    hsize_t chunk[POISE_H5_MAX_RANK];
    choose_chunk(shape, H5Tget_size(type), chunk);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (H5Pset_obj_track_times(properties, 0) < 0 || H5Pset_chunk(properties, shape.rank, chunk) < 0 ||
        (fill != NULL && H5Pset_fill_value(properties, type, fill) < 0) || H5Pset_shuffle(properties) < 0 ||
        H5Pset_deflate(properties, DEFLATE_LEVEL) < 0 || H5Pset_fletcher32(properties) < 0) {
        H5Pclose(properties);
        return H5I_INVALID_HID;
    }
    return properties;
}

/* One data set of elements of `file_type`, given as `memory_type`; `fill` may be NULL. */
static int write_elements(poise_h5 *file, const poise_h5_column *column, poise_h5_shape shape,
                          hid_t file_type, hid_t memory_type, const void *data, const void *fill,
                          poise_error *err)
{
    hsize_t size[POISE_H5_MAX_RANK] = {0};
    for (int d = 0; d < shape.rank; d++)
        size[d] = shape.size[d];
    hid_t space = H5Screate_simple(shape.rank, size, NULL);
    hid_t properties = creation_properties(shape, memory_type, fill);
    hid_t set = H5Dcreate2(file->id, column->name, file_type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    int code = POISE_OK;
    if (set < 0 || H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
        code = h5_fail(file, "cannot write data set", column->name, err);
    if (code == POISE_OK && fill != NULL)
        code = h5_put_attribute(file, set, "_FillValue", file_type, memory_type, fill, err);
    H5Dclose(set);
    H5Pclose(properties);
    H5Sclose(space);
    return code;
}

static int describe(poise_h5 *file, const poise_h5_column *column, int rank, poise_error *err)
{
    int code = poise_h5_put_text(file, column->name, "units", column->units, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, column->name, "long_name", column->long_name, err);
    return code == POISE_OK ? h5_remember_axes(file, column, rank, err) : code;
}

int poise_h5_write_u64(poise_h5 *file, const poise_h5_column *column, poise_h5_shape shape,
                       const uint64_t *data, uint64_t fill, poise_error *err)
{
    int code = write_elements(file, column, shape, H5T_STD_U64LE, H5T_NATIVE_UINT64, data, &fill, err);
    return code == POISE_OK ? describe(file, column, shape.rank, err) : code;
}

int poise_h5_write_real(poise_h5 *file, const poise_h5_column *column, poise_h5_shape shape,
                        const double *data, poise_error *err)
{
    const double fill = NAN;
    int code = write_elements(file, column, shape, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, data, &fill, err);
    return code == POISE_OK ? describe(file, column, shape.rank, err) : code;
}

int poise_h5_write_texts(poise_h5 *file, const poise_h5_column *column, uint64_t n, const char *const *texts,
                         poise_error *err)
{
    if (n == 0)
        return h5_refuse(file, "cannot write data set", column->name, "it has no elements", err);
    size_t width = 1;
    for (uint64_t i = 0; i < n; i++) {
        size_t length = strlen(texts[i]);
        width = length > width ? length : width;
    }
    char *table = calloc(n, width);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, column->name);
    for (uint64_t i = 0; i < n; i++)
        memcpy(table + i * width, texts[i], strlen(texts[i]));
    hid_t type = h5_text_type(width);
    int code = write_elements(file, column, (poise_h5_shape){1, {n}}, type, type, table, NULL, err);
    H5Tclose(type);
    free(table);
    return code == POISE_OK ? describe(file, column, 1, err) : code;
}
