#include "capture/platform/info.h"
#include "capture/platform/objects.h"

#include <stdlib.h>
#include <string.h>

/* *n = number of words with the final 0. */
static cl_int check_properties(const cl_context_properties *properties, size_t *n)
{
    bool has_platform = false, has_sync = false;
    for (*n = 0; properties[*n]; *n += 2) {
        bool is_platform = properties[*n] == CL_CONTEXT_PLATFORM;
        if (!is_platform && properties[*n] != CL_CONTEXT_INTEROP_USER_SYNC)
            return CL_INVALID_PROPERTY;
        if (is_platform ? has_platform : has_sync)
            return CL_INVALID_PROPERTY;
        if (is_platform && properties[*n + 1] != (cl_context_properties)&capture_platform)
            return CL_INVALID_PLATFORM;
        if (!is_platform && properties[*n + 1] != CL_TRUE && properties[*n + 1] != CL_FALSE)
            return CL_INVALID_PROPERTY;
        has_platform = has_platform || is_platform;
        has_sync = has_sync || !is_platform;
    }
    ++*n;
    return CL_SUCCESS;
}

static cl_int fill_context(cl_context context, const cl_context_properties *properties)
{
    if (!properties)
        return CL_SUCCESS;
    cl_int code = check_properties(properties, &context->n_properties);
    if (code != CL_SUCCESS)
        return code;
    context->properties = calloc(context->n_properties, sizeof *properties);
    if (!context->properties)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(context->properties, properties, context->n_properties * sizeof *properties);
    return CL_SUCCESS;
}

static cl_context create_context(const cl_context_properties *properties, cl_int *errcode_ret)
{
    cl_context context = capture_object_new(sizeof *context, OBJECT_CONTEXT);
    cl_int code = context ? fill_context(context, properties) : CL_OUT_OF_HOST_MEMORY;
    if (code != CL_SUCCESS && context) {
        free(context);
        context = NULL;
    }
    RETURN_OBJECT(context, code);
}

/* The device never fails asynchronously: the callback is not needed. */
cl_context CL_API_CALL capture_clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                                               const cl_device_id *devices,
                                               void(CL_CALLBACK *notify)(const char *, const void *, size_t,
                                                                         void *),
                                               void *user_data, cl_int *errcode_ret)
{
    if (!devices || num_devices == 0 || (!notify && user_data))
        RETURN_OBJECT(NULL, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_devices; i++) {
        if (!capture_object_is(devices[i], OBJECT_DEVICE))
            RETURN_OBJECT(NULL, CL_INVALID_DEVICE);
    }
    return create_context(properties, errcode_ret);
}

cl_context CL_API_CALL capture_clCreateContextFromType(const cl_context_properties *properties,
                                                       cl_device_type type,
                                                       void(CL_CALLBACK *notify)(const char *, const void *,
                                                                                 size_t, void *),
                                                       void *user_data, cl_int *errcode_ret)
{
    cl_device_id device;
    cl_int code = capture_clGetDeviceIDs(NULL, type, 1, &device, NULL);
    if (code != CL_SUCCESS)
        RETURN_OBJECT(NULL, code);
    return capture_clCreateContext(properties, 1, &device, notify, user_data, errcode_ret);
}

cl_int CL_API_CALL capture_clRetainContext(cl_context context)
{
    if (!capture_object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    capture_object_keep(context);
    return CL_SUCCESS;
}

void capture_context_unreference(cl_context context)
{
    if (capture_object_release(context)) {
        free(context->properties);
        capture_object_free(context);
    }
}

cl_int CL_API_CALL capture_clReleaseContext(cl_context context)
{
    if (!capture_object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    const unsigned references = capture_object_drop(context);
    if (references == 1)
        capture_context_unreference(context);
    return references ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int CL_API_CALL capture_clGetContextInfo(cl_context context, cl_context_info name, size_t size,
                                            void *value, size_t *size_ret)
{
    if (!capture_object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT: return INFO(cl_uint, atomic_load(&context->object.references));
    case CL_CONTEXT_NUM_DEVICES: return INFO(cl_uint, 1);
    case CL_CONTEXT_DEVICES: return INFO(cl_device_id, &capture_device);
    case CL_CONTEXT_PROPERTIES:
        return capture_info(context->properties, context->n_properties * sizeof *context->properties, size,
                            value, size_ret);
    default: return CL_INVALID_VALUE;
    }
}
