#include "capture/platform/info.h"
#include "capture/platform/objects.h"

#include <stdlib.h>
#include <string.h>

static cl_kernel new_kernel(cl_program program, const capture_code *code)
{
    cl_kernel kernel = capture_object_new(sizeof *kernel, OBJECT_KERNEL);
    capture_argument *arguments = calloc(code->entry->n_arguments + 1, sizeof *arguments);
    if (!kernel || !arguments) {
        free(kernel);
        free(arguments);
        return NULL;
    }
    kernel->program = program;
    kernel->code = code;
    kernel->arguments = arguments;
    capture_object_retain(program);
    atomic_fetch_add(&program->n_kernels, 1);
    return kernel;
}

cl_kernel CL_API_CALL capture_clCreateKernel(cl_program program, const char *name, cl_int *errcode_ret)
{
    if (!capture_object_is(program, OBJECT_PROGRAM))
        RETURN_OBJECT(NULL, CL_INVALID_PROGRAM);
    if (program->status != CL_BUILD_SUCCESS || program->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        RETURN_OBJECT(NULL, CL_INVALID_PROGRAM_EXECUTABLE);
    if (!name)
        RETURN_OBJECT(NULL, CL_INVALID_VALUE);
    const capture_code *code = capture_program_kernel(&program->image, name);
    if (!code)
        RETURN_OBJECT(NULL, CL_INVALID_KERNEL_NAME);
    cl_kernel kernel = new_kernel(program, code);
    RETURN_OBJECT(kernel, kernel ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
}

cl_int CL_API_CALL capture_clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
                                                    cl_kernel *kernels, cl_uint *num_kernels_ret)
{
    if (!capture_object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (program->status != CL_BUILD_SUCCESS || program->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    uint32_t n = program->image.n_kernels;
    if (kernels && num_kernels < n)
        return CL_INVALID_VALUE;
    for (uint32_t k = 0; kernels && k < n; k++) {
        kernels[k] = new_kernel(program, &program->image.kernels[k]);
        if (!kernels[k]) {
            while (k > 0)
                capture_clReleaseKernel(kernels[--k]);
            return CL_OUT_OF_HOST_MEMORY;
        }
    }
    if (num_kernels_ret)
        *num_kernels_ret = n;
    return CL_SUCCESS;
}

cl_int CL_API_CALL capture_clRetainKernel(cl_kernel kernel)
{
    if (!capture_object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    capture_object_keep(kernel);
    return CL_SUCCESS;
}

void capture_kernel_unreference(cl_kernel kernel)
{
    if (!capture_object_release(kernel))
        return;
    for (uint32_t i = 0; i < kernel->code->entry->n_arguments; i++)
        free(kernel->arguments[i].value);
    free(kernel->arguments);
    atomic_fetch_sub(&kernel->program->n_kernels, 1);
    capture_program_unreference(kernel->program);
    capture_object_free(kernel);
}

cl_int CL_API_CALL capture_clReleaseKernel(cl_kernel kernel)
{
    if (!capture_object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    const unsigned references = capture_object_drop(kernel);
    if (references == 1)
        capture_kernel_unreference(kernel);
    return references ? CL_SUCCESS : CL_INVALID_KERNEL;
}

static cl_int set_value(capture_argument *argument, const kernel_argument *declared, size_t size,
                        const void *value)
{
    if (size != declared->bytes)
        return CL_INVALID_ARG_SIZE;
    if (!value)
        return CL_INVALID_ARG_VALUE;
    /* Structures by value are handed to the kernel by address, which may ask for any alignment of OpenCL C.
     */
    char *copy = argument->value ? argument->value : aligned_alloc(128, (size + 127) / 128 * 128);
    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(copy, value, size);
    argument->value = copy;
    argument->is_set = true;
    return CL_SUCCESS;
}

/* A null pointer, given itself or by its address, is a null pointer in the kernel. */
static cl_int set_memory(capture_argument *argument, size_t size, const void *value)
{
    cl_mem memory = NULL;
    if (size != sizeof(cl_mem))
        return CL_INVALID_ARG_SIZE;
    if (value)
        memcpy(&memory, value, sizeof(cl_mem));
    if (memory && !capture_object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    argument->memory = memory;
    argument->is_set = true;
    return CL_SUCCESS;
}

static cl_int set_local(capture_argument *argument, size_t size, const void *value)
{
    if (size == 0)
        return CL_INVALID_ARG_SIZE;
    if (value)
        return CL_INVALID_ARG_VALUE;
    argument->bytes = size;
    argument->is_set = true;
    return CL_SUCCESS;
}

static cl_int set_argument(capture_argument *argument, const kernel_argument *declared, size_t size,
                           const void *value)
{
    switch ((kernel_argument_kind)declared->kind) {
    case KERNEL_ARGUMENT_GLOBAL:
    case KERNEL_ARGUMENT_CONSTANT: return set_memory(argument, size, value);
    case KERNEL_ARGUMENT_LOCAL: return set_local(argument, size, value);
    default: return set_value(argument, declared, size, value);
    }
}

cl_int CL_API_CALL capture_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    if (!capture_object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    if (index >= kernel->code->entry->n_arguments)
        return CL_INVALID_ARG_INDEX;
    const kernel_argument *declared = &kernel->code->arguments[index];
    capture_argument *argument = &kernel->arguments[index];
    capture_state_lock();
    cl_int code = set_argument(argument, declared, size, value);
    capture_state_unlock();
    return code;
}
