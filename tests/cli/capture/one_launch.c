/* one_launch SOURCE KERNEL ITEMS [BUILD_OPTIONS [GROUP]]: builds SOURCE and launches KERNEL(__global int *)
 * over ITEMS work-items, in groups of GROUP or of the platform's choice. Exits with 1 and the OpenCL error on
 * stderr when something fails. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, code);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    static char source[1 << 16];
    FILE *file = fopen(argv[1], "r");
    if (!file || fread(source, 1, sizeof source - 1, file) == 0)
        return 2;
    fclose(file);
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    const char *text = source;
    size_t items = strtoul(argv[3], NULL, 10), group = argc > 5 ? strtoul(argv[5], NULL, 10) : 0;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &code);
    check(code, "clCreateContextFromType");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, NULL, argc > 4 ? argv[4] : NULL, NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, argv[2], &code);
    check(code, "clCreateKernel");
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(int), NULL, &code);
    check(code, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, group ? &group : NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
    return 0;
}
