/* What the platform does not have is refused with the code that the specification names. */
#include "api.h"

static void CL_CALLBACK native(void *arguments)
{
    (void)arguments;
}

static void images(void)
{
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    const cl_image_desc flat = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    const size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1};
    cl_uint n = 9;
    char data[64];
    cl_mem buffer = test_buffer(0, 64, NULL);
    EXPECT_NONE(CL_INVALID_OPERATION, clCreateImage(test_context, 0, &format, &flat, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_OPERATION, clCreateImage2D(test_context, 0, &format, 4, 4, 0, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_OPERATION,
                clCreateImage3D(test_context, 0, &format, 4, 4, 4, 0, 0, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_OPERATION,
                clCreateSampler(test_context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &test_error));
    EXPECT(CL_SUCCESS, clGetSupportedImageFormats(test_context, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &n));
    CHECK(n == 0);
    EXPECT(CL_INVALID_OPERATION,
           clEnqueueReadImage(test_queue, buffer, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL));
    EXPECT(CL_INVALID_OPERATION,
           clEnqueueCopyImageToBuffer(test_queue, buffer, buffer, origin, region, 0, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
}

static void others(void)
{
    void *shared = clSVMAlloc(test_context, CL_MEM_READ_WRITE, 64, 0);
    CHECK(shared == NULL);
    EXPECT(CL_INVALID_OPERATION,
           clEnqueueNativeKernel(test_queue, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_OPERATION, clEnqueueSVMMemFill(test_queue, NULL, NULL, 0, 0, 0, NULL, NULL));
    EXPECT_NONE(CL_INVALID_OPERATION, clCreatePipe(test_context, 0, 4, 4, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_OPERATION, clCreateProgramWithIL(test_context, "x", 1, &test_error));
    cl_kernel kernel = test_kernel("kernel void nothing(void) {}", "nothing");
    EXPECT(CL_INVALID_OPERATION, clSetKernelArgSVMPointer(kernel, 0, NULL));
    EXPECT_NONE(CL_INVALID_OPERATION, clCloneKernel(kernel, &test_error));
    EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
}

int main(void)
{
    test_open(0);
    images();
    others();
    test_close();
    return 0;
}
