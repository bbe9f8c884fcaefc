/* Dimension scales, after "HDF5 Dimension Scale Specification and Design Notes" (The HDF Group, 2005): a
 * scale has CLASS, NAME and REFERENCE_LIST (who uses me, as which dimension), a data set DIMENSION_LIST (my
 * scales).
 *
 * Written here and not by HDF5's high-level library, which appends to REFERENCE_LIST one user at a time
 * through buffers with unset padding: the same content would not give the same bytes. */
#include "common/h5_internal.h"

#include <stdlib.h>
#include <string.h>

/* An entry of REFERENCE_LIST. */
typedef struct scale_use {
    hobj_ref_t data_set;
    uint32_t dimension;
    uint32_t padding; /* 0 */
} scale_use;

static hid_t use_type(void)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(scale_use));
    H5Tinsert(type, "dataset", HOFFSET(scale_use, data_set), H5T_STD_REF_OBJ);
    H5Tinsert(type, "dimension", HOFFSET(scale_use, dimension), H5T_NATIVE_UINT32);
    return type;
}

static int put_array(poise_h5 *file, const char *object, const char *name, hid_t type, hsize_t n,
                     const void *values, poise_error *err)
{
    hid_t space = H5Screate_simple(1, &n, NULL);
    hid_t attribute =
        H5Acreate_by_name(file->id, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    int code = POISE_OK;
    if (attribute < 0 || H5Awrite(attribute, type, values) < 0)
        code = h5_fail(file, "cannot write dimension scales of", object, err);
    H5Aclose(attribute);
    H5Sclose(space);
    return code;
}

/* A dimension without a scale gets an empty list. */
static int put_dimension_list(poise_h5 *file, const h5_axes *axes, poise_error *err)
{
    hobj_ref_t scale[POISE_H5_MAX_RANK];
    hvl_t list[POISE_H5_MAX_RANK];
    for (int d = 0; d < axes->rank; d++) {
        list[d] = (hvl_t){0};
        if (axes->scale[d] == NULL)
            continue;
        if (H5Rcreate(&scale[d], file->id, axes->scale[d], H5R_OBJECT, -1) < 0)
            return h5_fail(file, "no dimension scale", axes->scale[d], err);
        list[d] = (hvl_t){.len = 1, .p = &scale[d]};
    }
    hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ);
    int code = put_array(file, axes->data_set, "DIMENSION_LIST", type, (hsize_t)axes->rank, list, err);
    H5Tclose(type);
    return code;
}

/* All uses of `scale` in the order of the data sets; `uses` has room for them. */
static int collect_uses(poise_h5 *file, const char *scale, scale_use *uses, size_t *n_uses, poise_error *err)
{
    *n_uses = 0;
    for (size_t i = 0; i < file->n_axes; i++) {
        const h5_axes *axes = &file->axes[i];
        for (int d = 0; d < axes->rank; d++) {
            if (axes->scale[d] == NULL || strcmp(axes->scale[d], scale) != 0)
                continue;
            scale_use *use = &uses[(*n_uses)++];
            *use = (scale_use){.dimension = (uint32_t)d};
            if (H5Rcreate(&use->data_set, file->id, axes->data_set, H5R_OBJECT, -1) < 0)
                return h5_fail(file, "no data set", axes->data_set, err);
        }
    }
    return POISE_OK;
}

/* The specification asks for NUL-terminated ASCII here; the readers of HDF5 check it. */
static int put_ascii(poise_h5 *file, const char *object, const char *name, const char *text, poise_error *err)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    hid_t owner = H5Oopen(file->id, object, H5P_DEFAULT);
    int code = POISE_OK;
    if (H5Tset_size(type, strlen(text) + 1) < 0)
        code = h5_fail(file, "cannot write dimension scales of", object, err);
    else
        code = h5_put_attribute(file, owner, name, type, type, text, err);
    H5Oclose(owner);
    H5Tclose(type);
    return code;
}

/* Makes `scale` a dimension scale of all data sets that name it; `uses` is work space for them. */
static int put_scale(poise_h5 *file, const char *scale, scale_use *uses, poise_error *err)
{
    size_t n_uses;
    int code = collect_uses(file, scale, uses, &n_uses, err);
    if (code == POISE_OK)
        code = put_ascii(file, scale, "CLASS", "DIMENSION_SCALE", err);
    if (code == POISE_OK)
        code = put_ascii(file, scale, "NAME", scale + 1, err); /* without the leading '/' */
    if (code != POISE_OK)
        return code;
    hid_t type = use_type();
    code = put_array(file, scale, "REFERENCE_LIST", type, n_uses, uses, err);
    H5Tclose(type);
    return code;
}

/* Whether a data set before data set `set`, or an earlier dimension of it, has the scale of its dimension
 * `dimension`. */
static bool is_done(const poise_h5 *file, size_t set, int dimension)
{
    const char *scale = file->axes[set].scale[dimension];
    for (size_t i = 0; i <= set; i++) {
        int end = i == set ? dimension : file->axes[i].rank;
        for (int d = 0; d < end; d++) {
            if (file->axes[i].scale[d] != NULL && strcmp(file->axes[i].scale[d], scale) == 0)
                return true;
        }
    }
    return false;
}

int h5_attach_scales(poise_h5 *file, poise_error *err)
{
    scale_use *uses = calloc(file->n_axes + 1, POISE_H5_MAX_RANK * sizeof *uses);
    if (uses == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for dimension scales", file->path);
    int code = POISE_OK;
    for (size_t i = 0; i < file->n_axes && code == POISE_OK; i++) {
        const h5_axes *axes = &file->axes[i];
        code = put_dimension_list(file, axes, err);
        for (int d = 0; d < axes->rank && code == POISE_OK; d++) {
            if (axes->scale[d] != NULL && !is_done(file, i, d))
                code = put_scale(file, axes->scale[d], uses, err);
        }
    }
    free(uses);
    return code;
}

static void free_axes(h5_axes *axes)
{
    free(axes->data_set);
    for (int d = 0; d < POISE_H5_MAX_RANK; d++)
        free(axes->scale[d]);
}

static bool copy_axes(h5_axes *axes, const poise_h5_column *column, int rank)
{
    *axes = (h5_axes){.data_set = strdup(column->name), .rank = rank};
    bool complete = axes->data_set != NULL;
    for (int d = 0; d < rank; d++) {
        if (column->axis[d] == NULL)
            continue;
        axes->scale[d] = strdup(column->axis[d]);
        complete = complete && axes->scale[d] != NULL;
    }
    if (!complete)
        free_axes(axes);
    return complete;
}

int h5_remember_axes(poise_h5 *file, const poise_h5_column *column, int rank, poise_error *err)
{
    if (column->axis[0] == NULL && column->axis[1] == NULL && column->axis[2] == NULL)
        return POISE_OK;
    h5_axes *larger = realloc(file->axes, (file->n_axes + 1) * sizeof *larger);
    if (larger != NULL)
        file->axes = larger;
    if (larger == NULL || !copy_axes(&larger[file->n_axes], column, rank))
        return poise_fail(err, POISE_FAILED, "%s: no memory for data set %s", file->path, column->name);
    file->n_axes++;
    return POISE_OK;
}

void h5_forget_axes(poise_h5 *file)
{
    for (size_t i = 0; i < file->n_axes; i++)
        free_axes(&file->axes[i]);
    free(file->axes);
}
