/* Data sets in. A malicious file may point elsewhere by links, load code by filters, or claim far more data
 * than it holds: all of that is refused before anything is allocated or read. */
#include "common/h5_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SET_BYTES = 1 << 30,
    MAX_CHUNK_BYTES = 1 << 26,
    MAX_DEFLATE_RATIO = 1040, /* deflate gains at most 1032 : 1; the rest is for rounding */
};

/* A data set that is open, with what reading it needs. */
typedef struct open_set {
    hid_t id, type;
    poise_h5_shape shape;
} open_set;

static void close_set(open_set *set)
{
    if (set->type >= 0)
        H5Tclose(set->type);
    if (set->id >= 0)
        H5Dclose(set->id);
}

uint64_t poise_h5_elements(poise_h5_shape shape)
{
    uint64_t elements = 1;
    for (int d = 0; d < shape.rank; d++) {
        if (__builtin_mul_overflow(elements, shape.size[d], &elements))
            return UINT64_MAX;
    }
    return elements;
}

/* Our own files store data sets as chunks with three filters, see h5_write.c. */
static const char *storage_fault(hid_t properties, size_t element_bytes, poise_h5_shape *of_chunk)
{
    if (H5Pget_layout(properties) != H5D_CHUNKED || H5Pget_external_count(properties) != 0)
        return "it is not stored in chunks of this file";
    hsize_t chunk[POISE_H5_MAX_RANK];
    poise_h5_shape shape = {.rank = H5Pget_chunk(properties, POISE_H5_MAX_RANK, chunk)};
    if (shape.rank < 1 || shape.rank > POISE_H5_MAX_RANK)
        return "its chunks have an unexpected rank";
    for (int d = 0; d < shape.rank; d++)
        shape.size[d] = chunk[d];
    if (poise_h5_elements(shape) > MAX_CHUNK_BYTES / element_bytes)
        return "its chunks are too large";
    *of_chunk = shape;
    return h5_filter_fault(properties);
}

static const char *size_fault(hid_t id, poise_h5_shape shape, size_t element_bytes)
{
    uint64_t elements = poise_h5_elements(shape);
    if (elements == 0 || elements > MAX_SET_BYTES / element_bytes)
        return "it is empty or too large";
    if (elements * element_bytes > H5Dget_storage_size(id) * MAX_DEFLATE_RATIO)
        return "it claims more data than it holds";
    return NULL;
}

static const char *shape_fault(hid_t id, poise_h5_shape *shape)
{
    hsize_t size[POISE_H5_MAX_RANK] = {0};
    hid_t space = H5Dget_space(id);
    shape->rank = H5Sget_simple_extent_ndims(space);
    bool fits = shape->rank >= 1 && shape->rank <= POISE_H5_MAX_RANK &&
                H5Sget_simple_extent_dims(space, size, NULL) == shape->rank;
    H5Sclose(space);
    for (int d = 0; d < POISE_H5_MAX_RANK; d++)
        shape->size[d] = size[d];
    return fits ? NULL : "it has an unexpected number of dimensions";
}

static uint64_t chunks_of(poise_h5_shape whole, poise_h5_shape chunk)
{
    uint64_t chunks = 1;
    for (int d = 0; d < whole.rank && chunk.size[d] > 0; d++)
        chunks *= (whole.size[d] + chunk.size[d] - 1) / chunk.size[d];
    return chunks;
}

static const char *set_fault(open_set *set)
{
    if (set->type < 0 || H5Tget_size(set->type) == 0)
        return "it has no readable type";
    size_t element_bytes = H5Tget_size(set->type);
    hid_t properties = H5Dget_create_plist(set->id);
    poise_h5_shape chunk;
    const char *fault = storage_fault(properties, element_bytes, &chunk);
    H5Pclose(properties);
    if (fault == NULL)
        fault = shape_fault(set->id, &set->shape);
    if (fault == NULL && (chunk.rank != set->shape.rank || poise_h5_elements(chunk) == 0))
        fault = "its chunks have an unexpected rank";
    if (fault == NULL)
        fault = size_fault(set->id, set->shape, element_bytes);
    if (fault == NULL)
        fault =
            h5_chunk_fault(set->id, chunks_of(set->shape, chunk), poise_h5_elements(chunk) * element_bytes);
    return fault;
}

static int open_checked(poise_h5 *file, const char *name, open_set *set, poise_error *err)
{
    *set = (open_set){.id = H5I_INVALID_HID, .type = H5I_INVALID_HID};
    H5L_info_t link;
    if (H5Lget_info(file->id, name, &link, H5P_DEFAULT) < 0)
        return h5_refuse(file, "data set", name, "it is missing", err);
    if (link.type != H5L_TYPE_HARD)
        return h5_refuse(file, "data set", name, "it is a link to somewhere else", err);
    set->id = H5Dopen2(file->id, name, H5P_DEFAULT);
    if (set->id < 0)
        return h5_fail(file, "cannot open data set", name, err);
    set->type = H5Dget_type(set->id);
    const char *fault = set_fault(set);
    if (fault == NULL)
        return POISE_OK;
    close_set(set);
    return h5_refuse(file, "data set", name, fault, err);
}

