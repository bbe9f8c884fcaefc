/* Buffers and sub-buffers: flags, transfers of every kind, maps; every parameter also wrong. */
#include "api.h"

#include <stdint.h>

enum { N = 256, BYTES = N * (int)sizeof(int) };

static int destroyed;

static void CL_CALLBACK destroy(cl_mem memory, void *user_data)
{
    (void)memory;
    destroyed = destroyed * 10 + *(int *)user_data;
}

static void creation(void)
{
    int data[N] = {0};
    const cl_mem_flags both = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    EXPECT_NONE(CL_INVALID_CONTEXT, clCreateBuffer(NULL, 0, BYTES, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_VALUE, clCreateBuffer(test_context, both, BYTES, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_VALUE, clCreateBuffer(test_context, 1 << 20, BYTES, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_BUFFER_SIZE, clCreateBuffer(test_context, 0, 0, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_BUFFER_SIZE, clCreateBuffer(test_context, 0, SIZE_MAX, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_HOST_PTR, clCreateBuffer(test_context, 0, BYTES, data, &test_error));
    EXPECT_NONE(CL_INVALID_HOST_PTR,
                clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, BYTES, NULL, &test_error));
    cl_mem buffer = test_buffer(CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, BYTES, data);
    cl_mem_flags flags;
    EXPECT(CL_SUCCESS, clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    CHECK(flags == (CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR));
    int first = 1, second = 2;
    EXPECT(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, NULL, NULL));
    EXPECT(CL_SUCCESS, clSetMemObjectDestructorCallback(buffer, destroy, &first));
    EXPECT(CL_SUCCESS, clSetMemObjectDestructorCallback(buffer, destroy, &second));
    EXPECT(CL_SUCCESS, clRetainMemObject(buffer));
    EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
    CHECK(destroyed == 0);
    EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
    CHECK(destroyed == 21); /* the last one first */
    EXPECT(CL_INVALID_MEM_OBJECT, clReleaseMemObject(NULL));
}

static cl_mem sub_buffer(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes)
{
    cl_buffer_region region = {origin, bytes};
    return clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &test_error);
}

static void sub_buffers(void)
{
    int data[N], read[64];
    for (int i = 0; i < N; i++)
        data[i] = i;
    cl_mem parent = test_buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY, BYTES, data);
    cl_mem part, owner;
    MAKE(part, sub_buffer(parent, 0, 256, 256));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, part, CL_TRUE, 0, 256, read, 0, NULL, NULL));
    CHECK(memcmp(read, data + 64, 256) == 0);
    EXPECT(CL_INVALID_OPERATION, clEnqueueWriteBuffer(test_queue, part, CL_TRUE, 0, 4, read, 0, NULL, NULL));
    size_t offset;
    EXPECT(CL_SUCCESS, clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof offset, &offset, NULL));
    EXPECT(CL_SUCCESS, clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem), &owner, NULL));
    CHECK(offset == 256 && owner == parent);
    EXPECT_NONE(CL_INVALID_MEM_OBJECT, sub_buffer(part, 0, 0, 4));
    EXPECT_NONE(CL_INVALID_VALUE, sub_buffer(parent, 0, BYTES, 4));
    EXPECT_NONE(CL_INVALID_VALUE, sub_buffer(parent, 0, 256, BYTES));
    EXPECT_NONE(CL_INVALID_VALUE, sub_buffer(parent, CL_MEM_READ_WRITE, 0, 4));
    EXPECT_NONE(CL_INVALID_VALUE, sub_buffer(parent, CL_MEM_HOST_WRITE_ONLY, 0, 4));
    EXPECT_NONE(CL_INVALID_VALUE, sub_buffer(parent, CL_MEM_ALLOC_HOST_PTR, 0, 4));
    EXPECT_NONE(CL_INVALID_BUFFER_SIZE, sub_buffer(parent, 0, 0, 0));
    EXPECT_NONE(CL_MISALIGNED_SUB_BUFFER_OFFSET, sub_buffer(parent, 0, 4, 4));
    EXPECT_NONE(CL_INVALID_VALUE, clCreateSubBuffer(parent, 0, 0, &(cl_buffer_region){0, 4}, &test_error));
    EXPECT(CL_SUCCESS, clReleaseMemObject(parent));
    EXPECT(CL_SUCCESS, clReleaseMemObject(part));
}

