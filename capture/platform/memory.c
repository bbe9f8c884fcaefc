/* Buffers and sub-buffers. */
#include "capture/platform/info.h"
#include "capture/platform/objects.h"
#include "capture/platform/session/buffer_log.h"
#include "capture/platform/session/refusal.h"
#include "capture/runtime/device_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cl_mem_flags device_access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
static const cl_mem_flags host_access =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
static const cl_mem_flags host_pointer = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

static bool flags_are_valid(cl_mem_flags flags)
{
    return !(flags & ~(device_access | host_access | host_pointer)) &&
           __builtin_popcountll(flags & device_access) <= 1 &&
           __builtin_popcountll(flags & host_access) <= 1 &&
           !(flags & CL_MEM_USE_HOST_PTR && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR));
}

/* Its memory, with what the program gives to begin with, if that is not NULL. */
static bool allocate(cl_mem memory, size_t bytes, const void *content)
{
    poise_error err = {0};
    capture_lock();
    memory->data = capture_memory_allocate(bytes, &err);
    memory->bytes = bytes;
    if (memory->data)
        capture_log_create(memory);
    if (memory->data && content) {
        memcpy(memory->data, content, bytes);
        capture_log_transfer(TRACE_EVENT_WRITE, memory, memory->data, bytes, NULL);
    }
    capture_unlock();
    if (!memory->data)
        capture_refuse_buffer(bytes, err.text);
    return memory->data != NULL;
}

static void refuse_size(size_t bytes)
{
    char reason[80];
    snprintf(reason, sizeof reason, "the device has %" PRIu64 " bytes of memory", CAPTURE_MEMORY_BYTES);
    capture_refuse_buffer(bytes, reason);
}

