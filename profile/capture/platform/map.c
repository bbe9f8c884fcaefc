/* Mapping buffers into the program's memory, and moving them. */
#include "profile/capture/platform/command.h"
#include "profile/capture/platform/info.h"

#include <stdlib.h>
#include <string.h>

static bool writes(cl_map_flags flags)
{
    return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
}

/* A buffer made with CL_MEM_USE_HOST_PTR is mapped at the program's own memory, which then holds its
 * contents; any other is mapped where it lies. */
static void *add_mapping(cl_mem buffer, cl_map_flags flags, size_t offset, size_t bytes)
{
    capture_mapping *mapping = malloc(sizeof *mapping);
    if (!mapping)
        return NULL;
    char *base = buffer->host_ptr ? buffer->host_ptr : buffer->data;
    *mapping = (capture_mapping){base + offset, offset, bytes, writes(flags), buffer->mappings};
    buffer->mappings = mapping;
    atomic_fetch_add(&buffer->map_count, 1);
    if (buffer->host_ptr)
        memcpy(mapping->address, buffer->data + offset, bytes);
    return mapping->address;
}

void *CL_API_CALL capture_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                             cl_map_flags flags, size_t offset, size_t bytes,
                                             cl_uint n_events, const cl_event *events, cl_event *event,
                                             cl_int *errcode_ret)
{
    (void)blocking;
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, CL_COMMAND_MAP_BUFFER, n_events, events);
    if (!code)
        code = capture_command_check_range(&command, buffer, offset, bytes);
    if (!code && flags & ~(cl_map_flags)(CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
        code = CL_INVALID_VALUE;
    if (code)
        RETURN_OBJECT(NULL, code);
    capture_lock();
    void *mapped = add_mapping(buffer, flags, offset, bytes);
    capture_unlock();
    if (!mapped)
        RETURN_OBJECT(NULL, CL_MAP_FAILURE);
    RETURN_OBJECT(mapped, capture_command_end(&command, event));
}

/* Takes the newest mapping at that address out of the list. */
static capture_mapping *take_mapping(cl_mem memory, const void *address)
{
    for (capture_mapping **link = &memory->mappings; *link; link = &(*link)->next) {
        capture_mapping *mapping = *link;
        if (mapping->address == address) {
            *link = mapping->next;
            atomic_fetch_sub(&memory->map_count, 1);
            return mapping;
        }
    }
    return NULL;
}

cl_int CL_API_CALL capture_clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped,
                                                   cl_uint n_events, const cl_event *events, cl_event *event)
{
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, CL_COMMAND_UNMAP_MEM_OBJECT, n_events, events);
    if (!code)
        code = capture_command_check_range(&command, memory, 0, 0);
    if (code)
        return code;
    capture_lock();
    capture_mapping *mapping = take_mapping(memory, mapped);
    capture_unlock();
    if (!mapping)
        return CL_INVALID_VALUE;
    if (memory->host_ptr && mapping->writes)
        memcpy(memory->data + mapping->offset, mapping->address, mapping->bytes);
    free(mapping);
    return capture_command_end(&command, event);
}

cl_int CL_API_CALL capture_clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint n_objects,
                                                      const cl_mem *objects, cl_mem_migration_flags flags,
                                                      cl_uint n_events, const cl_event *events,
                                                      cl_event *event)
{
    (void)flags;
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, n_events, events);
    if (!code && (!objects || n_objects == 0))
        code = CL_INVALID_VALUE;
    for (cl_uint i = 0; i < n_objects && !code; i++)
        code = capture_command_check_range(&command, objects[i], 0, 0);
    return code ? code : capture_command_end(&command, event);
}
