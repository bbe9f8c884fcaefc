/* Launches a kernel without arguments; no buffer is ever made. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stddef.h>

int main(void)
{
    static const char *const source =
        "__kernel void greet(void) { printf(\"%d\\n\", (int)get_global_id(0)); }";
    const size_t items = 2;
    cl_int code;
    cl_device_id device;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &code);
    clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof(cl_device_id), &device, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &code);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "greet", &code);
    code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    return code != CL_SUCCESS || clFinish(queue) != CL_SUCCESS;
}
