/* Objects that are released once too often, or used afterwards: an error code, whatever else holds them. */
#include "api.h"

static const char *source = "__kernel void k(__global int *x) { x[0] = 1; }";

/* The program loses its references, the kernel keeps its own hold of it. */
static void use_after_release(void)
{
    const size_t one = 1;
    cl_kernel kernel;
    cl_program program;
    MAKE(program, clCreateProgramWithSource(test_context, 1, &source, NULL, &test_error));
    EXPECT(CL_SUCCESS, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_mem buffer = test_buffer(CL_MEM_READ_WRITE, 4096, NULL);
    MAKE(kernel, clCreateKernel(program, "k", &test_error));
    EXPECT(CL_SUCCESS, clReleaseProgram(program));
    EXPECT(CL_INVALID_PROGRAM, clReleaseProgram(program));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer));
    EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
    EXPECT(CL_INVALID_MEM_OBJECT,
           clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
    EXPECT(CL_INVALID_KERNEL, clReleaseKernel(kernel));
    EXPECT(CL_INVALID_KERNEL, clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_MEM_OBJECT, clReleaseMemObject(buffer));
    EXPECT(CL_INVALID_PROGRAM, clRetainProgram(program));
}

/* A released context lives on in its objects, which may name it. */
static void revive_context(void)
{
    cl_context context;
    cl_mem buffer;
    cl_uint references;
    MAKE(context, clCreateContext(NULL, 1, &test_device, NULL, NULL, &test_error));
    MAKE(buffer, clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, &test_error));
    EXPECT(CL_SUCCESS,
           clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references, NULL));
    CHECK(references == 1);
    EXPECT(CL_SUCCESS, clReleaseContext(context));
    EXPECT(CL_INVALID_CONTEXT, clReleaseContext(context));
    EXPECT(CL_SUCCESS, clRetainContext(context));
    EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
    EXPECT(CL_SUCCESS, clReleaseContext(context));
    EXPECT(CL_INVALID_CONTEXT, clReleaseContext(context));
}

static void release_events(void)
{
    cl_event event;
    MAKE(event, clCreateUserEvent(test_context, &test_error));
    EXPECT(CL_SUCCESS, clSetUserEventStatus(event, CL_COMPLETE));
    EXPECT(CL_SUCCESS, clReleaseEvent(event));
    EXPECT(CL_INVALID_EVENT, clReleaseEvent(event));
    EXPECT(CL_INVALID_EVENT, clWaitForEvents(1, &event));
    EXPECT(CL_SUCCESS, clReleaseCommandQueue(test_queue));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(test_queue));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clFinish(test_queue));
}

int main(void)
{
    test_open(0);
    use_after_release();
    revive_context();
    release_events();
    return 0;
}
