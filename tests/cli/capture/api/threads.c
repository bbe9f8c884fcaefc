/* Calls from several host threads at once: each thread has its own kernel and buffers, they share context,
 * program and queue, and wait for one another's events. */
#include "api.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 40, N = 64 };

static cl_program program;
static cl_event start;
static atomic_int called; /* by whichever thread ran the command */

static void CL_CALLBACK add_one(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    atomic_fetch_add((atomic_int *)user_data, status == CL_COMPLETE);
}

static void round_trip(cl_kernel kernel, int seed)
{
    int data[N];
    cl_event filled, done;
    cl_int error;
    cl_mem buffer = clCreateBuffer(test_context, 0, sizeof data, NULL, &error);
    EXPECT(CL_SUCCESS, error);
    EXPECT(CL_SUCCESS, clEnqueueFillBuffer(test_queue, buffer, &seed, 4, 0, sizeof data, 1, &start, &filled));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof seed, &seed));
    const size_t items = N;
    EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 1, &filled, &done));
    EXPECT(CL_SUCCESS, clSetEventCallback(done, CL_COMPLETE, add_one, &called));
    EXPECT(CL_SUCCESS,
           clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof data, data, 1, &done, NULL));
    for (int i = 0; i < N; i++)
        CHECK(data[i] == 2 * seed + i);
    EXPECT(CL_SUCCESS, clFinish(test_queue));
    EXPECT(CL_SUCCESS, clReleaseEvent(filled));
    EXPECT(CL_SUCCESS, clReleaseEvent(done));
    EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
}

static void *work(void *argument)
{
    int first = *(int *)argument;
    cl_kernel kernel;
    cl_int error;
    kernel = clCreateKernel(program, "add", &error);
    EXPECT(CL_SUCCESS, error);
    for (int r = 0; r < ROUNDS; r++)
        round_trip(kernel, first + r);
    EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int first[THREADS];
    test_open(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    program = test_source(
        "kernel void add(global int *out, int x) { size_t i = get_global_id(0); out[i] += x + (int)i; }");
    EXPECT(CL_SUCCESS, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    MAKE(start, clCreateUserEvent(test_context, &test_error));
    for (int t = 0; t < THREADS; t++) {
        first[t] = 1000 * t;
        CHECK(pthread_create(&threads[t], NULL, work, &first[t]) == 0);
    }
    EXPECT(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
    for (int t = 0; t < THREADS; t++)
        CHECK(pthread_join(threads[t], NULL) == 0);
    CHECK(atomic_load(&called) == THREADS * ROUNDS);
    EXPECT(CL_SUCCESS, clReleaseEvent(start));
    EXPECT(CL_SUCCESS, clReleaseProgram(program));
    test_close();
    return 0;
}
