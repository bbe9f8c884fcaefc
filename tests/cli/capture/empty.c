/* empty LAUNCHES: launches an empty kernel of two warps that often and says how long one launch takes, on
 * stderr as product.c does: "launch: SECONDS s". */
#define CL_TARGET_OPENCL_VERSION 120
#define _POSIX_C_SOURCE          200809L /* clock_gettime */
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ITEMS = 64, FIRST = 3 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, code);
        exit(1);
    }
}

static void launch(cl_command_queue queue, cl_kernel kernel, int times)
{
    const size_t items = ITEMS;
    for (int i = 0; i < times; i++)
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
    check(clFinish(queue), "clFinish");
}

int main(int argc, char **argv)
{
    const char *source = "__kernel void empty(__global int *unused) {}";
    int launches = argc > 1 ? atoi(argv[1]) : 1;
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "empty", &code);
    check(code, "clCreateKernel");
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, ITEMS * sizeof(int), NULL, &code);
    check(code, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), "clSetKernelArg");
    launch(queue, kernel, FIRST);
    double start = now();
    launch(queue, kernel, launches);
    fprintf(stderr, "launch: %.9f s\n", (now() - start) / launches);
    return 0;
}