static void linear(void)
{
    int data[N], read[N];
    for (int i = 0; i < N; i++)
        data[i] = i;
    cl_mem a = test_buffer(0, BYTES, NULL), b = test_buffer(0, BYTES, NULL);
    cl_mem hidden = test_buffer(CL_MEM_HOST_NO_ACCESS, BYTES, NULL);
    EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(test_queue, a, CL_FALSE, 0, BYTES, data, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueCopyBuffer(test_queue, a, b, 0, 0, BYTES, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueFillBuffer(test_queue, b, &(int){-1}, 4, 8, 16, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, b, CL_TRUE, 0, BYTES, read, 0, NULL, NULL));
    for (int i = 0; i < N; i++)
        CHECK(read[i] == (i >= 2 && i < 6 ? -1 : i));
    EXPECT(CL_SUCCESS,
           clEnqueueMigrateMemObjects(test_queue, 1, &a, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueReadBuffer(NULL, a, CL_TRUE, 0, 4, read, 0, NULL, NULL));
    EXPECT(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(test_queue, NULL, CL_TRUE, 0, 4, read, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueReadBuffer(test_queue, a, CL_TRUE, BYTES, 4, read, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueReadBuffer(test_queue, a, CL_TRUE, 8, SIZE_MAX, read, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueReadBuffer(test_queue, a, CL_TRUE, 0, 4, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueWriteBuffer(test_queue, a, CL_TRUE, 0, 0, read, 0, NULL, NULL));
    EXPECT(CL_INVALID_OPERATION, clEnqueueReadBuffer(test_queue, hidden, CL_TRUE, 0, 4, read, 0, NULL, NULL));
    EXPECT(CL_INVALID_OPERATION,
           clEnqueueWriteBuffer(test_queue, hidden, CL_TRUE, 0, 4, read, 0, NULL, NULL));
    EXPECT(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(test_queue, a, a, 0, 4, 8, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueCopyBuffer(test_queue, a, a, 0, 8, 8, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueCopyBuffer(test_queue, a, b, 0, 8, BYTES, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueFillBuffer(test_queue, a, read, 3, 0, 12, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueFillBuffer(test_queue, a, read, 8, 4, 8, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueFillBuffer(test_queue, a, read, 256, 0, 256, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(test_queue, 0, NULL, 0, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(test_queue, 1, &a, 1 << 10, 0, NULL, NULL));
    clReleaseMemObject(a), clReleaseMemObject(b), clReleaseMemObject(hidden);
}

/* A box of 2 x 3 x 2 bytes inside 8 x 4 x 2. */
static void boxes(void)
{
    unsigned char data[64], read[64] = {0};
    for (int i = 0; i < 64; i++)
        data[i] = (unsigned char)(i + 1);
    const size_t at[3] = {1, 1, 0}, zero[3] = {0, 0, 0}, region[3] = {2, 3, 2}, empty[3] = {0, 1, 1},
                 huge[3] = {SIZE_MAX / 2, SIZE_MAX / 2, 2}, far_away[3] = {0, 0, SIZE_MAX / 16};
    cl_mem a = test_buffer(CL_MEM_COPY_HOST_PTR, 64, data), b = test_buffer(0, 64, NULL);
    EXPECT(CL_SUCCESS, clEnqueueReadBufferRect(test_queue, a, CL_TRUE, at, zero, region, 8, 32, 2, 6, read, 0,
                                               NULL, NULL));
    for (int i = 0; i < 12; i++)
        CHECK(read[i] == 1 + (1 + i % 2) + 8 * (1 + i / 2 % 3) + 32 * (i / 6));
    EXPECT(CL_SUCCESS, clEnqueueWriteBufferRect(test_queue, b, CL_TRUE, zero, at, region, 2, 6, 8, 32, data,
                                                0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, b, CL_TRUE, 0, 12, read + 32, 0, NULL, NULL));
    CHECK(memcmp(read, read + 32, 12) == 0);
    EXPECT(CL_SUCCESS,
           clEnqueueCopyBufferRect(test_queue, a, b, at, zero, region, 8, 32, 0, 0, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, b, CL_TRUE, 0, 12, read + 32, 0, NULL, NULL));
    CHECK(memcmp(read, read + 32, 12) == 0);
    EXPECT(CL_MEM_COPY_OVERLAP,
           clEnqueueCopyBufferRect(test_queue, a, a, zero, at, region, 8, 32, 8, 32, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueCopyBufferRect(test_queue, a, a, zero, (size_t[]){2, 0, 0}, region, 8, 32, 8,
                                               32, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE,
           clEnqueueCopyBufferRect(test_queue, a, a, zero, at, region, 8, 32, 0, 0, 0, NULL, NULL));
#define READ_BOX(origin, box, row, slice) \
    clEnqueueReadBufferRect(test_queue, a, CL_TRUE, origin, zero, box, row, slice, 0, 0, read, 0, NULL, NULL)
    EXPECT(CL_INVALID_VALUE, READ_BOX(at, empty, 8, 32));
    EXPECT(CL_INVALID_VALUE, READ_BOX(NULL, region, 8, 32));
    EXPECT(CL_INVALID_VALUE, READ_BOX(at, region, 1, 32));  /* row shorter than the region */
    EXPECT(CL_INVALID_VALUE, READ_BOX(at, region, 8, 16));  /* slice shorter than the region */
    EXPECT(CL_INVALID_VALUE, READ_BOX(at, region, 8, 33));  /* slice that is no number of rows */
    EXPECT(CL_INVALID_VALUE, READ_BOX(at, region, 32, 96)); /* ends behind the buffer */
    EXPECT(CL_INVALID_VALUE, READ_BOX(at, huge, 0, 0));
    EXPECT(CL_INVALID_VALUE, READ_BOX(far_away, region, 8, 32));
    clReleaseMemObject(a), clReleaseMemObject(b);
}

static void *map(cl_mem buffer, cl_map_flags flags, size_t offset, size_t bytes)
{
    return clEnqueueMapBuffer(test_queue, buffer, CL_TRUE, flags, offset, bytes, 0, NULL, NULL, &test_error);
}

static void maps(void)
{
    int data[N] = {0}, read = 0, *mapped;
    cl_mem own = test_buffer(CL_MEM_USE_HOST_PTR, BYTES, data),
           other = test_buffer(CL_MEM_HOST_READ_ONLY, BYTES, NULL);
    MAKE(mapped, map(own, CL_MAP_READ | CL_MAP_WRITE, 4, 8));
    CHECK(mapped == data + 1);
    cl_uint count;
    EXPECT(CL_SUCCESS, clGetMemObjectInfo(own, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
    CHECK(count == 1);
    *mapped = 42;
    EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(test_queue, own, mapped, 0, NULL, NULL));
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(test_queue, own, CL_TRUE, 4, 4, &read, 0, NULL, NULL));
    CHECK(read == 42);
    EXPECT(CL_INVALID_VALUE, clEnqueueUnmapMemObject(test_queue, own, mapped, 0, NULL, NULL));
    MAKE(mapped, map(other, CL_MAP_READ, 0, BYTES));
    EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(test_queue, other, mapped, 0, NULL, NULL));
    EXPECT_NONE(CL_INVALID_OPERATION, map(other, CL_MAP_WRITE, 0, 4));
    EXPECT_NONE(CL_INVALID_VALUE, map(own, 1 << 10, 0, 4));
    EXPECT_NONE(CL_INVALID_VALUE, map(own, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4));
    EXPECT_NONE(CL_INVALID_VALUE, map(own, CL_MAP_READ, BYTES, 4));
    EXPECT_NONE(CL_INVALID_VALUE, map(own, CL_MAP_READ, 0, 0));
    EXPECT_NONE(CL_INVALID_MEM_OBJECT, map(NULL, CL_MAP_READ, 0, 4));
    clReleaseMemObject(own), clReleaseMemObject(other);
}

int main(void)
{
    test_open(0);
    creation();
    sub_buffers();
    linear();
    boxes();
    maps();
    test_close();
    return 0;
}
