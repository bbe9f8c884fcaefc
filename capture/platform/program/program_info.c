#include "capture/platform/info.h"
#include "capture/platform/objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies the binary to where value[0] points. */
static cl_int binaries_info(cl_program program, size_t size, void *value, size_t *size_ret)
{
    if (size_ret)
        *size_ret = sizeof(unsigned char *);
    if (!value)
        return CL_SUCCESS;
    if (size < sizeof(unsigned char *))
        return CL_INVALID_VALUE;
    unsigned char *to;
    memcpy(&to, value, sizeof to);
    if (to && program->binary)
        memcpy(to, program->binary, program->binary_bytes);
    return CL_SUCCESS;
}

static bool has_kernels(cl_program program)
{
    return program->status == CL_BUILD_SUCCESS && program->binary_type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

/* "name;name;name" */
static cl_int kernel_names_info(cl_program program, size_t size, void *value, size_t *size_ret)
{
    if (!has_kernels(program))
        return CL_INVALID_PROGRAM_EXECUTABLE;
    size_t bytes = 1;
    for (uint32_t k = 0; k < program->image.n_kernels; k++)
        bytes += strlen(program->image.kernels[k].name) + 1;
    char *names = calloc(bytes, 1);
    if (!names)
        return CL_OUT_OF_HOST_MEMORY;
    char *end = names;
    for (uint32_t k = 0; k < program->image.n_kernels; k++)
        end += snprintf(end, bytes - (size_t)(end - names), "%s%s", k ? ";" : "",
                        program->image.kernels[k].name);
    cl_int code = INFO_TEXT(names);
    free(names);
    return code;
}

cl_int CL_API_CALL capture_clGetProgramInfo(cl_program program, cl_program_info name, size_t size,
                                            void *value, size_t *size_ret)
{
    if (!capture_object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT: return INFO(cl_uint, atomic_load(&program->object.references));
    case CL_PROGRAM_CONTEXT: return INFO(cl_context, program->context);
    case CL_PROGRAM_NUM_DEVICES: return INFO(cl_uint, 1);
    case CL_PROGRAM_DEVICES: return INFO(cl_device_id, &capture_device);
    case CL_PROGRAM_SOURCE: return INFO_TEXT(program->source ? program->source : "");
    case CL_PROGRAM_BINARY_SIZES: return INFO(size_t, program->binary ? program->binary_bytes : 0);
    case CL_PROGRAM_BINARIES: return binaries_info(program, size, value, size_ret);
    case CL_PROGRAM_NUM_KERNELS:
        return has_kernels(program) ? INFO(size_t, program->image.n_kernels) : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_KERNEL_NAMES: return kernel_names_info(program, size, value, size_ret);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL capture_clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                 cl_program_build_info name, size_t size, void *value,
                                                 size_t *size_ret)
{
    if (!capture_object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (!capture_object_is(device, OBJECT_DEVICE))
        return CL_INVALID_DEVICE;
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS: return INFO(cl_build_status, program->status);
    case CL_PROGRAM_BUILD_OPTIONS: return INFO_TEXT(program->options ? program->options : "");
    case CL_PROGRAM_BUILD_LOG: return INFO_TEXT(program->log ? program->log : "");
    case CL_PROGRAM_BINARY_TYPE: return INFO(cl_program_binary_type, program->binary_type);
    default: return CL_INVALID_VALUE;
    }
}
