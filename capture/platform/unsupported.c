/* Functions of the dispatch table that the platform refuses, grouped by the reason. They are there so that a
 * program of any kind gets an error code instead of a crash. */
#include "capture/platform/info.h"

/* The parameters are the interface's; a refusal looks at none of them. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
/* NOLINTBEGIN(misc-unused-parameters): the same for clang-tidy */

#define REFUSE_WITH(code, name, ...)               \
    cl_int CL_API_CALL capture_##name(__VA_ARGS__) \
    {                                              \
        return code;                               \
    }
#define REFUSE(name, ...) REFUSE_WITH(CL_INVALID_OPERATION, name, __VA_ARGS__)
#define REFUSE_OBJECT(type, name, ...)             \
    type CL_API_CALL capture_##name(__VA_ARGS__)   \
    {                                              \
        RETURN_OBJECT(NULL, CL_INVALID_OPERATION); \
    }

/* Images and samplers: the device has none (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE), OpenCL 1.2 section 5.3.1.
 */
REFUSE_OBJECT(cl_mem, clCreateImage2D, cl_context context, cl_mem_flags flags,
              const cl_image_format *image_format, size_t image_width, size_t image_height,
              size_t image_row_pitch, void *host_ptr, cl_int *errcode_ret)
REFUSE_OBJECT(cl_mem, clCreateImage3D, cl_context context, cl_mem_flags flags,
              const cl_image_format *image_format, size_t image_width, size_t image_height,
              size_t image_depth, size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
              cl_int *errcode_ret)
REFUSE_OBJECT(cl_mem, clCreateImage, cl_context context, cl_mem_flags flags,
              const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr,
              cl_int *errcode_ret)
REFUSE_WITH(CL_INVALID_MEM_OBJECT, clGetImageInfo, cl_mem image, cl_image_info param_name,
            size_t param_value_size, void *param_value, size_t *param_value_size_ret)
REFUSE_OBJECT(cl_sampler, clCreateSampler, cl_context context, cl_bool normalized_coords,
              cl_addressing_mode addressing_mode, cl_filter_mode filter_mode, cl_int *errcode_ret)
REFUSE_WITH(CL_INVALID_SAMPLER, clRetainSampler, cl_sampler sampler)
REFUSE_WITH(CL_INVALID_SAMPLER, clReleaseSampler, cl_sampler sampler)
REFUSE_WITH(CL_INVALID_SAMPLER, clGetSamplerInfo, cl_sampler sampler, cl_sampler_info param_name,
            size_t param_value_size, void *param_value, size_t *param_value_size_ret)
