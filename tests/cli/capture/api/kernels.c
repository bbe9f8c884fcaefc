/* Kernels: arguments, ranges and queries; every parameter also wrong. */
#include "api.h"

#include <stdint.h>

static const char source[] =
    "typedef struct pair { int a; float b; } pair;\n"
    "kernel void all(global const int *in, __constant float *table, local int *scratch, pair p,\n"
    "                volatile global uint *restrict out) { *out = p.a; scratch[0] = in ? *in : "
    "(int)table[0]; }\n"
    "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(void) {}\n"
    "kernel __attribute__((work_group_size_hint(64, 1, 1))) __attribute__((vec_type_hint(uchar3)))\n"
    "void hinted(void) {}\n"
    "kernel __attribute__((vec_type_hint(double))) __attribute__((reqd_work_group_size(1, 2, 3)))\n"
    "void both(void) {}\n"
    "kernel void plain(void) { local int room[16]; room[get_local_id(0) & 15] = 1; }\n";

typedef struct pair {
    int a;
    float b;
} pair;

static void text(cl_kernel kernel, cl_uint i, cl_kernel_arg_info name, const char *expected)
{
    char got[64];
    EXPECT(CL_SUCCESS, clGetKernelArgInfo(kernel, i, name, sizeof got, got, NULL));
    CHECK(strcmp(got, expected) == 0);
}

static cl_uint address(cl_kernel kernel, cl_uint i)
{
    cl_kernel_arg_address_qualifier got;
    EXPECT(CL_SUCCESS,
           clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof got, &got, NULL));
    return got;
}

static cl_kernel_arg_type_qualifier qualifiers(cl_kernel kernel, cl_uint i)
{
    cl_kernel_arg_type_qualifier got;
    EXPECT(CL_SUCCESS, clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof got, &got, NULL));
    return got;
}

static void argument_info(cl_kernel kernel)
{
    text(kernel, 0, CL_KERNEL_ARG_NAME, "in");
    text(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, "int*");
    text(kernel, 3, CL_KERNEL_ARG_TYPE_NAME, "pair");
    text(kernel, 4, CL_KERNEL_ARG_TYPE_NAME, "uint*");
    CHECK(address(kernel, 0) == CL_KERNEL_ARG_ADDRESS_GLOBAL &&
          address(kernel, 1) == CL_KERNEL_ARG_ADDRESS_CONSTANT);
    CHECK(address(kernel, 2) == CL_KERNEL_ARG_ADDRESS_LOCAL &&
          address(kernel, 3) == CL_KERNEL_ARG_ADDRESS_PRIVATE);
    CHECK(qualifiers(kernel, 0) == CL_KERNEL_ARG_TYPE_CONST &&
          qualifiers(kernel, 2) == CL_KERNEL_ARG_TYPE_NONE);
    CHECK(qualifiers(kernel, 4) == (CL_KERNEL_ARG_TYPE_VOLATILE | CL_KERNEL_ARG_TYPE_RESTRICT));
    EXPECT(CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 5, CL_KERNEL_ARG_NAME, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clGetKernelArgInfo(kernel, 0, 0, 0, NULL, NULL));
}

static void arguments(cl_kernel kernel)
{
    pair p = {7, 0};
    cl_mem out = test_buffer(0, 4, NULL), none = NULL;
    cl_mem wrong = (cl_mem)test_queue;
    int result = 0;
    EXPECT(CL_INVALID_KERNEL_ARGS, clEnqueueTask(test_queue, kernel, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), NULL));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(cl_mem), &out));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 2, 256, NULL));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof p, &p));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 4, sizeof(cl_mem), &none));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 4, sizeof(cl_mem), &out));
    EXPECT(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 5, 4, &p));
    EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 3, sizeof p + 1, &p));
    EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 3, sizeof p, NULL));
    EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 4, 4, &out));
    EXPECT(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 4, sizeof(cl_mem), &wrong));
    EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 2, 0, NULL));
    EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 2, 4, &p));
    EXPECT(CL_INVALID_KERNEL, clSetKernelArg(NULL, 0, 4, &p));
    EXPECT(CL_SUCCESS,
           clEnqueueTask(test_queue, kernel, 0, NULL, NULL)); /* a refused value changes nothing */
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, out, CL_TRUE, 0, 4, &result, 0, NULL, NULL));
    CHECK(result == 7);
    cl_ulong local;
    EXPECT(CL_SUCCESS, clGetKernelWorkGroupInfo(kernel, test_device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local,
                                                &local, NULL));
    CHECK(local == 256);
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 2, 1 << 20, NULL));
    EXPECT(CL_OUT_OF_RESOURCES, clEnqueueTask(test_queue, kernel, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clReleaseMemObject(out));
}