void h5_try_set(poise_h5 *file, const char *name)
{
    open_set set;
    poise_error ignored;
    if (open_checked(file, name, &set, &ignored) != POISE_OK)
        return;
    const H5T_class_t class = H5Tget_class(set.type);
    const hid_t type = class == H5T_INTEGER ? H5T_NATIVE_UINT64
                       : class == H5T_FLOAT ? H5T_NATIVE_DOUBLE
                                            : set.type;
    void *const data = malloc(poise_h5_elements(set.shape) * H5Tget_size(type));
    if (data != NULL && (type != set.type || (class == H5T_STRING && H5Tis_variable_str(type) == 0)))
        (void)H5Dread(set.id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
    free(data);
    close_set(&set);
}

bool poise_h5_has(poise_h5 *file, const char *name)
{
    return H5Lexists(file->id, name, H5P_DEFAULT) > 0;
}

int poise_h5_shape_of(poise_h5 *file, const char *name, poise_h5_shape *shape, poise_error *err)
{
    open_set set;
    int code = open_checked(file, name, &set, err);
    if (code != POISE_OK)
        return code;
    *shape = set.shape;
    close_set(&set);
    return POISE_OK;
}

static bool same_shape(poise_h5_shape a, poise_h5_shape b)
{
    bool same = a.rank == b.rank;
    for (int d = 0; same && d < a.rank; d++)
        same = a.size[d] == b.size[d];
    return same;
}

/* Opens a data set of exactly this shape and class of type. */
static int open_expected(poise_h5 *file, const char *name, poise_h5_shape shape, H5T_class_t class,
                         open_set *set, poise_error *err)
{
    int code = open_checked(file, name, set, err);
    if (code != POISE_OK)
        return code;
    const char *fault = NULL;
    if (!same_shape(set->shape, shape))
        fault = "its dimensions do not fit the rest of the file";
    else if (H5Tget_class(set->type) != class || H5Tis_variable_str(set->type) > 0)
        fault = "it is not of the expected type";
    if (fault == NULL)
        return POISE_OK;
    close_set(set);
    return h5_refuse(file, "data set", name, fault, err);
}

static int read_numbers(poise_h5 *file, const char *name, poise_h5_shape shape, H5T_class_t class,
                        hid_t memory_type, void *data, poise_error *err)
{
    open_set set;
    int code = open_expected(file, name, shape, class, &set, err);
    if (code != POISE_OK)
        return code;
    if (H5Dread(set.id, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
        code = h5_fail(file, "cannot read data set", name, err);
    close_set(&set);
    return code;
}

int poise_h5_read_u64(poise_h5 *file, const char *name, poise_h5_shape shape, uint64_t *data,
                      poise_error *err)
{
    return read_numbers(file, name, shape, H5T_INTEGER, H5T_NATIVE_UINT64, data, err);
}

int poise_h5_read_real(poise_h5 *file, const char *name, poise_h5_shape shape, double *data, poise_error *err)
{
    return read_numbers(file, name, shape, H5T_FLOAT, H5T_NATIVE_DOUBLE, data, err);
}

/* The `bytes` of a table of fixed-width texts, malloc'ed; NULL with *code set on failure. */
static char *read_table(poise_h5 *file, const char *name, const open_set *set, size_t bytes, int *code,
                        poise_error *err)
{
    char *table = malloc(bytes);
    if (table == NULL) {
        *code = poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, name);
    } else if (H5Dread(set->id, set->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, table) < 0) {
        *code = h5_fail(file, "cannot read data set", name, err);
        free(table);
        table = NULL;
    }
    return table;
}

/* Cuts the table of `n` texts of `width` bytes up. */
static int split_table(poise_h5 *file, const char *name, const char *table, uint64_t n, size_t width,
                       char **texts, poise_error *err)
{
    for (uint64_t i = 0; i < n; i++) {
        texts[i] = strndup(table + i * width, width);
        if (texts[i] == NULL)
            return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, name);
        if (!poise_h5_is_text(texts[i]))
            return h5_refuse(file, "data set", name, "a text has control characters", err);
    }
    return POISE_OK;
}

static int read_texts(poise_h5 *file, const char *name, const open_set *set, uint64_t n, size_t limit,
                      char ***texts, poise_error *err)
{
    int code = POISE_OK;
    const size_t width = H5Tget_size(set->type);
    if (width > limit)
        return h5_refuse(file, "data set", name, "its texts are too long", err);
    char *table = read_table(file, name, set, n * width, &code, err);
    if (table == NULL)
        return code;
    char **result = calloc(n, sizeof *result);
    if (result == NULL)
        code = poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, name);
    else
        code = split_table(file, name, table, n, width, result, err);
    free(table);
    if (code == POISE_OK)
        *texts = result;
    else
        poise_h5_free_texts(result, n);
    return code;
}

int poise_h5_read_texts(poise_h5 *file, const char *name, uint64_t n, size_t limit, char ***texts,
                        poise_error *err)
{
    open_set set;
    *texts = NULL;
    int code = open_expected(file, name, (poise_h5_shape){1, {n}}, H5T_STRING, &set, err);
    if (code != POISE_OK)
        return code;
    code = read_texts(file, name, &set, n, limit, texts, err);
    close_set(&set);
    return code;
}

void poise_h5_free_texts(char **texts, uint64_t n)
{
    for (uint64_t i = 0; texts != NULL && i < n; i++)
        free(texts[i]);
    free(texts);
}
