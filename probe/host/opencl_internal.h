/* What the files of probe/host share of an opened device. */
#ifndef POISE_PROBE_HOST_OPENCL_INTERNAL_H
#define POISE_PROBE_HOST_OPENCL_INTERNAL_H

#include "common/error.h"

#include <stdint.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

enum { PROBE_OPENCL_NAME = 256 };

/* What is called of the loader. */
#define PROBE_OPENCL_FUNCTIONS(F) \
    F(clGetPlatformIDs)           \
    F(clGetPlatformInfo)          \
    F(clGetDeviceIDs)             \
    F(clGetDeviceInfo)            \
    F(clCreateContext)            \
    F(clCreateCommandQueue)       \
    F(clCreateProgramWithSource)  \
    F(clBuildProgram)             \
    F(clGetProgramBuildInfo)      \
    F(clCreateKernel)             \
    F(clCreateBuffer)             \
    F(clEnqueueWriteBuffer)       \
    F(clSetKernelArg)             \
    F(clEnqueueNDRangeKernel)     \
    F(clFinish)                   \
    F(clGetEventProfilingInfo)    \
    F(clReleaseEvent)             \
    F(clReleaseMemObject)         \
    F(clReleaseKernel)            \
    F(clReleaseProgram)           \
    F(clReleaseCommandQueue)      \
    F(clReleaseContext)

typedef struct probe_opencl probe_opencl;
struct probe_opencl {
    void *library;
#define FUNCTION(name) __typeof__(&(name)) name;
    PROBE_OPENCL_FUNCTIONS(FUNCTION)
#undef FUNCTION
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel lay, chase;
    cl_mem next, cycle, last;
    uint64_t next_bytes, cycle_bytes;
    void *pages; /* of `next` on a device that is a processor, else NULL */
    uint32_t launches;
    char name[3 * PROBE_OPENCL_NAME];
};

/* POISE_FAILED, with the number of the error. */
int probe_opencl_refused(cl_int status, const char *what, poise_error *err);
/* Builds the program of probe/kernels/FILE; the caller releases it. */
int probe_opencl_compile(probe_opencl *host, const char *file, cl_program *program, poise_error *err);
int probe_opencl_make_buffer(probe_opencl *host, cl_mem *buffer, uint64_t bytes, poise_error *err);
/* Runs `items` work-items in groups of `group`, 0 = of any size, and waits for the end. *ns as of
 * probe_opencl_chase; may be NULL. */
cl_int probe_opencl_run(probe_opencl *host, cl_kernel kernel, size_t items, size_t group, double *ns);

#endif
