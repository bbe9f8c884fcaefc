/* Platform, device, context and queue: queries of every kind, counts, wrong parameters. */
#include "api.h"

/* Every query of a device in OpenCL 1.2, answered with the size that it says beforehand. */
static void device_info(void)
{
    char answer[1024];
    size_t size, again;
    int answered = 0;
    for (cl_uint name = CL_DEVICE_TYPE; name <= CL_DEVICE_PRINTF_BUFFER_SIZE; name++) {
        if (clGetDeviceInfo(test_device, name, 0, NULL, &size) != CL_SUCCESS)
            continue;
        CHECK(size > 0 && size <= sizeof answer);
        EXPECT(CL_SUCCESS, clGetDeviceInfo(test_device, name, size, answer, &again));
        CHECK(size == again);
        EXPECT(CL_INVALID_VALUE, clGetDeviceInfo(test_device, name, size - 1, answer, NULL));
        answered++;
    }
    CHECK(answered == 74); /* table 4.3, deprecated ones included */
    EXPECT(CL_INVALID_VALUE, clGetDeviceInfo(test_device, 0, 0, NULL, NULL));
    EXPECT(CL_INVALID_DEVICE, clGetDeviceInfo((cl_device_id)test_queue, CL_DEVICE_TYPE, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clRetainDevice(test_device));
    EXPECT(CL_SUCCESS, clReleaseDevice(test_device));
}

/* OpenCL 1.2, table 4.3: the least sizes hold only where CL_DEVICE_IMAGE_SUPPORT is CL_TRUE. */
static void image_info(void)
{
    static const cl_device_info sizes[] = {CL_DEVICE_IMAGE2D_MAX_WIDTH,    CL_DEVICE_IMAGE2D_MAX_HEIGHT,
                                           CL_DEVICE_IMAGE3D_MAX_WIDTH,    CL_DEVICE_IMAGE3D_MAX_HEIGHT,
                                           CL_DEVICE_IMAGE3D_MAX_DEPTH,    CL_DEVICE_IMAGE_MAX_ARRAY_SIZE,
                                           CL_DEVICE_IMAGE_MAX_BUFFER_SIZE};
    cl_bool has_images;
    EXPECT(CL_SUCCESS,
           clGetDeviceInfo(test_device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, NULL));
    CHECK(!has_images);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t most = 9;
        EXPECT(CL_SUCCESS, clGetDeviceInfo(test_device, sizes[i], sizeof most, &most, NULL));
        CHECK(most == 0);
    }
}

static void devices(void)
{
    cl_device_id found;
    cl_uint n = 9;
    EXPECT(CL_SUCCESS, clGetDeviceIDs(test_platform, CL_DEVICE_TYPE_ALL, 1, &found, &n));
    CHECK(n == 1 && found == test_device);
    EXPECT(CL_SUCCESS, clGetDeviceIDs(test_platform, CL_DEVICE_TYPE_DEFAULT, 0, NULL, &n));
    EXPECT(CL_DEVICE_NOT_FOUND, clGetDeviceIDs(test_platform, CL_DEVICE_TYPE_CPU, 1, &found, NULL));
    EXPECT(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(test_platform, 0, 1, &found, NULL));
    EXPECT(CL_INVALID_VALUE, clGetDeviceIDs(test_platform, CL_DEVICE_TYPE_GPU, 0, &found, NULL));
    EXPECT(CL_INVALID_VALUE, clGetDeviceIDs(test_platform, CL_DEVICE_TYPE_GPU, 1, NULL, NULL));
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 2, 0}, none[] = {0};
    EXPECT(CL_INVALID_VALUE, clCreateSubDevices(test_device, equally, 1, &found, NULL));
    EXPECT(CL_INVALID_VALUE, clCreateSubDevices(test_device, none, 1, &found, NULL));
    EXPECT(CL_INVALID_VALUE, clCreateSubDevices(test_device, NULL, 1, &found, NULL));
}

