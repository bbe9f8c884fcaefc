/* Mapping buffers into the program's memory. */
#include "capture/platform/command/schedule.h"
#include "capture/platform/command/transfer.h"
#include "capture/platform/info.h"
#include "capture/platform/session/buffer_log.h"

#include <stdlib.h>
#include <string.h>

static const cl_map_flags writing = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

/* What a device with memory of its own moves when a buffer is mapped or unmapped; without run, nothing. Here
 * only a buffer made with CL_MEM_USE_HOST_PTR is copied, to and from the program's own memory. */
typedef struct map_command {
    capture_command command;
    trace_event_kind kind; /* TRACE_EVENT_READ or _WRITE */
    char *device, *host;   /* the same place when the program sees device memory */
    size_t bytes;
    bool is_logged; /* not what is mapped to be overwritten: a device need not bring it */
} map_command;

static cl_int run_move(capture_command *command)
{
    const map_command *m = (const map_command *)command;
    const bool reads = m->kind == TRACE_EVENT_READ;
    if (m->host != m->device)
        memcpy(reads ? m->host : m->device, reads ? m->device : m->host, m->bytes);
    if (m->is_logged)
        capture_log_transfer(m->kind, command->buffers[0], m->device, m->bytes, NULL);
    return CL_SUCCESS;
}

static void set_move(map_command *m, trace_event_kind kind, char *device, char *host, size_t bytes)
{
    m->command.run = run_move;
    m->kind = kind;
    m->device = device;
    m->host = host;
    m->bytes = bytes;
    m->is_logged = true;
}

static cl_int check_map_flags(cl_mem buffer, cl_map_flags flags)
{
    bool invalidates = flags & CL_MAP_WRITE_INVALIDATE_REGION;
    if (flags & ~(CL_MAP_READ | writing) || (invalidates && flags & (CL_MAP_READ | CL_MAP_WRITE)))
        return CL_INVALID_VALUE;
    cl_int code = flags & CL_MAP_READ ? capture_check_host_read(buffer) : CL_SUCCESS;
    return code == CL_SUCCESS && flags & writing ? capture_check_host_write(buffer) : code;
}

/* A buffer made with CL_MEM_USE_HOST_PTR is mapped at the program's own memory, which then holds its
 * contents; any other is mapped where it lies. */
static void *add_mapping(cl_mem buffer, cl_map_flags flags, size_t offset, size_t bytes)
{
    capture_mapping *mapping = malloc(sizeof *mapping);
    if (!mapping)
        return NULL;
    char *base = buffer->host_ptr ? buffer->host_ptr : buffer->data;
    capture_state_lock();
    *mapping = (capture_mapping){base + offset, offset, bytes, (flags & writing) != 0, buffer->mappings};
    buffer->mappings = mapping;
    capture_state_unlock();
    atomic_fetch_add(&buffer->map_count, 1);
    return base + offset;
}

/* Takes the newest mapping at that address out of the list; NULL when there is none. */
static capture_mapping *take_mapping(cl_mem memory, const void *address)
{
    capture_state_lock();
    capture_mapping **link = &memory->mappings;
    while (*link && (*link)->address != address)
        link = &(*link)->next;
    capture_mapping *mapping = *link;
    if (mapping)
        *link = mapping->next;
    capture_state_unlock();
    if (mapping)
        atomic_fetch_sub(&memory->map_count, 1);
    return mapping;
}

void *CL_API_CALL capture_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                             cl_map_flags flags, size_t offset, size_t bytes,
                                             cl_uint n_events, const cl_event *events, cl_event *event,
                                             cl_int *errcode_ret)
{
    map_command *m;
    void *mapped = NULL;
    cl_int code = capture_command_new(&m, sizeof *m, queue, CL_COMMAND_MAP_BUFFER, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use_range(&m->command, buffer, offset, bytes);
    if (code == CL_SUCCESS)
        code = check_map_flags(buffer, flags);
    if (code == CL_SUCCESS) {
        mapped = add_mapping(buffer, flags, offset, bytes);
        code = mapped ? CL_SUCCESS : CL_MAP_FAILURE;
    }
    if (code == CL_SUCCESS) {
        set_move(m, TRACE_EVENT_READ, buffer->data + offset, mapped, bytes);
        m->is_logged = (flags & (CL_MAP_READ | CL_MAP_WRITE)) != 0;
    }
    code = capture_command_enqueue(m, code, blocking, event);
    if (code != CL_SUCCESS && mapped)
        free(take_mapping(buffer, mapped));
    RETURN_OBJECT(code != CL_SUCCESS ? NULL : mapped, code);
}

cl_int CL_API_CALL capture_clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped,
                                                   cl_uint n_events, const cl_event *events, cl_event *event)
{
    map_command *m;
    cl_int code = capture_command_new(&m, sizeof *m, queue, CL_COMMAND_UNMAP_MEM_OBJECT, n_events, events);
    if (code == CL_SUCCESS)
        code = capture_command_use(&m->command, memory);
    if (code == CL_SUCCESS) {
        capture_mapping *mapping = take_mapping(memory, mapped);
        code = mapping ? CL_SUCCESS : CL_INVALID_VALUE;
        if (mapping && mapping->writes)
            set_move(m, TRACE_EVENT_WRITE, memory->data + mapping->offset, mapping->address, mapping->bytes);
        free(mapping);
    }
    return capture_command_enqueue(m, code, false, event);
}
