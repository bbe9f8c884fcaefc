#include "capture/platform/info.h"
#include "capture/platform/objects.h"

#include <stdlib.h>

static const cl_command_queue_properties known_properties =
    CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

cl_command_queue CL_API_CALL capture_clCreateCommandQueue(cl_context context, cl_device_id device,
                                                          cl_command_queue_properties properties,
                                                          cl_int *errcode_ret)
{
    if (!capture_object_is(context, OBJECT_CONTEXT))
        RETURN_OBJECT(NULL, CL_INVALID_CONTEXT);
    if (!capture_object_is(device, OBJECT_DEVICE))
        RETURN_OBJECT(NULL, CL_INVALID_DEVICE);
    if (properties & ~known_properties)
        RETURN_OBJECT(NULL, CL_INVALID_VALUE);
    cl_command_queue queue = capture_object_new(sizeof *queue, OBJECT_QUEUE);
    if (!queue)
        RETURN_OBJECT(NULL, CL_OUT_OF_HOST_MEMORY);
    queue->context = context;
    queue->properties = properties;
    capture_object_retain(context);
    RETURN_OBJECT(queue, CL_SUCCESS);
}

/* OpenCL 2.0's form, which programs built against newer headers use with older devices too. */
cl_command_queue CL_API_CALL capture_clCreateCommandQueueWithProperties(cl_context context,
                                                                        cl_device_id device,
                                                                        const cl_queue_properties *properties,
                                                                        cl_int *errcode_ret)
{
    cl_command_queue_properties flags = 0;
    for (; properties && properties[0]; properties += 2) {
        if (properties[0] != CL_QUEUE_PROPERTIES)
            RETURN_OBJECT(NULL,
                          properties[0] == CL_QUEUE_SIZE ? CL_INVALID_QUEUE_PROPERTIES : CL_INVALID_VALUE);
        flags = properties[1];
    }
    if (flags & (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT))
        RETURN_OBJECT(NULL, CL_INVALID_QUEUE_PROPERTIES);
    return capture_clCreateCommandQueue(context, device, flags, errcode_ret);
}

cl_int CL_API_CALL capture_clRetainCommandQueue(cl_command_queue queue)
{
    if (!capture_object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    capture_object_keep(queue);
    return CL_SUCCESS;
}

void capture_queue_unreference(cl_command_queue queue)
{
    if (capture_object_release(queue)) {
        capture_context_unreference(queue->context);
        capture_object_free(queue);
    }
}

cl_int CL_API_CALL capture_clReleaseCommandQueue(cl_command_queue queue)
{
    if (!capture_object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    const unsigned references = capture_object_drop(queue);
    if (references == 1)
        capture_queue_unreference(queue);
    return references ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL capture_clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name,
                                                 size_t size, void *value, size_t *size_ret)
{
    if (!capture_object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    switch (name) {
    case CL_QUEUE_CONTEXT: return INFO(cl_context, queue->context);
    case CL_QUEUE_DEVICE: return INFO(cl_device_id, &capture_device);
    case CL_QUEUE_REFERENCE_COUNT: return INFO(cl_uint, atomic_load(&queue->object.references));
    case CL_QUEUE_PROPERTIES: return INFO(cl_command_queue_properties, queue->properties);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL capture_clSetCommandQueueProperty(cl_command_queue queue,
                                                     cl_command_queue_properties properties, cl_bool enable,
                                                     cl_command_queue_properties *old_properties)
{
    if (!capture_object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (properties & ~known_properties)
        return CL_INVALID_VALUE;
    if (old_properties)
        *old_properties = queue->properties;
    queue->properties = enable ? queue->properties | properties : queue->properties & ~properties;
    return CL_SUCCESS;
}
