#include "capture/platform/program/program.h"
#include "capture/platform/info.h"
#include "capture/platform/program/build.h"
#include "capture/platform/session/server.h"

#include <stdlib.h>
#include <string.h>

cl_program capture_program_new(cl_context context)
{
    cl_program program = capture_object_new(sizeof *program, OBJECT_PROGRAM);
    if (program) {
        program->context = context;
        program->status = CL_BUILD_NONE;
        capture_object_retain(context);
    }
    return program;
}

/* Bytes of string i: a length of 0, or no lengths at all, mean NUL-terminated. */
static size_t string_bytes(const char **strings, const size_t *lengths, cl_uint i)
{
    return lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
}

static char *join_strings(cl_uint count, const char **strings, const size_t *lengths)
{
    size_t bytes = 0;
    for (cl_uint i = 0; i < count; i++)
        bytes += string_bytes(strings, lengths, i);
    char *joined = malloc(bytes + 1);
    if (!joined)
        return NULL;
    char *end = joined;
    for (cl_uint i = 0; i < count; i++) {
        size_t n = string_bytes(strings, lengths, i);
        for (size_t at = 0; at < n; at++) {
            if (strings[i][at]) /* many programs count the final NUL; compilers ignore it */
                *end++ = strings[i][at];
        }
    }
    *end = '\0';
    return joined;
}

cl_program CL_API_CALL capture_clCreateProgramWithSource(cl_context context, cl_uint count,
                                                         const char **strings, const size_t *lengths,
                                                         cl_int *errcode_ret)
{
    if (!capture_object_is(context, OBJECT_CONTEXT))
        RETURN_OBJECT(NULL, CL_INVALID_CONTEXT);
    if (count == 0 || !strings)
        RETURN_OBJECT(NULL, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++) {
        if (!strings[i])
            RETURN_OBJECT(NULL, CL_INVALID_VALUE);
    }
    cl_program program = capture_program_new(context);
    if (!program)
        RETURN_OBJECT(NULL, CL_OUT_OF_HOST_MEMORY);
    program->source = join_strings(count, strings, lengths);
    if (!program->source) {
        capture_program_unreference(program);
        RETURN_OBJECT(NULL, CL_OUT_OF_HOST_MEMORY);
    }
    RETURN_OBJECT(program, CL_SUCCESS);
}

cl_program CL_API_CALL capture_clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                         const cl_device_id *devices, const size_t *lengths,
                                                         const unsigned char **binaries,
                                                         cl_int *binary_status, cl_int *errcode_ret)
{
    if (!capture_object_is(context, OBJECT_CONTEXT))
        RETURN_OBJECT(NULL, CL_INVALID_CONTEXT);
    if (num_devices != 1 || !devices || !lengths || !binaries || !binaries[0] || lengths[0] == 0)
        RETURN_OBJECT(NULL, CL_INVALID_VALUE);
    if (!capture_object_is(devices[0], OBJECT_DEVICE))
        RETURN_OBJECT(NULL, CL_INVALID_DEVICE);
    cl_program program = capture_program_new(context);
    char *binary = malloc(lengths[0]);
    if (!program || !binary) {
        free(binary);
        if (program)
            capture_program_unreference(program);
        RETURN_OBJECT(NULL, CL_OUT_OF_HOST_MEMORY);
    }
    memcpy(binary, binaries[0], lengths[0]);
    program->binary = binary;
    program->binary_bytes = lengths[0];
    capture_lock();
    cl_int code = capture_build_binary(program);
    capture_unlock();
    if (binary_status)
        binary_status[0] = code;
    if (code != CL_SUCCESS) {
        capture_program_unreference(program);
        RETURN_OBJECT(NULL, code);
    }
    RETURN_OBJECT(program, CL_SUCCESS);
}

/* There are no built-in kernels: every name is unknown. */
cl_program CL_API_CALL capture_clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                                 const cl_device_id *devices,
                                                                 const char *names, cl_int *errcode_ret)
{
    (void)names;
    if (!capture_object_is(context, OBJECT_CONTEXT))
        RETURN_OBJECT(NULL, CL_INVALID_CONTEXT);
    cl_int code = num_devices ? capture_program_check_devices(num_devices, devices) : CL_INVALID_VALUE;
    RETURN_OBJECT(NULL, code != CL_SUCCESS ? code : CL_INVALID_VALUE);
}

cl_int capture_program_check_devices(cl_uint num_devices, const cl_device_id *devices)
{
    if ((num_devices == 0) != (devices == NULL))
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_devices; i++) {
        if (!capture_object_is(devices[i], OBJECT_DEVICE))
            return CL_INVALID_DEVICE;
    }
    return CL_SUCCESS;
}

cl_int capture_program_restart(cl_program program, const char *options)
{
    char *copy = strdup(options ? options : "");
    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    free(program->options);
    program->options = copy;
    program->status = CL_BUILD_NONE;
    if (program->source) {
        capture_server_forget(program);
        capture_program_unload(&program->image);
        free(program->binary);
        program->binary = NULL;
        program->binary_bytes = 0;
        program->binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
    }
    return CL_SUCCESS;
}

/* A program made from a binary has been loaded then. */
static cl_int build(cl_program program, const char *options)
{
    cl_int code = capture_program_restart(program, options);
    if (code == CL_SUCCESS && program->source)
        code = capture_build_source(program, program->options);
    program->status = code != CL_SUCCESS ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    return code;
}

cl_int CL_API_CALL capture_clBuildProgram(cl_program program, cl_uint num_devices,
                                          const cl_device_id *devices, const char *options,
                                          void(CL_CALLBACK *notify)(cl_program program, void *user_data),
                                          void *user_data)
{
    if (!capture_object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    cl_int code = capture_program_check_devices(num_devices, devices);
    if (code == CL_SUCCESS && !notify && user_data)
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && atomic_load(&program->n_kernels) > 0)
        code = CL_INVALID_OPERATION;
    if (code == CL_SUCCESS && !program->source && program->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        code = CL_INVALID_BINARY;
    if (code != CL_SUCCESS)
        return code;
    capture_lock();
    code = build(program, options);
    capture_unlock();
    if (notify)
        notify(program, user_data);
    return code;
}

cl_int CL_API_CALL capture_clRetainProgram(cl_program program)
{
    if (!capture_object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    capture_object_keep(program);
    return CL_SUCCESS;
}

void capture_program_unreference(cl_program program)
{
    if (!capture_object_release(program))
        return;
    capture_server_forget(program);
    capture_program_unload(&program->image);
    capture_context_unreference(program->context);
    free(program->source);
    free(program->options);
    free(program->log);
    free(program->binary);
    capture_object_free(program);
}

cl_int CL_API_CALL capture_clReleaseProgram(cl_program program)
{
    if (!capture_object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    const unsigned references = capture_object_drop(program);
    if (references == 1)
        capture_program_unreference(program);
    return references ? CL_SUCCESS : CL_INVALID_PROGRAM;
}
