/* product SIZE [tiled]: multiplies two square matrices in groups of 16 x 16 and checks some elements. SIZE
 * must be a multiple of 16. Prints the seconds between enqueue and finish on stderr. */
#define _POSIX_C_SOURCE          199309L
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *source =
    "__kernel void product(__global const float *a, __global const float *b, __global float *c, int n)\n"
    "{\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < n; k++)\n"
    "        sum += a[y * n + k] * b[k * n + x];\n"
    "    c[y * n + x] = sum;\n"
    "}\n"
    "__kernel void tiled(__global const float *a, __global const float *b, __global float *c, int n)\n"
    "{\n"
    "    __local float ta[16][16], tb[16][16];\n"
    "    int x = get_global_id(0), y = get_global_id(1), i = get_local_id(0), j = get_local_id(1);\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < n; k += 16) {\n"
    "        ta[j][i] = a[y * n + k + i];\n"
    "        tb[j][i] = b[(k + j) * n + x];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int l = 0; l < 16; l++)\n"
    "            sum += ta[j][l] * tb[l][i];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    c[y * n + x] = sum;\n"
    "}\n";

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, code);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static cl_mem new_buffer(cl_context context, size_t bytes, void *data)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

/* Some elements, spread over the matrix. */
static int is_right(const float *a, const float *b, const float *c, size_t n)
{
    for (size_t i = 0; i < n * n; i += 4099) {
        size_t x = i % n, y = i / n;
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += (double)a[y * n + k] * (double)b[k * n + x];
        if (fabs(sum - (double)c[i]) > 1e-4 * (double)n)
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    if (n == 0 || n % 16)
        return 2;
    size_t bytes = n * n * sizeof(float);
    float *a = malloc(bytes), *b = malloc(bytes), *c = calloc(n * n, sizeof *c);
    if (!a || !b || !c)
        exit(1);
    for (size_t i = 0; i < n * n; i++) {
        a[i] = (float)(i % 17) / 17;
        b[i] = (float)(i % 13) / 13;
    }
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
    cl_kernel kernel =
        clCreateKernel(program, argc > 2 && !strcmp(argv[2], "tiled") ? "tiled" : "product", &code);
    check(code, "clCreateKernel");
    cl_mem buffers[3] = {new_buffer(context, bytes, a), new_buffer(context, bytes, b),
                         new_buffer(context, bytes, c)};
    cl_int size = (cl_int)n;
    for (cl_uint i = 0; i < 3; i++)
        check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3, sizeof size, &size), "clSetKernelArg");
    const size_t global[2] = {n, n}, local[2] = {16, 16};
    double start = now();
    check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
    fprintf(stderr, "launch: %.3f s\n", now() - start);
    check(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, bytes, c, 0, NULL, NULL), "clEnqueueReadBuffer");
    puts(is_right(a, b, c, n) ? "right" : "wrong");
    free(a);
    free(b);
    free(c);
    return 0;
}
