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

static int put_dimension_list(poise_h5 *file, const poise_h5_axes *axes, poise_error *err)
{
    hobj_ref_t scale[POISE_H5_MAX_RANK];
    hvl_t list[POISE_H5_MAX_RANK];
    for (int d = 0; d < axes->rank; d++) {
        if (H5Rcreate(&scale[d], file->id, axes->scale[d], H5R_OBJECT, -1) < 0)
            return h5_fail(file, "no dimension scale", axes->scale[d], err);
        list[d] = (hvl_t){.len = 1, .p = &scale[d]};
    }
    hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ);
    int code = put_array(file, axes->data_set, "DIMENSION_LIST", type, (hsize_t)axes->rank, list, err);
    H5Tclose(type);
    return code;
}

/* All uses of `scale` in the order of `axes`; `uses` has room for them. */
static int collect_uses(poise_h5 *file, const char *scale, const poise_h5_axes *axes, size_t n,
                        scale_use *uses, size_t *n_uses, poise_error *err)
{
    *n_uses = 0;
    for (size_t i = 0; i < n; i++) {
        for (int d = 0; d < axes[i].rank; d++) {
            if (strcmp(axes[i].scale[d], scale) != 0)
                continue;
            scale_use *use = &uses[(*n_uses)++];
            *use = (scale_use){.dimension = (uint32_t)d};
            if (H5Rcreate(&use->data_set, file->id, axes[i].data_set, H5R_OBJECT, -1) < 0)
                return h5_fail(file, "no data set", axes[i].data_set, err);
        }
    }
    return POISE_OK;
}

static int put_scale(poise_h5 *file, const char *scale, const scale_use *uses, size_t n_uses,
                     poise_error *err)
{
    int code = poise_h5_put_text(file, scale, "CLASS", "DIMENSION_SCALE", err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, scale, "NAME", scale + 1, err); /* without the leading '/' */
    if (code != POISE_OK)
        return code;
    hid_t type = use_type();
    code = put_array(file, scale, "REFERENCE_LIST", type, n_uses, uses, err);
    H5Tclose(type);
    return code;
}

/* Whether dimension `dimension` of data set `set` is the first use of its scale. */
static bool is_first_use(const poise_h5_axes *axes, size_t set, int dimension)
{
    for (size_t i = 0; i <= set; i++) {
        int end = i == set ? dimension : axes[i].rank;
        for (int d = 0; d < end; d++) {
            if (strcmp(axes[i].scale[d], axes[set].scale[dimension]) == 0)
                return false;
        }
    }
    return true;
}

int poise_h5_attach_scales(poise_h5 *file, const poise_h5_axes *axes, size_t n, poise_error *err)
{
    scale_use *uses = calloc(n * POISE_H5_MAX_RANK, sizeof *uses);
    if (uses == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for dimension scales", file->path);
    int code = POISE_OK;
    for (size_t i = 0; i < n && code == POISE_OK; i++)
        code = put_dimension_list(file, &axes[i], err);
    for (size_t i = 0; i < n; i++) {
        for (int d = 0; d < axes[i].rank && code == POISE_OK; d++) {
            size_t n_uses;
            if (!is_first_use(axes, i, d))
                continue;
            code = collect_uses(file, axes[i].scale[d], axes, n, uses, &n_uses, err);
            if (code == POISE_OK)
                code = put_scale(file, axes[i].scale[d], uses, n_uses, err);
        }
    }
    free(uses);
    return code;
}