static void ranges(cl_kernel plain, cl_kernel fixed)
{
    const size_t range[3] = {64, 8, 2}, group[3] = {8, 4, 1}, odd[3] = {7, 1, 1}, large[3] = {64, 8, 4},
                 zero[3] = {0, 1, 1}, turned[3] = {4, 8, 1}, wide[1] = {1 << 20}, deep[3] = {1, 1, 128};
#define LAUNCH(kernel, dimensions, global, local) \
    clEnqueueNDRangeKernel(test_queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL)
    EXPECT(CL_SUCCESS, LAUNCH(plain, 3, range, group));
    EXPECT(CL_SUCCESS, LAUNCH(plain, 3, range, NULL));
    /* The size that is chosen is one that the device has, in each dimension. */
    EXPECT(CL_SUCCESS, LAUNCH(plain, 3, ((size_t[]){1, 1, 1024}), NULL));
    EXPECT(CL_SUCCESS, LAUNCH(fixed, 3, range, group));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE, LAUNCH(fixed, 1, range, NULL));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE, LAUNCH(fixed, 3, range, turned));
    EXPECT(CL_INVALID_WORK_DIMENSION, LAUNCH(plain, 0, range, NULL));
    EXPECT(CL_INVALID_WORK_DIMENSION, LAUNCH(plain, 4, range, NULL));
    EXPECT(CL_INVALID_GLOBAL_WORK_SIZE, LAUNCH(plain, 1, NULL, NULL));
    EXPECT(CL_INVALID_GLOBAL_WORK_SIZE, LAUNCH(plain, 1, zero, NULL));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE, LAUNCH(plain, 1, range, odd));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE, LAUNCH(plain, 1, range, zero));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE, LAUNCH(plain, 3, large, large));
    EXPECT(CL_INVALID_WORK_ITEM_SIZE, LAUNCH(plain, 1, wide, wide));
    EXPECT(CL_INVALID_WORK_ITEM_SIZE, LAUNCH(plain, 3, deep, deep));
    EXPECT(CL_INVALID_GLOBAL_OFFSET,
           clEnqueueNDRangeKernel(test_queue, plain, 1, &(size_t){SIZE_MAX}, range, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_KERNEL, LAUNCH(NULL, 1, range, NULL));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueTask(NULL, plain, 0, NULL, NULL));
}

/* Without local_work_size a kernel that requires a size has it. */
static void required_size(void)
{
    cl_kernel kernel =
        test_kernel("kernel __attribute__((reqd_work_group_size(8, 4, 1))) void sizes(global uint *out)\n"
                    "{ for (uint d = 0; d < 3; d++) out[d] = get_local_size(d); }\n",
                    "sizes");
    cl_uint sizes[3];
    cl_mem out = test_buffer(CL_MEM_READ_WRITE, sizeof sizes, NULL);
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &out));
    EXPECT(CL_SUCCESS, LAUNCH(kernel, 2, ((size_t[]){32, 8}), NULL));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, out, CL_TRUE, 0, sizeof sizes, sizes, 0, NULL, NULL));
    CHECK(sizes[0] == 8 && sizes[1] == 4 && sizes[2] == 1);
    EXPECT(CL_SUCCESS, clReleaseMemObject(out));
    EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
}

/* In a fixed order, whatever the source's is: clang does not keep it. */
static void attributes(cl_kernel kernel, const char *name, const char *expected)
{
    cl_program program;
    cl_kernel other;
    char got[128];
    EXPECT(CL_SUCCESS, clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(cl_program), &program, NULL));
    MAKE(other, clCreateKernel(program, name, &test_error));
    EXPECT(CL_SUCCESS, clGetKernelInfo(other, CL_KERNEL_ATTRIBUTES, sizeof got, got, NULL));
    CHECK(strcmp(got, expected) == 0);
    EXPECT(CL_SUCCESS, clReleaseKernel(other));
}

static void queries(cl_kernel kernel, cl_kernel fixed)
{
    size_t group[3], multiple, size;
    cl_uint n;
    EXPECT(CL_SUCCESS, clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof n, &n, &size));
    CHECK(n == 5 && size == sizeof n);
    EXPECT(CL_INVALID_VALUE, clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, 1, &n, NULL));
    attributes(kernel, "all", "");
    attributes(kernel, "fixed", "reqd_work_group_size(8,4,1)");
    attributes(kernel, "hinted", "work_group_size_hint(64,1,1) vec_type_hint(uchar3)");
    attributes(kernel, "both", "reqd_work_group_size(1,2,3) vec_type_hint(double)");
    EXPECT(CL_SUCCESS, clGetKernelWorkGroupInfo(fixed, test_device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                                sizeof group, group, NULL));
    CHECK(group[0] == 8 && group[1] == 4 && group[2] == 1);
    EXPECT(CL_SUCCESS, clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                                sizeof multiple, &multiple, NULL));
    CHECK(multiple == 32);
    EXPECT(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(kernel, NULL, 0, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE,
           clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof group, group, NULL));
    EXPECT(CL_INVALID_DEVICE, clGetKernelWorkGroupInfo(kernel, (cl_device_id)test_queue,
                                                       CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clRetainKernel(kernel));
    EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
    EXPECT(CL_INVALID_KERNEL, clReleaseKernel(NULL));
}

int main(void)
{
    test_open(0);
    cl_kernel all = test_kernel(source, "all"), fixed = test_kernel(source, "fixed"),
              plain = test_kernel(source, "plain");
    argument_info(all);
    arguments(all);
    ranges(plain, fixed);
    required_size();
    queries(all, fixed);
    clReleaseKernel(all), clReleaseKernel(fixed), clReleaseKernel(plain);
    test_close();
    return 0;
}