REFUSE(clEnqueueReadImage, cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
       const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr,
       cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
REFUSE(clEnqueueWriteImage, cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
       const size_t *origin, const size_t *region, size_t input_row_pitch, size_t input_slice_pitch,
       const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
REFUSE(clEnqueueCopyImage, cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
       const size_t *src_origin, const size_t *dst_origin, const size_t *region,
       cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
REFUSE(clEnqueueCopyImageToBuffer, cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
       const size_t *src_origin, const size_t *region, size_t dst_offset, cl_uint num_events_in_wait_list,
       const cl_event *event_wait_list, cl_event *event)
REFUSE(clEnqueueCopyBufferToImage, cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
       size_t src_offset, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list,
       const cl_event *event_wait_list, cl_event *event)
REFUSE_OBJECT(void *, clEnqueueMapImage, cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
              cl_map_flags map_flags, const size_t *origin, const size_t *region, size_t *image_row_pitch,
              size_t *image_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
              cl_event *event, cl_int *errcode_ret)
REFUSE(clEnqueueFillImage, cl_command_queue command_queue, cl_mem image, const void *fill_color,
       const size_t origin[3], const size_t region[3], cl_uint num_events_in_wait_list,
       const cl_event *event_wait_list, cl_event *event)

/* CL_EXEC_NATIVE_KERNEL is optional. */
REFUSE(clEnqueueNativeKernel, cl_command_queue command_queue, void(CL_CALLBACK *user_func)(void *),
       void *args, size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list, const void **args_mem_loc,
       cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
REFUSE(clCreateSubDevicesEXT, cl_device_id in_device,
       const cl_device_partition_property_ext *partition_properties, cl_uint num_entries,
       cl_device_id *out_devices, cl_uint *num_devices)
REFUSE(clRetainDeviceEXT, cl_device_id device)
REFUSE(clReleaseDeviceEXT, cl_device_id device)

/* Extensions that the platform does not have. */
REFUSE_OBJECT(cl_mem, clCreateFromGLBuffer, cl_context context, cl_mem_flags flags, cl_GLuint bufobj,
              int *errcode_ret)
REFUSE_OBJECT(cl_mem, clCreateFromGLTexture2D, cl_context context, cl_mem_flags flags, cl_GLenum target,
              cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
REFUSE_OBJECT(cl_mem, clCreateFromGLTexture3D, cl_context context, cl_mem_flags flags, cl_GLenum target,
              cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
REFUSE_OBJECT(cl_mem, clCreateFromGLRenderbuffer, cl_context context, cl_mem_flags flags,
              cl_GLuint renderbuffer, cl_int *errcode_ret)
REFUSE_OBJECT(cl_mem, clCreateFromGLTexture, cl_context context, cl_mem_flags flags, cl_GLenum target,
              cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
REFUSE(clGetGLObjectInfo, cl_mem memobj, cl_gl_object_type *gl_object_type, cl_GLuint *gl_object_name)
REFUSE(clGetGLTextureInfo, cl_mem memobj, cl_gl_texture_info param_name, size_t param_value_size,
       void *param_value, size_t *param_value_size_ret)
REFUSE(clEnqueueAcquireGLObjects, cl_command_queue command_queue, cl_uint num_objects,
       const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
       cl_event *event)
REFUSE(clEnqueueReleaseGLObjects, cl_command_queue command_queue, cl_uint num_objects,
       const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
       cl_event *event)
REFUSE(clGetGLContextInfoKHR, const cl_context_properties *properties, cl_gl_context_info param_name,
       size_t param_value_size, void *param_value, size_t *param_value_size_ret)
REFUSE_OBJECT(cl_event, clCreateEventFromGLsyncKHR, cl_context context, cl_GLsync sync, cl_int *errcode_ret)
REFUSE_OBJECT(cl_mem, clCreateFromEGLImageKHR, cl_context context, CLeglDisplayKHR display,
              CLeglImageKHR image, cl_mem_flags flags, const cl_egl_image_properties_khr *properties,
              cl_int *errcode_ret)
REFUSE(clEnqueueAcquireEGLObjectsKHR, cl_command_queue command_queue, cl_uint num_objects,
       const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
       cl_event *event)
REFUSE(clEnqueueReleaseEGLObjectsKHR, cl_command_queue command_queue, cl_uint num_objects,
       const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
       cl_event *event)
REFUSE_OBJECT(cl_event, clCreateEventFromEGLSyncKHR, cl_context context, CLeglSyncKHR sync,
              CLeglDisplayKHR display, cl_int *errcode_ret)
REFUSE(clGetKernelSubGroupInfoKHR, cl_kernel in_kernel, cl_device_id in_device,
       cl_kernel_sub_group_info param_name, size_t input_value_size, const void *input_value,
       size_t param_value_size, void *param_value, size_t *param_value_size_ret)

/* OpenCL 2.0 and later. */
REFUSE_OBJECT(cl_mem, clCreatePipe, cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
              cl_uint pipe_max_packets, const cl_pipe_properties *properties, cl_int *errcode_ret)
REFUSE(clGetPipeInfo, cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value,
       size_t *param_value_size_ret)
REFUSE(clEnqueueSVMFree, cl_command_queue command_queue, cl_uint num_svm_pointers, void **svm_pointers,
       void(CL_CALLBACK *pfn_free_func)(cl_command_queue queue, cl_uint num_svm_pointers, void **svm_pointers,
                                        void *user_data),
       void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
REFUSE(clEnqueueSVMMemcpy, cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
       const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
       cl_event *event)
REFUSE(clEnqueueSVMMemFill, cl_command_queue command_queue, void *svm_ptr, const void *pattern,
       size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
       cl_event *event)
REFUSE(clEnqueueSVMMap, cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags map_flags,
       void *svm_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
       cl_event *event)
REFUSE(clEnqueueSVMUnmap, cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list,
       const cl_event *event_wait_list, cl_event *event)
REFUSE_OBJECT(cl_sampler, clCreateSamplerWithProperties, cl_context context,
              const cl_sampler_properties *sampler_properties, cl_int *errcode_ret)
REFUSE(clSetKernelArgSVMPointer, cl_kernel kernel, cl_uint arg_index, const void *arg_value)
REFUSE(clSetKernelExecInfo, cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
       const void *param_value)
REFUSE_OBJECT(cl_kernel, clCloneKernel, cl_kernel source_kernel, cl_int *errcode_ret)
REFUSE_OBJECT(cl_program, clCreateProgramWithIL, cl_context context, const void *il, size_t length,
              cl_int *errcode_ret)
REFUSE(clEnqueueSVMMigrateMem, cl_command_queue command_queue, cl_uint num_svm_pointers,
       const void **svm_pointers, const size_t *sizes, cl_mem_migration_flags flags,
       cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
REFUSE(clGetDeviceAndHostTimer, cl_device_id device, cl_ulong *device_timestamp, cl_ulong *host_timestamp)
REFUSE(clGetHostTimer, cl_device_id device, cl_ulong *host_timestamp)
REFUSE(clGetKernelSubGroupInfo, cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
       size_t input_value_size, const void *input_value, size_t param_value_size, void *param_value,
       size_t *param_value_size_ret)
REFUSE(clSetDefaultDeviceCommandQueue, cl_context context, cl_device_id device,
       cl_command_queue command_queue)
REFUSE(clSetProgramReleaseCallback, cl_program program,
       void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data), void *user_data)
REFUSE(clSetProgramSpecializationConstant, cl_program program, cl_uint spec_id, size_t spec_size,
       const void *spec_value)
REFUSE_OBJECT(cl_mem, clCreateBufferWithProperties, cl_context context, const cl_mem_properties *properties,
              cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret)
REFUSE_OBJECT(cl_mem, clCreateImageWithProperties, cl_context context, const cl_mem_properties *properties,
              cl_mem_flags flags, const cl_image_format *image_format, const cl_image_desc *image_desc,
              void *host_ptr, cl_int *errcode_ret)
REFUSE(clSetContextDestructorCallback, cl_context context,
       void(CL_CALLBACK *pfn_notify)(cl_context context, void *user_data), void *user_data)

cl_int CL_API_CALL capture_clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                      cl_mem_object_type image_type, cl_uint num_entries,
                                                      cl_image_format *image_formats,
                                                      cl_uint *num_image_formats)
{
    if (num_image_formats)
        *num_image_formats = 0;
    return CL_SUCCESS;
}

void *CL_API_CALL capture_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                                     unsigned int alignment)
{
    return NULL;
}

void CL_API_CALL capture_clSVMFree(cl_context context, void *svm_pointer) {}
/* NOLINTEND(misc-unused-parameters) */
