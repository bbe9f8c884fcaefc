#include "capture/platform/device.h"

#include "capture/platform/info.h"
#include "capture/platform/objects.h"
#include "capture/runtime/device_memory.h"
#include "capture/runtime/print.h"

#include <CL/cl_ext.h>

cl_int CL_API_CALL capture_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                                          cl_device_id *devices, cl_uint *num_devices)
{
    if (platform && !capture_object_is(platform, OBJECT_PLATFORM))
        return CL_INVALID_PLATFORM;
    if ((devices && num_entries == 0) || (!devices && !num_devices))
        return CL_INVALID_VALUE;
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                 CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    if (type == 0 || (type != CL_DEVICE_TYPE_ALL && type & ~known))
        return CL_INVALID_DEVICE_TYPE;
    if (!(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT))) {
        if (num_devices)
            *num_devices = 0;
        return CL_DEVICE_NOT_FOUND;
    }
    if (devices)
        devices[0] = &capture_device;
    if (num_devices)
        *num_devices = 1;
    return CL_SUCCESS;
}

static const char extensions[] =
#define EXTENSION(name) #name " "
#include "capture/extensions.def"
#undef EXTENSION
    "";

static cl_int identity_info(cl_device_info name, size_t size, void *value, size_t *size_ret)
{
    switch (name) {
    case CL_DEVICE_TYPE: return INFO(cl_device_type, CL_DEVICE_TYPE_GPU);
    case CL_DEVICE_VENDOR_ID: return INFO(cl_uint, 0);
    case CL_DEVICE_NAME: return INFO_TEXT("Poise warp capture");
    case CL_DEVICE_VENDOR: return INFO_TEXT("Poise");
    case CL_DRIVER_VERSION: return INFO_TEXT(POISE_VERSION);
    case CL_DEVICE_PROFILE: return INFO_TEXT("FULL_PROFILE");
    case CL_DEVICE_VERSION: return INFO_TEXT("OpenCL 1.2 Poise " POISE_VERSION);
    case CL_DEVICE_OPENCL_C_VERSION: return INFO_TEXT("OpenCL C 1.2 ");
    case CL_DEVICE_EXTENSIONS: return INFO_TEXT(extensions);
    case CL_DEVICE_PLATFORM: return INFO(cl_platform_id, &capture_platform);
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE: return INFO(cl_bool, CL_TRUE);
    case CL_DEVICE_BUILT_IN_KERNELS: return INFO_TEXT("");
    case CL_DEVICE_REFERENCE_COUNT: return INFO(cl_uint, 1);
    case CL_DEVICE_PARENT_DEVICE: return INFO(cl_device_id, NULL);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES: return INFO(cl_uint, 0);
    case CL_DEVICE_PARTITION_PROPERTIES:
    case CL_DEVICE_PARTITION_TYPE: return INFO(cl_device_partition_property, 0);
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN: return INFO(cl_device_affinity_domain, 0);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int memory_info(cl_device_info name, size_t size, void *value, size_t *size_ret)
{
    switch (name) {
    case CL_DEVICE_GLOBAL_MEM_SIZE: return INFO(cl_ulong, CAPTURE_MEMORY_BYTES);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return INFO(cl_ulong, CAPTURE_MEMORY_BYTES / 4);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: return INFO(cl_device_mem_cache_type, CL_READ_WRITE_CACHE);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: return INFO(cl_uint, TRACE_LINE_BYTES);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        return INFO(cl_ulong, (cl_ulong)capture_device_numbers()->cache_bytes);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: return INFO(cl_ulong, DEVICE_CONSTANT_BYTES);
    case CL_DEVICE_MAX_CONSTANT_ARGS: return INFO(cl_uint, 9);
    case CL_DEVICE_LOCAL_MEM_TYPE: return INFO(cl_device_local_mem_type, CL_LOCAL);
    case CL_DEVICE_LOCAL_MEM_SIZE: return INFO(cl_ulong, (cl_ulong)capture_device_numbers()->local_bytes);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return INFO(cl_uint, CAPTURE_BUFFER_ALIGNMENT * 8);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: return INFO(cl_uint, 128);
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    case CL_DEVICE_HOST_UNIFIED_MEMORY: return INFO(cl_bool, CL_FALSE);
    case CL_DEVICE_MAX_PARAMETER_SIZE: return INFO(size_t, DEVICE_MAX_PARAMETER_BYTES);
    case CL_DEVICE_PRINTF_BUFFER_SIZE: return INFO(size_t, CAPTURE_PRINT_BYTES);
    default: return CL_INVALID_VALUE;
    }
}

/* The device has no images: the least values of table 4.3 of OpenCL 1.2 hold only where there are some. */
static cl_int image_info(cl_device_info name, size_t size, void *value, size_t *size_ret)
{
    switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT: return INFO(cl_bool, CL_FALSE);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_SAMPLERS: return INFO(cl_uint, 0);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: return INFO(size_t, 0);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int execution_info(cl_device_info name, size_t size, void *value, size_t *size_ret)
{
    size_t item_sizes[3];
    capture_device_item_sizes(item_sizes);
    const cl_device_fp_config precision = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                          CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
    switch (name) {
    case CL_DEVICE_MAX_COMPUTE_UNITS: return INFO(cl_uint, (cl_uint)capture_device_numbers()->compute_units);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: return INFO(cl_uint, (cl_uint)capture_device_numbers()->clock_mhz);
    case CL_DEVICE_ADDRESS_BITS: return INFO(cl_uint, 64);
    case CL_DEVICE_ENDIAN_LITTLE: return INFO(cl_bool, CL_TRUE);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return INFO(cl_uint, 3);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return capture_info(item_sizes, sizeof item_sizes, size, value, size_ret);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return INFO(size_t, (size_t)capture_device_numbers()->group_items);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE: return INFO(cl_uint, 1);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF: return INFO(cl_uint, 0);
    case CL_DEVICE_SINGLE_FP_CONFIG:
    case CL_DEVICE_DOUBLE_FP_CONFIG: return INFO(cl_device_fp_config, precision);
    case CL_DEVICE_HALF_FP_CONFIG: return INFO(cl_device_fp_config, 0);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return INFO(size_t, 1);
    case CL_DEVICE_EXECUTION_CAPABILITIES: return INFO(cl_device_exec_capabilities, CL_EXEC_KERNEL);
    case CL_DEVICE_QUEUE_PROPERTIES:
        return INFO(cl_command_queue_properties,
                    CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    case CL_DEVICE_WARP_SIZE_NV: return INFO(cl_uint, DEVICE_WARP_SIZE); /* cl_nv_device_attribute_query */
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC: return INFO(cl_bool, CL_TRUE);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL capture_clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value,
                                           size_t *size_ret)
{
    static cl_int (*const families[])(cl_device_info, size_t, void *,
                                      size_t *) = {identity_info, memory_info, image_info, execution_info};
    if (!capture_object_is(device, OBJECT_DEVICE))
        return CL_INVALID_DEVICE;
    cl_int result = CL_INVALID_VALUE;
    for (size_t i = 0; i < sizeof families / sizeof *families && result == CL_INVALID_VALUE; i++)
        result = families[i](name, size, value, size_ret);
    return result;
}

/* A root device is not counted (OpenCL 1.2, clRetainDevice). */
cl_int CL_API_CALL capture_clRetainDevice(cl_device_id device)
{
    return capture_object_is(device, OBJECT_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int CL_API_CALL capture_clReleaseDevice(cl_device_id device)
{
    return capture_object_is(device, OBJECT_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/* The device cannot be partitioned: it supports none of the properties. */
cl_int CL_API_CALL capture_clCreateSubDevices(cl_device_id device,
                                              const cl_device_partition_property *properties,
                                              cl_uint num_entries, cl_device_id *devices,
                                              cl_uint *num_devices)
{
    (void)properties, (void)num_entries, (void)devices, (void)num_devices;
    return capture_object_is(device, OBJECT_DEVICE) ? CL_INVALID_VALUE : CL_INVALID_DEVICE;
}
