/* What the tests of the platform's interface share: a context with a queue, and checks that say what failed.
 */
#ifndef POISE_TEST_CAPTURE_API_H
#define POISE_TEST_CAPTURE_API_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                    \
    do {                                                                    \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

/* The call returns that error code. */
#define EXPECT(code, call)                                                                        \
    do {                                                                                          \
        cl_int got_ = (call);                                                                     \
        if (got_ != (code)) {                                                                     \
            fprintf(stderr, "%s:%d: %s is %d, not %s\n", __FILE__, __LINE__, #call, got_, #code); \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

/* A call that makes an object and stores its error code in test_error; NULL exactly when it fails. */
#define EXPECT_NONE(code, call)   \
    do {                          \
        CHECK((call) == NULL);    \
        EXPECT(code, test_error); \
    } while (0)
#define MAKE(object, call)              \
    do {                                \
        (object) = (call);              \
        EXPECT(CL_SUCCESS, test_error); \
        CHECK((object) != NULL);        \
    } while (0)

static cl_int test_error;
static cl_platform_id test_platform;
static cl_device_id test_device;
static cl_context test_context;
static cl_command_queue test_queue;

static inline void test_open(cl_command_queue_properties properties)
{
    EXPECT(CL_SUCCESS, clGetPlatformIDs(1, &test_platform, NULL));
    EXPECT(CL_SUCCESS, clGetDeviceIDs(test_platform, CL_DEVICE_TYPE_GPU, 1, &test_device, NULL));
    MAKE(test_context, clCreateContext(NULL, 1, &test_device, NULL, NULL, &test_error));
    MAKE(test_queue, clCreateCommandQueue(test_context, test_device, properties, &test_error));
}

static inline cl_mem test_buffer(cl_mem_flags flags, size_t bytes, void *host)
{
    cl_mem buffer;
    MAKE(buffer, clCreateBuffer(test_context, flags, bytes, host, &test_error));
    return buffer;
}

static inline cl_program test_source(const char *source)
{
    cl_program program;
    MAKE(program, clCreateProgramWithSource(test_context, 1, &source, NULL, &test_error));
    return program;
}

static inline cl_kernel test_kernel(const char *source, const char *name)
{
    cl_program program = test_source(source);
    EXPECT(CL_SUCCESS, clBuildProgram(program, 1, &test_device, "", NULL, NULL));
    cl_kernel kernel;
    MAKE(kernel, clCreateKernel(program, name, &test_error));
    EXPECT(CL_SUCCESS, clReleaseProgram(program));
    return kernel;
}

/* Closes what test_open made; the context must have no other references left. */
static inline void test_close(void)
{
    cl_uint references;
    EXPECT(CL_SUCCESS, clReleaseCommandQueue(test_queue));
    EXPECT(CL_SUCCESS,
           clGetContextInfo(test_context, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references, NULL));
    CHECK(references == 1);
    EXPECT(CL_SUCCESS, clReleaseContext(test_context));
}

#endif
