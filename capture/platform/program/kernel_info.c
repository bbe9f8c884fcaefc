/* Queries about kernels and their arguments. */
#include "capture/platform/device.h"
#include "capture/platform/info.h"
#include "capture/platform/objects.h"

#include <string.h>

cl_int CL_API_CALL capture_clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size, void *value,
                                           size_t *size_ret)
{
    if (!capture_object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    switch (name) {
    case CL_KERNEL_FUNCTION_NAME: return INFO_TEXT(kernel->code->name);
    case CL_KERNEL_NUM_ARGS: return INFO(cl_uint, kernel->code->entry->n_arguments);
    case CL_KERNEL_REFERENCE_COUNT: return INFO(cl_uint, atomic_load(&kernel->object.references));
    case CL_KERNEL_CONTEXT: return INFO(cl_context, kernel->program->context);
    case CL_KERNEL_PROGRAM: return INFO(cl_program, kernel->program);
    case CL_KERNEL_ATTRIBUTES: return INFO_TEXT(kernel->code->strings + kernel->code->entry->attributes);
    default: return CL_INVALID_VALUE;
    }
}

static cl_ulong local_bytes(cl_kernel kernel)
{
    cl_ulong bytes = kernel->code->entry->local_bytes;
    for (uint32_t i = 0; i < kernel->code->entry->n_arguments; i++)
        bytes += kernel->arguments[i].bytes;
    return bytes;
}

cl_int CL_API_CALL capture_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                    cl_kernel_work_group_info name, size_t size, void *value,
                                                    size_t *size_ret)
{
    if (!capture_object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    if (device && !capture_object_is(device, OBJECT_DEVICE))
        return CL_INVALID_DEVICE;
    const uint32_t *required = kernel->code->entry->required_group;
    const size_t group[3] = {required[0], required[1], required[2]};
    switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE: return INFO(size_t, (size_t)capture_device_numbers()->group_items);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: return capture_info(group, sizeof group, size, value, size_ret);
    case CL_KERNEL_LOCAL_MEM_SIZE: return INFO(cl_ulong, local_bytes(kernel));
    case CL_KERNEL_PRIVATE_MEM_SIZE: return INFO(cl_ulong, kernel->code->entry->private_bytes);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return INFO(size_t, DEVICE_WARP_SIZE);
    default: return CL_INVALID_VALUE;
    }
}

static cl_kernel_arg_address_qualifier address_space(const kernel_argument *argument)
{
    switch ((kernel_argument_kind)argument->kind) {
    case KERNEL_ARGUMENT_GLOBAL: return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case KERNEL_ARGUMENT_CONSTANT: return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case KERNEL_ARGUMENT_LOCAL: return CL_KERNEL_ARG_ADDRESS_LOCAL;
    default: return CL_KERNEL_ARG_ADDRESS_PRIVATE;
    }
}

static cl_kernel_arg_type_qualifier type_qualifiers(const char *text)
{
    cl_kernel_arg_type_qualifier qualifiers = CL_KERNEL_ARG_TYPE_NONE;
    qualifiers |= strstr(text, "const") ? CL_KERNEL_ARG_TYPE_CONST : 0;
    qualifiers |= strstr(text, "restrict") ? CL_KERNEL_ARG_TYPE_RESTRICT : 0;
    qualifiers |= strstr(text, "volatile") ? CL_KERNEL_ARG_TYPE_VOLATILE : 0;
    return qualifiers;
}

/* Always there, with -cl-kernel-arg-info or without. */
cl_int CL_API_CALL capture_clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name,
                                              size_t size, void *value, size_t *size_ret)
{
    if (!capture_object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    if (index >= kernel->code->entry->n_arguments)
        return CL_INVALID_ARG_INDEX;
    const kernel_argument *argument = &kernel->code->arguments[index];
    const char *strings = kernel->code->strings;
    switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return INFO(cl_kernel_arg_address_qualifier, address_space(argument));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER: /* of images */
        return INFO(cl_kernel_arg_access_qualifier, CL_KERNEL_ARG_ACCESS_NONE);
    case CL_KERNEL_ARG_TYPE_NAME: return INFO_TEXT(strings + argument->type_name);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return INFO(cl_kernel_arg_type_qualifier, type_qualifiers(strings + argument->type_qualifiers));
    case CL_KERNEL_ARG_NAME: return INFO_TEXT(strings + argument->name);
    default: return CL_INVALID_VALUE;
    }
}
