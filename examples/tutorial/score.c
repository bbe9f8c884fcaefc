/* score RECORDS DIMS: the program of docs/TUTORIAL.md. Ordinary OpenCL, which knows nothing of Poise. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUP = 256, MOST_SOURCE = 1 << 16 };
static const float scale = 2.0F;

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "score: %s: OpenCL error %d\n", what, code);
        exit(1);
    }
}

static float *numbers(size_t n)
{
    float *made = malloc(n * sizeof *made);
    if (made == NULL) {
        fprintf(stderr, "score: no memory for %zu numbers\n", n);
        exit(1);
    }
    for (size_t i = 0; i < n; i++)
        made[i] = (float)(i * 7919 % 1000) / 1000.0F - 0.5F;
    return made;
}

static cl_program build(cl_context context, const char *path)
{
    static char text[MOST_SOURCE];
    const char *source = text;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "score: cannot open %s\n", path);
        exit(1);
    }
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, &source, &length, &code);
    check(code, "source");
    check(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "build");
    return program;
}

static cl_mem buffer(cl_context context, size_t n, float *content)
{
    cl_int code;
    cl_mem_flags flags = CL_MEM_READ_WRITE | (content != NULL ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem made = clCreateBuffer(context, flags, n * sizeof(float), content, &code);
    check(code, "buffer");
    return made;
}

static void launch(cl_command_queue queue, cl_kernel kernel, size_t items)
{
    const size_t group = GROUP;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL), "launch");
}

static void compute(float *table, float *query, float *weights, size_t records, cl_uint dims)
{
    cl_int code;
    cl_platform_id platform;
    cl_device_id device;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "queue");

    cl_program program = build(context, "score.cl");
    cl_kernel score = clCreateKernel(program, "score", &code);
    check(code, "kernel score");
    cl_kernel weigh = clCreateKernel(program, "weigh", &code);
    check(code, "kernel weigh");
    cl_mem table_buffer = buffer(context, records * dims, table), query_buffer = buffer(context, dims, query);
    cl_mem scores = buffer(context, records, NULL), result = buffer(context, records, NULL);
    code = clSetKernelArg(score, 0, sizeof(cl_mem), &table_buffer);
    code |= clSetKernelArg(score, 1, sizeof(cl_mem), &query_buffer);
    code |= clSetKernelArg(score, 2, sizeof(cl_mem), &scores);
    code |= clSetKernelArg(score, 3, sizeof(cl_uint), &dims);
    code |= clSetKernelArg(weigh, 0, sizeof(cl_mem), &scores);
    code |= clSetKernelArg(weigh, 1, sizeof(cl_mem), &result);
    code |= clSetKernelArg(weigh, 2, sizeof(cl_float), &scale);
    check(code, "arguments");

    launch(queue, score, records);
    launch(queue, weigh, records);
    check(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, records * sizeof(float), weights, 0, NULL, NULL),
          "result");
    clReleaseContext(context);
}

/* The largest difference from what the CPU computes. */
static double error_of(const float *weights, const float *table, const float *query, size_t records,
                       cl_uint dims)
{
    double error = 0.0;
    for (size_t r = 0; r < records; r++) {
        double sum = 0.0;
        for (cl_uint d = 0; d < dims; d++)
            sum += (double)table[r * dims + d] * query[d];
        error = fmax(error, fabs(weights[r] - 1.0 / (1.0 + exp(-scale * sum))));
    }
    return error;
}

int main(int argc, char **argv)
{
    const size_t records = argc > 1 ? strtoul(argv[1], NULL, 10) / GROUP * GROUP : 0;
    const cl_uint dims = argc > 2 ? (cl_uint)strtoul(argv[2], NULL, 10) : 0;
    if (records == 0 || dims == 0) {
        fprintf(stderr, "usage: score RECORDS DIMS, at least %d and 1\n", GROUP);
        return 2;
    }
    float *table = numbers(records * dims), *query = numbers(dims), *weights = numbers(records);
    compute(table, query, weights, records, dims);
    const int right = error_of(weights, table, query, records, dims) < 1e-4;
    printf("score: %zu records of %u numbers, %s\n", records, dims, right ? "right" : "WRONG");
    free(table);
    free(query);
    free(weights);
    return right ? 0 : 1;
}
