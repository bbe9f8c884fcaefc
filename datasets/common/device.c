#include "datasets/common/device.h"

#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <stdio.h>
#include <string.h>

static void require(cl_int status, const char *call)
{
    if (status != CL_SUCCESS)
        workload_fail("%s failed with OpenCL error %d", call, status);
}

static cl_device_id first_device(void)
{
    enum { MAX_PLATFORMS = 16 };
    cl_platform_id platform[MAX_PLATFORMS];
    cl_uint n_platforms = 0;
    if (clGetPlatformIDs(MAX_PLATFORMS, platform, &n_platforms) != CL_SUCCESS)
        n_platforms = 0;
    for (cl_uint i = 0; i < n_platforms && i < MAX_PLATFORMS; i++) {
        cl_device_id id = NULL;
        if (clGetDeviceIDs(platform[i], CL_DEVICE_TYPE_ALL, 1, &id, NULL) == CL_SUCCESS)
            return id;
    }
    workload_fail("no OpenCL device found; install an OpenCL platform or run under `poise capture`");
}

static _Noreturn void fail_build(cl_program program, cl_device_id id)
{
    size_t bytes = 0;
    require(clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes),
            "clGetProgramBuildInfo");
    char *log = memory_array(bytes + 1, 1);
    require(clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, bytes, log, NULL),
            "clGetProgramBuildInfo");
    workload_fail("the kernel does not compile:\n%s", log);
}

void device_open(device *dev, const char *source)
{
    *dev = (device){0};
    cl_device_id id = first_device();
    require(clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof dev->name, dev->name, NULL), "clGetDeviceInfo");
    cl_int status;
    dev->context = clCreateContext(NULL, 1, &id, NULL, NULL, &status);
    require(status, "clCreateContext");
    dev->queue = clCreateCommandQueue(dev->context, id, 0, &status);
    require(status, "clCreateCommandQueue");
    dev->program = clCreateProgramWithSource(dev->context, 1, &source, NULL, &status);
    require(status, "clCreateProgramWithSource");
    status = clBuildProgram(dev->program, 1, &id, "-cl-std=CL1.2", NULL, NULL);
    if (status == CL_BUILD_PROGRAM_FAILURE)
        fail_build(dev->program, id);
    require(status, "clBuildProgram");
}

void device_keep_buffers(device *dev, unsigned n_buffers)
{
    require(clFinish(dev->queue), "clFinish");
    while (dev->n_buffers > n_buffers)
        require(clReleaseMemObject(dev->buffer[--dev->n_buffers]), "clReleaseMemObject");
}

void device_close(device *dev)
{
    device_keep_buffers(dev, 0);
    while (dev->n_kernels > 0)
        require(clReleaseKernel(dev->kernel[--dev->n_kernels]), "clReleaseKernel");
    require(clReleaseProgram(dev->program), "clReleaseProgram");
    require(clReleaseCommandQueue(dev->queue), "clReleaseCommandQueue");
    require(clReleaseContext(dev->context), "clReleaseContext");
}

cl_kernel device_kernel(device *dev, const char *name)
{
    for (unsigned i = 0; i < dev->n_kernels; i++)
        if (strcmp(dev->kernel_name[i], name) == 0)
            return dev->kernel[i];
    if (dev->n_kernels == DEVICE_MAX_KERNELS)
        workload_fail("more than %d kernels", DEVICE_MAX_KERNELS);
    cl_int status;
    cl_kernel kernel = clCreateKernel(dev->program, name, &status);
    require(status, "clCreateKernel");
    dev->kernel_name[dev->n_kernels] = name;
    return dev->kernel[dev->n_kernels++] = kernel;
}

cl_mem device_buffer(device *dev, size_t bytes, const void *content)
{
    if (dev->n_buffers == DEVICE_MAX_BUFFERS)
        workload_fail("more than %d buffers", DEVICE_MAX_BUFFERS);
    cl_int status;
    cl_mem buffer = clCreateBuffer(dev->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    require(status, "clCreateBuffer");
    device_write(dev, buffer, bytes, content ? content : memory_array(bytes, 1));
    return dev->buffer[dev->n_buffers++] = buffer;
}

void device_read(const device *dev, cl_mem buffer, size_t bytes, void *content)
{
    require(clEnqueueReadBuffer(dev->queue, buffer, CL_TRUE, 0, bytes, content, 0, NULL, NULL),
            "clEnqueueReadBuffer");
}

void device_write(const device *dev, cl_mem buffer, size_t bytes, const void *content)
{
    require(clEnqueueWriteBuffer(dev->queue, buffer, CL_TRUE, 0, bytes, content, 0, NULL, NULL),
            "clEnqueueWriteBuffer");
}

static size_t round_up(size_t n, size_t multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

static void enqueue(device *dev, cl_kernel kernel, cl_uint dimensions, const size_t *global,
                    const size_t *group, const device_argument *arguments, size_t n_arguments)
{
    for (size_t i = 0; i < n_arguments; i++)
        require(clSetKernelArg(kernel, (cl_uint)i, arguments[i].bytes, arguments[i].value), "clSetKernelArg");
    require(clEnqueueNDRangeKernel(dev->queue, kernel, dimensions, NULL, global, group, 0, NULL, NULL),
            "clEnqueueNDRangeKernel");
    dev->launches++;
}

void device_launch(device *dev, cl_kernel kernel, size_t n_items, const device_argument *arguments,
                   size_t n_arguments)
{
    const size_t group = DEVICE_GROUP_SIZE, global = round_up(n_items, group);
    enqueue(dev, kernel, 1, &global, &group, arguments, n_arguments);
}

void device_launch_grid(device *dev, cl_kernel kernel, size_t width, size_t height,
                        const device_argument *arguments, size_t n_arguments)
{
    const size_t group[] = {DEVICE_TILE_WIDTH, DEVICE_TILE_HEIGHT};
    const size_t global[] = {round_up(width, group[0]), round_up(height, group[1])};
    enqueue(dev, kernel, 2, global, group, arguments, n_arguments);
}
