/* Runs the kernels of features.cl through the standard OpenCL interface and compares every result with the
 * host's. Prints one line per kernel; exits with 1 when any differs. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 512 };

typedef struct pair {
    cl_int factor;
    cl_float offset;
    cl_long tail[4];
} pair;

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static int input[N];
static int n_wrong;

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, code);
        exit(1);
    }
}

static void verdict(const char *name, int wrong)
{
    printf("%s: %s\n", name, wrong ? "WRONG" : "right");
    n_wrong += wrong != 0;
}

static cl_mem buffer(size_t bytes, const void *contents)
{
    cl_int code;
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    check(code, "clCreateBuffer");
    const char zero = 0;
    check(clEnqueueFillBuffer(queue, memory, &zero, 1, 0, bytes, 0, NULL, NULL), "clEnqueueFillBuffer");
    if (contents)
        check(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, bytes, contents, 0, NULL, NULL),
              "clEnqueueWriteBuffer");
    return memory;
}

static cl_kernel kernel(const char *name)
{
    cl_int code;
    cl_kernel made = clCreateKernel(program, name, &code);
    check(code, name);
    return made;
}

static void argument(cl_kernel k, cl_uint i, size_t bytes, const void *value)
{
    check(clSetKernelArg(k, i, bytes, value), "clSetKernelArg");
}

static void buffer_argument(cl_kernel k, cl_uint i, cl_mem memory)
{
    argument(k, i, sizeof(cl_mem), &memory);
}

/* Runs, reads the result back and releases the kernel. */
static void run(cl_kernel k, cl_uint dimensions, const size_t *offset, const size_t *global,
                const size_t *local, cl_mem result, size_t bytes, void *to)
{
    cl_event event;
    cl_ulong start, end;
    check(clEnqueueNDRangeKernel(queue, k, dimensions, offset, global, local, 0, NULL, &event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
          "profiling start");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "profiling end");
    if (end < start)
        n_wrong++;
    check(clReleaseEvent(event), "clReleaseEvent");
    check(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, bytes, to, 0, NULL, NULL), "clEnqueueReadBuffer");
    check(clReleaseMemObject(result), "clReleaseMemObject");
    check(clReleaseKernel(k), "clReleaseKernel");
}

static void test_group_sums(void)
{
    size_t global = N, local = 128;
    int sums[N / 128], wrong = 0;
    cl_kernel k = kernel("group_sums");
    cl_mem in = buffer(sizeof input, input), out = buffer(sizeof sums, NULL);
    buffer_argument(k, 0, in);
    buffer_argument(k, 1, out);
    argument(k, 2, local * sizeof(int), NULL);
    run(k, 1, NULL, &global, &local, out, sizeof sums, sums);
    for (int g = 0; g < N / 128; g++) {
        int sum = 0;
        for (int i = 0; i < 128; i++)
            sum += input[g * 128 + i];
        wrong += sums[g] != sum;
    }
    clReleaseMemObject(in);
    verdict("group_sums", wrong);
}

static void test_transpose(void)
{
    enum { WIDTH = 32, HEIGHT = 16 };
    size_t global[2] = {WIDTH, HEIGHT}, local[2] = {16, 16};
    float in[N], out[N];
    cl_int width = WIDTH, height = HEIGHT;
    int wrong = 0;
    for (int i = 0; i < N; i++)
        in[i] = (float)i;
    cl_kernel k = kernel("transpose");
    cl_mem from = buffer(sizeof in, in), to = buffer(sizeof out, NULL);
    buffer_argument(k, 0, from);
    buffer_argument(k, 1, to);
    argument(k, 2, sizeof width, &width);
    argument(k, 3, sizeof height, &height);
    run(k, 2, NULL, global, local, to, sizeof out, out);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            wrong += out[x * HEIGHT + y] != in[y * WIDTH + x];
    }
    clReleaseMemObject(from);
    verdict("transpose", wrong);
}

static void test_positions(void)
{
    size_t global[3] = {8, 8, 8}, offset[3] = {1, 2, 3};
    int out[N], wrong = 0;
    cl_kernel k = kernel("positions");
    cl_mem to = buffer(sizeof out, NULL);
    buffer_argument(k, 0, to);
    run(k, 3, offset, global, NULL, to, sizeof out, out);
    for (int i = 0; i < N; i++)
        wrong += out[i] != i % 8 + 1 + 100 * (i / 8 % 8 + 2) + 10000 * (i / 64 + 3) + 3000000;
    verdict("positions", wrong);
}