static void contexts(void)
{
    cl_context context;
    cl_device_id none = NULL;
    cl_uint n;
    size_t size;
    cl_context_properties good[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test_platform, 0}, read[3];
    cl_context_properties unknown[] = {12345, 0, 0}, twice[] = {good[0], good[1], good[0], good[1], 0};
    cl_context_properties synchronised[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
    cl_context_properties neither[] = {CL_CONTEXT_INTEROP_USER_SYNC, -1, 0};
    cl_context_properties foreign[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test_device, 0};
    MAKE(context, clCreateContext(good, 1, &test_device, NULL, NULL, &test_error));
    EXPECT(CL_SUCCESS, clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof read, read, &size));
    CHECK(size == sizeof good && memcmp(read, good, size) == 0);
    EXPECT(CL_SUCCESS, clRetainContext(context));
    EXPECT(CL_SUCCESS, clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof n, &n, NULL));
    CHECK(n == 2);
    EXPECT(CL_SUCCESS, clGetContextInfo(test_context, CL_CONTEXT_PROPERTIES, 0, NULL, &size));
    CHECK(size == 0);
    EXPECT(CL_INVALID_VALUE, clGetContextInfo(context, 0, 0, NULL, NULL));
    EXPECT_NONE(CL_INVALID_VALUE, clCreateContext(good, 0, NULL, NULL, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_DEVICE, clCreateContext(good, 1, &none, NULL, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_VALUE, clCreateContext(good, 1, &test_device, NULL, &n, &test_error));
    EXPECT_NONE(CL_INVALID_PROPERTY, clCreateContext(unknown, 1, &test_device, NULL, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_PROPERTY, clCreateContext(twice, 1, &test_device, NULL, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_PROPERTY, clCreateContext(neither, 1, &test_device, NULL, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_PLATFORM, clCreateContext(foreign, 1, &test_device, NULL, NULL, &test_error));
    clReleaseContext(clCreateContext(synchronised, 1, &test_device, NULL, NULL, &test_error));
    EXPECT(CL_SUCCESS, test_error);
    EXPECT_NONE(CL_DEVICE_NOT_FOUND,
                clCreateContextFromType(good, CL_DEVICE_TYPE_CPU, NULL, NULL, &test_error));
    clReleaseContext(context), clReleaseContext(context);
    MAKE(context, clCreateContextFromType(good, CL_DEVICE_TYPE_GPU, NULL, NULL, &test_error));
    EXPECT(CL_SUCCESS, clReleaseContext(context));
}

static void queues(void)
{
    cl_command_queue queue;
    cl_command_queue_properties flags;
    cl_context owner;
    const cl_queue_properties new_form[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                             CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    const cl_queue_properties sized[] = {CL_QUEUE_SIZE, 16, 0};
    MAKE(queue, clCreateCommandQueueWithProperties(test_context, test_device, new_form, &test_error));
    EXPECT(CL_SUCCESS, clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof flags, &flags, NULL));
    CHECK(flags == CL_QUEUE_PROFILING_ENABLE);
    EXPECT(CL_SUCCESS, clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, &flags));
    CHECK(flags == CL_QUEUE_PROFILING_ENABLE);
    EXPECT(CL_INVALID_VALUE, clSetCommandQueueProperty(queue, 1 << 10, CL_TRUE, NULL));
    EXPECT(CL_SUCCESS, clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(cl_context), &owner, NULL));
    CHECK(owner == test_context);
    EXPECT(CL_INVALID_VALUE, clGetCommandQueueInfo(queue, 0, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clRetainCommandQueue(queue));
    EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
    EXPECT(CL_SUCCESS, clFlush(queue));
    EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
    EXPECT_NONE(CL_INVALID_CONTEXT, clCreateCommandQueue(NULL, test_device, 0, &test_error));
    EXPECT_NONE(CL_INVALID_DEVICE, clCreateCommandQueue(test_context, NULL, 0, &test_error));
    EXPECT_NONE(CL_INVALID_VALUE, clCreateCommandQueue(test_context, test_device, 1 << 10, &test_error));
    EXPECT_NONE(CL_INVALID_QUEUE_PROPERTIES,
                clCreateCommandQueueWithProperties(test_context, test_device, on_device, &test_error));
    EXPECT_NONE(CL_INVALID_QUEUE_PROPERTIES,
                clCreateCommandQueueWithProperties(test_context, test_device, sized, &test_error));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clFinish(NULL));
}

static void platform_info(void)
{
    char text[256];
    EXPECT(CL_SUCCESS, clGetPlatformInfo(test_platform, CL_PLATFORM_VERSION, sizeof text, text, NULL));
    CHECK(strncmp(text, "OpenCL 1.2 ", 11) == 0);
    EXPECT(CL_SUCCESS, clGetPlatformInfo(test_platform, CL_PLATFORM_PROFILE, sizeof text, text, NULL));
    CHECK(strcmp(text, "FULL_PROFILE") == 0);
    EXPECT(CL_INVALID_VALUE, clGetPlatformInfo(test_platform, CL_PLATFORM_VERSION, 3, text, NULL));
    EXPECT(CL_INVALID_VALUE, clGetPlatformInfo(test_platform, 0, 0, NULL, NULL));
    CHECK(clGetExtensionFunctionAddressForPlatform(test_platform, "clNoSuchFunction") == NULL);
}

int main(void)
{
    test_open(0);
    platform_info();
    device_info();
    image_info();
    devices();
    contexts();
    queues();
    test_close();
    return 0;
}
