/* Attributes: scalars of fixed-length UTF-8 text or unsigned 64-bit numbers. */
#include "common/h5_internal.h"

#include <stdlib.h>
#include <string.h>

hid_t h5_text_type(size_t size)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0 && (H5Tset_size(type, size) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0 ||
                      H5Tset_strpad(type, H5T_STR_NULLPAD) < 0)) {
        H5Tclose(type);
        return H5I_INVALID_HID;
    }
    return type;
}

int h5_put_attribute(poise_h5 *file, hid_t object, const char *name, hid_t file_type, hid_t memory_type,
                     const void *value, poise_error *err)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    int code = POISE_OK;
    if (attribute < 0 || H5Awrite(attribute, memory_type, value) < 0)
        code = h5_fail(file, "cannot write attribute", name, err);
    H5Aclose(attribute);
    H5Sclose(space);
    return code;
}

int poise_h5_put_text(poise_h5 *file, const char *object, const char *key, const char *text, poise_error *err)
{
    size_t length = strlen(text);
    hid_t type = h5_text_type(length > 0 ? length : 1);
    hid_t owner = H5Oopen(file->id, object, H5P_DEFAULT);
    int code = h5_put_attribute(file, owner, key, type, type, text, err);
    H5Oclose(owner);
    H5Tclose(type);
    return code;
}

int poise_h5_put_u64(poise_h5 *file, const char *object, const char *key, uint64_t value, poise_error *err)
{
    hid_t owner = H5Oopen(file->id, object, H5P_DEFAULT);
    int code = h5_put_attribute(file, owner, key, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value, err);
    H5Oclose(owner);
    return code;
}

/* Opens an attribute that holds exactly one element of class `class`; *type is its type in the file. */
static hid_t open_scalar(poise_h5 *file, const char *object, const char *key, H5T_class_t class, hid_t *type,
                         poise_error *err)
{
    *type = H5I_INVALID_HID;
    hid_t attribute = H5Aopen_by_name(file->id, object, key, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute < 0) {
        h5_fail(file, "no readable attribute", key, err);
        return H5I_INVALID_HID;
    }
    hid_t space = H5Aget_space(attribute);
    *type = H5Aget_type(attribute);
    bool fits = H5Sget_simple_extent_npoints(space) == 1 && H5Tget_class(*type) == class;
    H5Sclose(space);
    if (!fits) {
        h5_refuse(file, "attribute", key, "it is not of the expected type", err);
        H5Tclose(*type);
        H5Aclose(attribute);
        return H5I_INVALID_HID;
    }
    return attribute;
}

bool poise_h5_is_text(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        if ((*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f)
            return false;
    }
    return true;
}

static int read_text(poise_h5 *file, const char *key, hid_t attribute, hid_t type, size_t limit, char **text,
                     poise_error *err)
{
    if (H5Tis_variable_str(type) != 0)
        return h5_refuse(file, "attribute", key, "it is not a fixed-length text", err);
    size_t size = H5Tget_size(type);
    if (size > limit)
        return h5_refuse(file, "attribute", key, "the text is too long", err);
    char *buffer = calloc(size + 1, 1);
    if (buffer == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for attribute %s", file->path, key);
    int code = POISE_OK;
    if (H5Aread(attribute, type, buffer) < 0)
        code = h5_fail(file, "cannot read attribute", key, err);
    else if (!poise_h5_is_text(buffer))
        code = h5_refuse(file, "attribute", key, "the text has control characters", err);
    if (code == POISE_OK)
        *text = buffer;
    else
        free(buffer);
    return code;
}

int poise_h5_get_text(poise_h5 *file, const char *object, const char *key, size_t limit, char **text,
                      poise_error *err)
{
    hid_t type;
    *text = NULL;
    hid_t attribute = open_scalar(file, object, key, H5T_STRING, &type, err);
    if (attribute < 0)
        return POISE_DAMAGED;
    int code = read_text(file, key, attribute, type, limit, text, err);
    H5Tclose(type);
    H5Aclose(attribute);
    return code;
}

int poise_h5_get_u64(poise_h5 *file, const char *object, const char *key, uint64_t *value, poise_error *err)
{
    hid_t type;
    hid_t attribute = open_scalar(file, object, key, H5T_INTEGER, &type, err);
    if (attribute < 0)
        return POISE_DAMAGED;
    int code = POISE_OK;
    if (H5Aread(attribute, H5T_NATIVE_UINT64, value) < 0)
        code = h5_fail(file, "cannot read attribute", key, err);
    H5Tclose(type);
    H5Aclose(attribute);
    return code;
}
