/* User events, wait lists, callbacks, markers, barriers and the order of commands. */
#include "api.h"

static int calls;
static cl_int last_status;

static void CL_CALLBACK note(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    calls += *(int *)user_data;
    last_status = status;
}

static cl_int status_of(cl_event event)
{
    cl_int status;
    EXPECT(CL_SUCCESS,
           clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

static cl_event user_event(void)
{
    cl_event event;
    MAKE(event, clCreateUserEvent(test_context, &test_error));
    return event;
}

/* A write that waits for a user event, and all that follows it in the queue, runs when that is set. */
static void waits(void)
{
    int one = 1, read = 0, weight = 1;
    cl_mem buffer = test_buffer(0, sizeof one, NULL);
    cl_event user = user_event(), write, copy;
    EXPECT(CL_SUCCESS,
           clEnqueueWriteBuffer(test_queue, buffer, CL_FALSE, 0, sizeof one, &one, 1, &user, &write));
    EXPECT(CL_SUCCESS,
           clEnqueueReadBuffer(test_queue, buffer, CL_FALSE, 0, sizeof one, &read, 0, NULL, &copy));
    EXPECT(CL_SUCCESS, clSetEventCallback(copy, CL_COMPLETE, note, &weight));
    EXPECT(CL_SUCCESS, clReleaseMemObject(buffer)); /* the commands keep it */
    CHECK(status_of(user) == CL_SUBMITTED && status_of(write) == CL_QUEUED && status_of(copy) == CL_QUEUED);
    cl_ulong time;
    EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE,
           clGetEventProfilingInfo(write, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL));
    CHECK(read == 0 && calls == 0);
    one = 7; /* read when the command runs */
    EXPECT(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
    CHECK(read == 7 && calls == 1 && last_status == CL_COMPLETE);
    EXPECT(CL_SUCCESS, clWaitForEvents(2, (cl_event[]){write, copy}));
    cl_ulong times[4];
    for (cl_uint i = 0; i < 4; i++)
        EXPECT(CL_SUCCESS, clGetEventProfilingInfo(write, CL_PROFILING_COMMAND_QUEUED + i, sizeof(cl_ulong),
                                                   &times[i], NULL));
    CHECK(times[0] <= times[1] && times[1] <= times[2] && times[2] <= times[3]);
    EXPECT(CL_INVALID_OPERATION, clSetUserEventStatus(user, CL_COMPLETE));
    clReleaseEvent(user), clReleaseEvent(write), clReleaseEvent(copy);
}

/* An error of a user event cancels what waits for it, directly or not, and nothing else. */
static void fails(void)
{
    int one = 1, read = 5, weight = 10;
    cl_mem buffer = test_buffer(CL_MEM_COPY_HOST_PTR, sizeof one, &one);
    cl_event user = user_event(), first, second;
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, buffer, CL_FALSE, 0, 4, &read, 1, &user, &first));
    EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(test_queue, 1, &first, &second));
    EXPECT(CL_SUCCESS, clSetEventCallback(second, CL_SUBMITTED, note, &weight));
    calls = 0;
    EXPECT(CL_SUCCESS, clSetUserEventStatus(user, -100));
    CHECK(read == 5 && status_of(user) == -100 && calls == 10 && last_status < 0);
    CHECK(status_of(first) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(status_of(second) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &second));
    EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
           clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, 4, &read, 1, &user, NULL));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, 4, &read, 0, NULL, NULL));
    CHECK(read == 1);
    clReleaseEvent(user), clReleaseEvent(first), clReleaseEvent(second), clReleaseMemObject(buffer);
}

/* In an out-of-order queue only wait lists and barriers keep an order. */
static void out_of_order(void)
{
    int one = 1, before = 0, after = 0;
    cl_command_queue queue;
    MAKE(queue, clCreateCommandQueue(test_context, test_device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                     &test_error));
    cl_mem buffer = test_buffer(CL_MEM_COPY_HOST_PTR, sizeof one, &one);
    cl_event user = user_event(), marker;
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &after, 1, &user, NULL));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &before, 0, NULL, NULL));
    CHECK(before == 1 && after == 0);
    before = 0;
    EXPECT(CL_SUCCESS, clEnqueueMarker(queue, &marker)); /* waits for all before it */
    CHECK(status_of(marker) == CL_QUEUED);
    EXPECT(CL_SUCCESS, clEnqueueBarrier(queue));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &before, 0, NULL, NULL));
    CHECK(before == 0);
    EXPECT(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
    EXPECT(CL_SUCCESS, clFinish(queue));
    CHECK(before == 1 && after == 1 && status_of(marker) == CL_COMPLETE);
    clReleaseEvent(user), clReleaseEvent(marker), clReleaseMemObject(buffer), clReleaseCommandQueue(queue);
}

