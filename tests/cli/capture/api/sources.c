/* Forms of source text: empty, several strings that count their final NUL, other line ends, long names. */
#include "api.h"

static cl_program build(cl_uint n, const char **strings, const size_t *lengths)
{
    cl_program program;
    MAKE(program, clCreateProgramWithSource(test_context, n, strings, lengths, &test_error));
    EXPECT(CL_SUCCESS, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    return program;
}

static void expect_kernel(cl_program program, const char *name)
{
    cl_kernel kernel;
    MAKE(kernel, clCreateKernel(program, name, &test_error));
    EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
    EXPECT(CL_SUCCESS, clReleaseProgram(program));
}

static void empty(const char *text)
{
    cl_uint n = 9;
    cl_program program = build(1, &text, NULL);
    EXPECT(CL_SUCCESS, clCreateKernelsInProgram(program, 0, NULL, &n));
    CHECK(n == 0);
    EXPECT_NONE(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "k", &test_error));
    EXPECT(CL_SUCCESS, clReleaseProgram(program));
}

/* A name may have any length. */
static void long_name(void)
{
    static char name[2001], source[2100];
    static const char *text = source;
    cl_int result = 0;
    memset(name, 'k', sizeof name - 1);
    snprintf(source, sizeof source, "__kernel void %s(__global int *x) { x[0] = 7; }", name);
    cl_program program = build(1, &text, NULL);
    cl_kernel kernel;
    cl_mem x = test_buffer(CL_MEM_READ_WRITE, sizeof result, NULL);
    MAKE(kernel, clCreateKernel(program, name, &test_error));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &x));
    EXPECT(CL_SUCCESS, clEnqueueTask(test_queue, kernel, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, x, CL_TRUE, 0, sizeof result, &result, 0, NULL, NULL));
    CHECK(result == 7);
    EXPECT(CL_SUCCESS, clReleaseMemObject(x));
    EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
    EXPECT(CL_SUCCESS, clReleaseProgram(program));
}

int main(void)
{
    static const char first[] = "__kernel void a(__global int *x) { x[0] = 1; }\n",
                      second[] = "__kernel void b(__global int *x) { x[0] = 2; }\n";
    const char *strings[] = {first, second};
    const size_t with_nul[] = {sizeof first, sizeof second};
    const char *line_ends =
        "#define TWICE(x) \\\r\n (2 * (x))\r\n__kernel void c(__global int *x)\r\n{ x[0] = TWICE(3); }";
    const char *marked = "\xEF\xBB\xBF__kernel void d(__global int *x) { x[0] = 1; } /* caf\xE9 */";
    test_open(0);
    empty("");
    empty("int helper(int x) { return x; }");
    expect_kernel(build(2, strings, with_nul), "b");
    expect_kernel(build(1, &line_ends, NULL), "c");
    expect_kernel(build(1, &marked, NULL), "d");
    long_name();
    return 0;
}