static void test_structure(void)
{
    size_t global = N;
    float out[N];
    int wrong = 0;
    pair p = {7, 0.5f, {1, 10, 100, 1000}};
    cl_uchar scale = 3;
    cl_kernel k = kernel("structure");
    cl_mem to = buffer(sizeof out, NULL);
    buffer_argument(k, 0, to);
    argument(k, 1, sizeof p, &p);
    argument(k, 2, sizeof scale, &scale);
    run(k, 1, NULL, &global, NULL, to, sizeof out, out);
    for (int i = 0; i < N; i++)
        wrong += out[i] != ((float)(i * 7) + 0.5f + (float)p.tail[i & 3]) * 3;
    verdict("structure", wrong);
}

static int collatz_steps(int v)
{
    int steps = 0;
    for (; v > 1; steps++)
        v = v & 1 ? 3 * v + 1 : v / 2;
    return steps;
}

static void test_divergent(void)
{
    size_t global = N, local = 64;
    int out[N], wrong = 0;
    cl_int n = N - 70;
    cl_kernel k = kernel("divergent");
    cl_mem to = buffer(sizeof out, NULL);
    buffer_argument(k, 0, to);
    argument(k, 1, sizeof n, &n);
    run(k, 1, NULL, &global, &local, to, sizeof out, out);
    for (int i = 0; i < N; i++)
        wrong += out[i] != (i < n ? collatz_steps(i + 1) : 0);
    verdict("divergent", wrong);
}

