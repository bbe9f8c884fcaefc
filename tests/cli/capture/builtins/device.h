/* The little OpenCL that the tests of built-in functions need. Any error ends the test. */
#ifndef POISE_TEST_BUILTINS_DEVICE_H
#define POISE_TEST_BUILTINS_DEVICE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct device {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
} device;

static void device_check(cl_int code, const char *what)
{
    if (code == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, code);
    exit(1);
}

/* Builds the program in the file `path`. */
static device device_open(const char *path, const char *options)
{
    static char source[1 << 20];
    const char *text = source;
    FILE *file = fopen(path, "r");
    if (!file || fread(source, 1, sizeof source - 1, file) == 0)
        device_check(CL_INVALID_VALUE, path);
    fclose(file);
    device d;
    cl_platform_id platform;
    cl_device_id id;
    cl_int code;
    device_check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    device_check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL), "clGetDeviceIDs");
    d.context = clCreateContext(NULL, 1, &id, NULL, NULL, &code);
    device_check(code, "clCreateContext");
    d.queue = clCreateCommandQueue(d.context, id, 0, &code);
    device_check(code, "clCreateCommandQueue");
    d.program = clCreateProgramWithSource(d.context, 1, &text, NULL, &code);
    device_check(code, "clCreateProgramWithSource");
    code = clBuildProgram(d.program, 1, &id, options, NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(d.program, id, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s", log);
    }
    device_check(code, "clBuildProgram");
    return d;
}

/* A buffer with a copy of `data`, or zeros. */
static cl_mem device_buffer(const device *d, size_t bytes, const void *data)
{
    cl_int code;
    void *zeros = data ? NULL : calloc(1, bytes);
    cl_mem buffer = clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                   data ? (void *)data : zeros, &code);
    device_check(code, "clCreateBuffer");
    free(zeros);
    return buffer;
}

/* Runs `kernel` over `items` work-items with buffers as its arguments. */
static void device_run(const device *d, const char *name, size_t items, const cl_mem *buffers, cl_uint n)
{
    cl_int code;
    cl_kernel kernel = clCreateKernel(d->program, name, &code);
    device_check(code, name);
    for (cl_uint i = 0; i < n; i++)
        device_check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), name);
    device_check(clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), name);
    clReleaseKernel(kernel);
}

static void device_read(const device *d, cl_mem buffer, size_t bytes, void *data)
{
    device_check(clEnqueueReadBuffer(d->queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL),
                 "clEnqueueReadBuffer");
}

#endif
