/* Compiling and linking as two steps, OpenCL 1.2 section 5.6.3. */
#include "capture/platform/info.h"
#include "capture/platform/program/build.h"
#include "capture/platform/program/program.h"

#include <stdlib.h>
#include <string.h>

typedef void(CL_CALLBACK *program_callback)(cl_program program, void *user_data);

/* The error codes of the one-step build under the names that a step of its own has. */
static cl_int rename_code(cl_int code, cl_int options, cl_int failure)
{
    return code == CL_INVALID_BUILD_OPTIONS ? options : code == CL_BUILD_PROGRAM_FAILURE ? failure : code;
}

static cl_int check_headers(cl_uint n, const cl_program *headers, const char **names)
{
    if ((n == 0) != (headers == NULL) || (n == 0) != (names == NULL))
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < n; i++) {
        if (!capture_object_is(headers[i], OBJECT_PROGRAM))
            return CL_INVALID_PROGRAM;
        if (!names[i] || !headers[i]->source)
            return CL_INVALID_VALUE;
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL capture_clCompileProgram(cl_program program, cl_uint num_devices,
                                            const cl_device_id *devices, const char *options,
                                            cl_uint num_headers, const cl_program *headers,
                                            const char **names, program_callback notify, void *user_data)
{
    if (!capture_object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    cl_int code = capture_program_check_devices(num_devices, devices);
    if (code == CL_SUCCESS)
        code = check_headers(num_headers, headers, names);
    if (code == CL_SUCCESS && !notify && user_data)
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && (!program->source || atomic_load(&program->n_kernels) > 0))
        code = CL_INVALID_OPERATION;
    if (code != CL_SUCCESS)
        return code;
    capture_lock();
    code = capture_program_restart(program, options);
    if (code == CL_SUCCESS)
        code = capture_build_object(program, program->options, num_headers, headers, names);
    program->status = code != CL_SUCCESS ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    capture_unlock();
    if (notify)
        notify(program, user_data);
    return rename_code(code, CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE);
}

/* OpenCL 1.2 section 5.6.5; what concerns arithmetic has been decided when the inputs were compiled. */
static bool link_options_are_valid(const char *options, bool *is_library)
{
    static const char *const known[] = {"-create-library",      "-enable-link-options",
                                        "-cl-denorms-are-zero", "-cl-no-signed-zeroes",
                                        "-cl-no-signed-zeros",  "-cl-unsafe-math-optimizations",
                                        "-cl-finite-math-only", "-cl-fast-relaxed-math"};
    enum { N_KNOWN = sizeof known / sizeof *known };
    *is_library = false;
    for (options += strspn(options, " "); *options; options += strspn(options, " ")) {
        size_t length = strcspn(options, " "), k = 0;
        while (k < N_KNOWN && (strlen(known[k]) != length || strncmp(known[k], options, length) != 0))
            k++;
        if (k == N_KNOWN)
            return false;
        *is_library = *is_library || k == 0;
        options += length;
    }
    return true;
}

static cl_int check_inputs(cl_context context, cl_uint n, const cl_program *inputs)
{
    if (n == 0 || !inputs)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < n; i++) {
        if (!capture_object_is(inputs[i], OBJECT_PROGRAM))
            return CL_INVALID_PROGRAM;
        if (inputs[i]->context != context)
            return CL_INVALID_CONTEXT;
        if (inputs[i]->binary_type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT &&
            inputs[i]->binary_type != CL_PROGRAM_BINARY_TYPE_LIBRARY)
            return CL_INVALID_OPERATION;
    }
    return CL_SUCCESS;
}

/* A program that does not link is there all the same: its log says why. */
cl_program CL_API_CALL capture_clLinkProgram(cl_context context, cl_uint num_devices,
                                             const cl_device_id *devices, const char *options,
                                             cl_uint num_inputs, const cl_program *inputs,
                                             program_callback notify, void *user_data, cl_int *errcode_ret)
{
    bool is_library;
    if (!capture_object_is(context, OBJECT_CONTEXT))
        RETURN_OBJECT(NULL, CL_INVALID_CONTEXT);
    cl_int code = capture_program_check_devices(num_devices, devices);
    if (code == CL_SUCCESS && !notify && user_data)
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS)
        code = check_inputs(context, num_inputs, inputs);
    if (code == CL_SUCCESS && !link_options_are_valid(options ? options : "", &is_library))
        code = CL_INVALID_LINKER_OPTIONS;
    cl_program program = code != CL_SUCCESS ? NULL : capture_program_new(context);
    if (!program)
        RETURN_OBJECT(NULL, code != CL_SUCCESS ? code : CL_OUT_OF_HOST_MEMORY);
    capture_lock();
    code = capture_program_restart(program, options);
    if (code == CL_SUCCESS)
        code = capture_build_linked(program, is_library, num_inputs, inputs);
    program->status = code != CL_SUCCESS ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    capture_unlock();
    if (notify)
        notify(program, user_data);
    RETURN_OBJECT(program, rename_code(code, CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE));
}
