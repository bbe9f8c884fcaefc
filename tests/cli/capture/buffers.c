/* buffers SOURCE [fork|TIMES]: does everything that a program can do with buffers, between five launches of
 * k(int *). With "fork" parent and child launch once each; with a number one buffer is filled that often and
 * another one is made before a launch. */
#define _POSIX_C_SOURCE          200809L
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 4096, LARGE = 3 << 20 };

static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel;
static char host[LARGE];

static void check(cl_int code, const char *what)
{
    if (code == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, code);
    exit(1);
}

static cl_mem create(cl_mem_flags flags, size_t bytes, void *content)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(context, flags, bytes, content, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

static void launch(cl_mem buffer)
{
    const size_t items = 64;
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL), "launch");
    check(clFinish(queue), "clFinish");
}

static void open_device(const char *path)
{
    static char source[1 << 12];
    FILE *file = fopen(path, "r");
    if (!file || fread(source, 1, sizeof source - 1, file) == 0)
        exit(2);
    fclose(file);
    const char *text = source;
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "clBuildProgram");
    kernel = clCreateKernel(program, "k", &code);
    check(code, "clCreateKernel");
}

/* A part of a buffer is no buffer of its own: what is written to it is written to the whole. */
static void write_part(cl_mem buffer)
{
    const cl_buffer_region region = {1024, 512};
    cl_int code;
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    check(code, "clCreateSubBuffer");
    check(clEnqueueWriteBuffer(queue, part, CL_TRUE, 16, 32, host, 0, NULL, NULL), "write");
    check(clReleaseMemObject(part), "clReleaseMemObject");
}

static void map(cl_mem buffer, cl_map_flags flags, size_t offset, size_t bytes)
{
    cl_int code;
    void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, bytes, 0, NULL, NULL, &code);
    check(code, "clEnqueueMapBuffer");
    check(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL), "clEnqueueUnmapMemObject");
}

/* Three rows of 8 bytes, 256 bytes apart. */
static void write_box(cl_mem buffer)
{
    const size_t at[3] = {64, 1, 0}, here[3] = {0, 0, 0}, region[3] = {8, 3, 1};
    check(
        clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, at, here, region, 256, 0, 8, 0, host, 0, NULL, NULL),
        "write box");
}

/* What fails and what is not run leaves no event. */
static void fail(cl_mem buffer)
{
    cl_int code;
    clCreateBuffer(context, 0, 0, NULL, &code);
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, BYTES, 4, host, 0, NULL, NULL);
    clEnqueueFillBuffer(queue, buffer, host, 3, 0, BYTES, 0, NULL, NULL);
}

static void fill_often(int times)
{
    cl_mem buffer = create(CL_MEM_READ_WRITE, BYTES, NULL);
    for (int i = 0; i < times; i++)
        check(clEnqueueFillBuffer(queue, buffer, "abcd", 4, 0, 4, 0, NULL, NULL), "fill");
    launch(create(CL_MEM_READ_WRITE, BYTES, NULL));
}

/* The child knows the buffer of its parent, makes one of its own and runs first. */
static void launch_in_child(void)
{
    cl_mem buffer = create(CL_MEM_READ_WRITE, BYTES, NULL);
    const pid_t child = fork();
    if (child == 0) {
        launch(create(CL_MEM_READ_WRITE, 2 * BYTES, NULL));
        _exit(0);
    }
    if (waitpid(child, NULL, 0) != child)
        exit(1);
    launch(buffer);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    open_device(argv[1]);
    if (argc > 2 && strcmp(argv[2], "fork") == 0) {
        launch_in_child();
        return 0;
    }
    if (argc > 2) {
        fill_often(atoi(argv[2]));
        return 0;
    }
    cl_mem a = create(CL_MEM_READ_WRITE, BYTES, NULL);
    cl_mem b = create(CL_MEM_COPY_HOST_PTR, 100, host);
    cl_mem c = create(CL_MEM_USE_HOST_PTR, LARGE, host);
    check(clEnqueueWriteBuffer(queue, a, CL_TRUE, 128, 256, host, 0, NULL, NULL), "write");
    launch(a); /* 0 */

    check(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, BYTES, host, 0, NULL, NULL), "read");
    check(clEnqueueCopyBuffer(queue, b, a, 4, 8, 64, 0, NULL, NULL), "copy");
    check(clEnqueueFillBuffer(queue, c, "abcd", 4, 1 << 20, 1 << 20, 0, NULL, NULL), "fill");
    write_part(a);
    launch(a); /* 1 */

    check(clReleaseMemObject(b), "clReleaseMemObject");
    cl_mem d = create(CL_MEM_READ_WRITE, 50, NULL); /* where b was */
    map(a, CL_MAP_READ, 0, 16);
    map(a, CL_MAP_WRITE, 16, 16);
    map(c, CL_MAP_WRITE_INVALIDATE_REGION, 32, 16);
    write_box(a);
    fail(a);
    launch(a); /* 2 */
    launch(a); /* 3: nothing before it */

    check(clRetainMemObject(d), "clRetainMemObject");
    check(clReleaseMemObject(d), "clReleaseMemObject"); /* lives on */
    check(clReleaseMemObject(c), "clReleaseMemObject");
    launch(d);                                          /* 4 */
    check(clReleaseMemObject(d), "clReleaseMemObject"); /* lost: no launch follows */
    return 0;
}