static void test_histogram(void)
{
    size_t global = N, local = 64;
    int bins[16], expected[16] = {0}, wrong = 0;
    cl_uint largest = 0, zero = 0;
    cl_kernel k = kernel("histogram");
    cl_mem in = buffer(sizeof input, input), out = buffer(sizeof bins, NULL),
           top = buffer(sizeof zero, &zero);
    buffer_argument(k, 0, in);
    buffer_argument(k, 1, out);
    buffer_argument(k, 2, top);
    run(k, 1, NULL, &global, &local, out, sizeof bins, bins);
    cl_int code;
    cl_uint *mapped =
        clEnqueueMapBuffer(queue, top, CL_TRUE, CL_MAP_READ, 0, sizeof zero, 0, NULL, NULL, &code);
    check(code, "clEnqueueMapBuffer");
    for (int i = 0; i < N; i++) {
        expected[input[i] & 15]++;
        largest = (cl_uint)input[i] > largest ? (cl_uint)input[i] : largest;
    }
    wrong = memcmp(bins, expected, sizeof bins) != 0 || *mapped != largest;
    check(clEnqueueUnmapMemObject(queue, top, mapped, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    clReleaseMemObject(in);
    clReleaseMemObject(top);
    verdict("histogram", wrong);
}

static void test_private_array(void)
{
    size_t global = N, local = 64;
    float out[N];
    int wrong = 0;
    cl_kernel k = kernel("private_array");
    cl_mem in = buffer(sizeof input, input), to = buffer(sizeof out, NULL);
    buffer_argument(k, 0, in);
    buffer_argument(k, 1, to);
    run(k, 1, NULL, &global, &local, to, sizeof out, out);
    for (int i = 0; i < N; i++) {
        float h[8];
        for (int j = 0; j < 8; j++)
            h[j] = 0.5f * (float)(((input[i] + j) & 7) + 1);
        for (int j = 0; j < 8; j++)
            h[input[i] & 7] += h[j] * (float)j;
        wrong += out[i] != h[i & 7];
    }
    clReleaseMemObject(in);
    verdict("private_array", wrong);
}

static double built_ins(const float *v, const float *w)
{
    double x = v[0], y = v[1], z = v[2], u = v[3];
    double r = x * w[0] + y * w[1] + z * w[2] + u * w[3] + sqrt(x * x + y * y + z * z + u * u) + fmin(x, y) +
               fmax(z, u) + fmin(fmax(x, 0.25), 0.75) + (y + z) / 2;
    r += x * y + z + x * y + u + fabs(x - y) + floor(4 * z) + 1 / sqrt(1 + x) + sqrt(y);
    r += sin(x) + exp(y) + log(1 + z) + pow(1 + u, 2.5);
    int q[4];
    for (int i = 0; i < 4; i++)
        q[i] = (int)lrint(1e3 * w[i]);
    int s = q[0] + q[1] * 3 + (q[2] > 7 ? q[2] : 7) + abs(q[3] - 5000) + __builtin_popcount((unsigned)q[0]) +
            __builtin_clz((unsigned)q[1]) + (x > y ? 2 : 1);
    s += 0 + 255 + 7 + 255;
    return r * 1.5 + s + q[3] - q[0] + exp(x);
}

static void test_built_ins(void)
{
    size_t global = N, local = 64;
    static float in[4 * N];
    double out[N];
    const float extra[4] = {0.125f, 0.25f, 0.0625f, 2.5f};
    int wrong = 0;
    for (int i = 0; i < 4 * N; i++)
        in[i] = (float)((i * 7919) % 1000) / 1000.0f;
    cl_kernel k = kernel("built_ins");
    cl_mem from = buffer(sizeof in, in), constants = buffer(sizeof extra, extra),
           to = buffer(sizeof out, NULL);
    buffer_argument(k, 0, from);
    buffer_argument(k, 1, constants);
    buffer_argument(k, 2, to);
    run(k, 1, NULL, &global, &local, to, sizeof out, out);
    for (int i = 0; i < N; i++) {
        double expected = built_ins(in + 4 * i, extra);
        wrong += !(fabs(out[i] - expected) < 1e-4 * fabs(expected));
    }
    clReleaseMemObject(from);
    clReleaseMemObject(constants);
    verdict("built_ins", wrong);
}

static void test_switched(void)
{
    size_t global = N, local = 64;
    int out[N], wrong = 0;
    cl_kernel k = kernel("switched");
    cl_mem in = buffer(sizeof input, input), to = buffer(sizeof out, NULL);
    buffer_argument(k, 0, in);
    buffer_argument(k, 1, to);
    run(k, 1, NULL, &global, &local, to, sizeof out, out);
    for (int i = 0; i < N; i++) {
        const int expected[6] = {11, 22, 5, 77, i * 3, -i};
        wrong += out[i] != expected[input[i] % 6];
    }
    clReleaseMemObject(in);
    verdict("switched", wrong);
}

/* A buffer in the program's own memory: a kernel's results appear there when it is mapped, and only the
 * mapped part goes back. */
static void test_host_memory(void)
{
    size_t global = N, local = 64;
    static int memory[N], copy[N];
    cl_int code, n = N;
    cl_mem to = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof memory, memory, &code);
    check(code, "clCreateBuffer");
    cl_kernel k = kernel("divergent");
    buffer_argument(k, 0, to);
    argument(k, 1, sizeof n, &n);
    check(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    int *mapped = clEnqueueMapBuffer(queue, to, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 8 * sizeof(int), 0,
                                     NULL, NULL, &code);
    check(code, "clEnqueueMapBuffer");
    int wrong = mapped != memory || memory[6] != collatz_steps(7);
    mapped[0] = 4711;
    check(clEnqueueUnmapMemObject(queue, to, mapped, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof copy, copy, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    wrong += copy[0] != 4711 || copy[N - 1] != collatz_steps(N);
    wrong += clEnqueueUnmapMemObject(queue, to, mapped, 0, NULL, NULL) != CL_INVALID_VALUE;
    clReleaseMemObject(to);
    clReleaseKernel(k);
    verdict("host_memory", wrong);
}

static char *read_source(const char *path)
{
    char *text = calloc(1, 1 << 16);
    FILE *file = fopen(path, "r");
    if (!file || !text || fread(text, 1, (1 << 16) - 1, file) == 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

static void set_up(const char *path)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &code);
    check(code, "clCreateCommandQueue");
    char *source = read_source(path);
    const char *text = source;
    program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    check(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &device, "-DUNUSED=1 -cl-mad-enable", NULL, NULL);
    if (code != CL_SUCCESS) {
        char log[4096] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fputs(log, stderr);
        check(code, "clBuildProgram");
    }
    free(source);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    for (int i = 0; i < N; i++)
        input[i] = (i * 7919) % 1009;
    set_up(argv[1]);
    test_group_sums();
    test_transpose();
    test_positions();
    test_structure();
    test_divergent();
    test_histogram();
    test_private_array();
    test_built_ins();
    test_switched();
    test_host_memory();
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return n_wrong != 0;
}