/* Arguments are those at the time of the call, and a kernel that waits keeps all that it needs. */
static void kernel_waits(void)
{
    cl_kernel kernel = test_kernel("kernel void set(global int *out, int value) { *out = value; }", "set");
    int value = 3, read = 0;
    cl_mem buffer = test_buffer(0, sizeof value, NULL);
    cl_event user = user_event();
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof value, &value));
    EXPECT(CL_SUCCESS, clEnqueueTask(test_queue, kernel, 1, &user, NULL));
    value = 4;
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof value, &value));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, buffer, CL_FALSE, 0, 4, &read, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
    EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
    EXPECT(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
    CHECK(read == 3);
    clReleaseEvent(user);
}

static void bad_parameters(void)
{
    int weight = 0;
    cl_event user = user_event(), none = NULL, made;
    cl_uint n;
    cl_command_queue queue;
    cl_context other;
    MAKE(other, clCreateContext(NULL, 1, &test_device, NULL, NULL, &test_error));
    cl_event foreign;
    MAKE(foreign, clCreateUserEvent(other, &test_error));
    EXPECT_NONE(CL_INVALID_CONTEXT, clCreateUserEvent(NULL, &test_error));
    EXPECT(CL_INVALID_EVENT, clSetUserEventStatus(NULL, CL_COMPLETE));
    EXPECT(CL_INVALID_VALUE, clSetUserEventStatus(user, CL_RUNNING));
    EXPECT(CL_INVALID_VALUE, clWaitForEvents(0, NULL));
    EXPECT(CL_INVALID_EVENT, clWaitForEvents(1, &none));
    EXPECT(CL_INVALID_CONTEXT, clWaitForEvents(2, (cl_event[]){user, foreign}));
    EXPECT(CL_INVALID_VALUE, clSetEventCallback(user, CL_QUEUED, note, &weight));
    EXPECT(CL_INVALID_VALUE, clSetEventCallback(user, CL_COMPLETE, NULL, NULL));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(test_queue, 1, NULL, NULL));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(test_queue, 0, &user, NULL));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList(test_queue, 1, &none, NULL));
    EXPECT(CL_INVALID_CONTEXT, clEnqueueBarrierWithWaitList(test_queue, 1, &foreign, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueWaitForEvents(test_queue, 0, NULL));
    EXPECT(CL_INVALID_EVENT, clEnqueueWaitForEvents(test_queue, 1, &none));
    EXPECT(CL_INVALID_VALUE, clEnqueueMarker(test_queue, NULL));
    EXPECT(CL_INVALID_VALUE, clGetEventInfo(user, 0, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clGetEventInfo(user, CL_EVENT_COMMAND_TYPE, sizeof n, &n, NULL));
    CHECK(n == CL_COMMAND_USER);
    EXPECT(CL_SUCCESS, clGetEventInfo(user, CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue), &queue, NULL));
    CHECK(queue == NULL);
    EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE,
           clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, 8, &(cl_ulong){0}, NULL));
    EXPECT(CL_SUCCESS, clEnqueueMarker(test_queue, &made));
    EXPECT(CL_INVALID_EVENT, clSetUserEventStatus(made, CL_COMPLETE)); /* no user event */
    EXPECT(CL_SUCCESS, clRetainEvent(made));
    EXPECT(CL_SUCCESS, clReleaseEvent(made));
    EXPECT(CL_INVALID_EVENT, clReleaseEvent(NULL));
    clReleaseEvent(made), clReleaseEvent(user), clReleaseEvent(foreign), clReleaseContext(other);
}

int main(void)
{
    test_open(CL_QUEUE_PROFILING_ENABLE);
    waits();
    fails();
    out_of_order();
    kernel_waits();
    bad_parameters();
    test_close();
    return 0;
}