cl_mem CL_API_CALL capture_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes,
                                          void *host_ptr, cl_int *errcode_ret)
{
    if (!capture_object_is(context, OBJECT_CONTEXT))
        RETURN_OBJECT(NULL, CL_INVALID_CONTEXT);
    if (!flags_are_valid(flags))
        RETURN_OBJECT(NULL, CL_INVALID_VALUE);
    if (bytes > CAPTURE_MEMORY_BYTES)
        refuse_size(bytes);
    if (bytes == 0 || bytes > CAPTURE_MEMORY_BYTES)
        RETURN_OBJECT(NULL, CL_INVALID_BUFFER_SIZE);
    if ((host_ptr != NULL) != ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0))
        RETURN_OBJECT(NULL, CL_INVALID_HOST_PTR);
    cl_mem memory = capture_object_new(sizeof *memory, OBJECT_MEMORY);
    if (!memory)
        RETURN_OBJECT(NULL, CL_OUT_OF_HOST_MEMORY);
    if (!allocate(memory, bytes, host_ptr)) {
        free(memory);
        RETURN_OBJECT(NULL, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
    memory->context = context;
    memory->flags = flags & device_access ? flags : flags | CL_MEM_READ_WRITE;
    memory->host_ptr = flags & CL_MEM_USE_HOST_PTR ? host_ptr : NULL;
    capture_object_retain(context);
    RETURN_OBJECT(memory, CL_SUCCESS);
}

/* A sub-buffer may only narrow what its parent allows, and has its host memory (OpenCL 1.2,
 * clCreateSubBuffer). */
static bool flags_fit_parent(cl_mem_flags flags, cl_mem_flags parent)
{
    static const struct {
        cl_mem_flags parent, refused;
    } rules[] = {
        {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY},
        {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY},
        {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
        {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
        {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (parent & rules[i].parent && flags & rules[i].refused)
            return false;
    }
    return flags_are_valid(flags) && !(flags & host_pointer);
}

/* What the flags of a sub-buffer leave open is its parent's. */
static cl_mem_flags inherit_flags(cl_mem_flags flags, cl_mem_flags parent)
{
    flags |= flags & device_access ? 0 : parent & device_access;
    flags |= flags & host_access ? 0 : parent & host_access;
    return flags | (parent & host_pointer);
}

cl_mem CL_API_CALL capture_clCreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                                             const void *create_info, cl_int *errcode_ret)
{
    const cl_buffer_region *region = create_info;
    if (!capture_object_is(parent, OBJECT_MEMORY) || parent->parent)
        RETURN_OBJECT(NULL, CL_INVALID_MEM_OBJECT);
    if (type != CL_BUFFER_CREATE_TYPE_REGION || !region || region->origin > parent->bytes ||
        region->size > parent->bytes - region->origin || !flags_fit_parent(flags, parent->flags))
        RETURN_OBJECT(NULL, CL_INVALID_VALUE);
    if (region->size == 0)
        RETURN_OBJECT(NULL, CL_INVALID_BUFFER_SIZE);
    if (region->origin % CAPTURE_BUFFER_ALIGNMENT)
        RETURN_OBJECT(NULL, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    cl_mem memory = capture_object_new(sizeof *memory, OBJECT_MEMORY);
    if (!memory)
        RETURN_OBJECT(NULL, CL_OUT_OF_HOST_MEMORY);
    memory->context = parent->context;
    memory->parent = parent;
    memory->flags = inherit_flags(flags, parent->flags);
    memory->origin = region->origin;
    memory->bytes = region->size;
    memory->data = parent->data + region->origin;
    memory->host_ptr = parent->host_ptr ? (char *)parent->host_ptr + region->origin : NULL;
    capture_object_retain(parent);
    capture_object_retain(memory->context);
    RETURN_OBJECT(memory, CL_SUCCESS);
}

cl_int CL_API_CALL capture_clRetainMemObject(cl_mem memory)
{
    if (!capture_object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    capture_object_keep(memory);
    return CL_SUCCESS;
}

static void call_destructors(cl_mem memory)
{
    while (memory->destructors) {
        capture_destructor *first = memory->destructors;
        memory->destructors = first->next;
        first->call(memory, first->user_data);
        free(first);
    }
}

/* Of a program that never unmaps. */
static void free_mappings(cl_mem memory)
{
    while (memory->mappings) {
        capture_mapping *first = memory->mappings;
        memory->mappings = first->next;
        free(first);
    }
}

void capture_memory_unreference(cl_mem memory)
{
    if (!capture_object_release(memory))
        return;
    call_destructors(memory);
    free_mappings(memory);
    if (memory->parent) {
        capture_memory_unreference(memory->parent);
    } else {
        capture_lock();
        capture_log_release(memory);
        capture_memory_free(memory->data);
        capture_unlock();
    }
    capture_context_unreference(memory->context);
    capture_object_free(memory);
}

cl_int CL_API_CALL capture_clReleaseMemObject(cl_mem memory)
{
    if (!capture_object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    const unsigned references = capture_object_drop(memory);
    if (references == 1)
        capture_memory_unreference(memory);
    return references ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL capture_clSetMemObjectDestructorCallback(
    cl_mem memory, void(CL_CALLBACK *notify)(cl_mem memory, void *user_data), void *user_data)
{
    if (!capture_object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    if (!notify)
        return CL_INVALID_VALUE;
    capture_destructor *destructor = malloc(sizeof *destructor);
    if (!destructor)
        return CL_OUT_OF_HOST_MEMORY;
    capture_state_lock();
    *destructor = (capture_destructor){notify, user_data, memory->destructors};
    memory->destructors = destructor;
    capture_state_unlock();
    return CL_SUCCESS;
}

cl_int CL_API_CALL capture_clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t size, void *value,
                                              size_t *size_ret)
{
    if (!capture_object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    switch (name) {
    case CL_MEM_TYPE: return INFO(cl_mem_object_type, CL_MEM_OBJECT_BUFFER);
    case CL_MEM_FLAGS: return INFO(cl_mem_flags, memory->flags);
    case CL_MEM_SIZE: return INFO(size_t, memory->bytes);
    case CL_MEM_HOST_PTR: return INFO(void *, memory->host_ptr);
    case CL_MEM_MAP_COUNT: return INFO(cl_uint, atomic_load(&memory->map_count));
    case CL_MEM_REFERENCE_COUNT: return INFO(cl_uint, atomic_load(&memory->object.references));
    case CL_MEM_CONTEXT: return INFO(cl_context, memory->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT: return INFO(cl_mem, memory->parent);
    case CL_MEM_OFFSET: return INFO(size_t, memory->origin);
    default: return CL_INVALID_VALUE;
    }
}
