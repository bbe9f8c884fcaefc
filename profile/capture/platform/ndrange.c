/* Launching kernels. */
#include "common/hash.h"
#include "profile/capture/platform/command.h"
#include "profile/capture/platform/device.h"
#include "profile/capture/platform/keep_source.h"
#include "profile/capture/platform/session.h"

#include <stdlib.h>
#include <string.h>

/* Group sizes when the program leaves the choice to us: the largest power of two that divides the range, up
 * to a usual number of work-items. Our choice. */
static void choose_local(capture_geometry *g)
{
    const size_t device_items = (size_t)capture_device_numbers()->group_items;
    const size_t most_items = device_items < 256 ? device_items : 256;
    size_t items = 1;
    for (int d = 0; d < 3; d++) {
        g->local[d] = 1;
        while (g->global[d] % (2 * g->local[d]) == 0 && 2 * items <= most_items) {
            g->local[d] *= 2;
            items *= 2;
        }
    }
}

static cl_int set_local(capture_geometry *g, const size_t *local, const uint32_t required[3])
{
    const size_t most = (size_t)capture_device_numbers()->group_items;
    size_t sizes[3];
    capture_device_item_sizes(sizes);
    for (uint32_t d = 0; d < 3; d++)
        g->local[d] = local && d < g->dimensions ? local[d] : 1;
    if (!local && required[0])
        return CL_INVALID_WORK_GROUP_SIZE;
    if (!local)
        choose_local(g);
    for (int d = 0; d < 3; d++) {
        if (g->local[d] == 0 || (required[0] && g->local[d] != required[d]))
            return CL_INVALID_WORK_GROUP_SIZE;
        if (g->local[d] > sizes[d])
            return CL_INVALID_WORK_ITEM_SIZE;
        if (g->global[d] % g->local[d])
            return CL_INVALID_WORK_GROUP_SIZE;
    }
    return g->local[0] * g->local[1] * g->local[2] > most ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

static cl_int set_geometry(capture_geometry *g, cl_uint dimensions, const size_t *offset,
                           const size_t *global, const size_t *local, const uint32_t required[3])
{
    if (dimensions < 1 || dimensions > 3)
        return CL_INVALID_WORK_DIMENSION;
    g->dimensions = dimensions;
    for (cl_uint d = 0; d < 3; d++) {
        g->global[d] = global && d < dimensions ? global[d] : 1;
        g->offset[d] = offset && d < dimensions ? offset[d] : 0;
        if (!global || g->global[d] == 0 || g->global[d] > UINT32_MAX)
            return CL_INVALID_GLOBAL_WORK_SIZE;
        if (g->offset[d] > SIZE_MAX - g->global[d])
            return CL_INVALID_GLOBAL_OFFSET;
    }
    cl_int code = set_local(g, local, required);
    for (int d = 0; d < 3 && !code; d++)
        g->groups[d] = g->global[d] / g->local[d];
    return code;
}

/* A launch. The arguments are those of the kernel object when it is enqueued: the program may change them
 * while the command waits. */
typedef struct launch_command {
    capture_command command;
    cl_kernel kernel; /* retained */
    capture_geometry geometry;
    void **pointers; /* pointers[i] points at the value of argument i */
    void **values;   /* of pointer arguments */
    char *copies;    /* of value arguments, each aligned */
    char *local_memory;
    uint32_t local_bytes; /* of __local arguments, each aligned to all banks */
} launch_command;

/* Of each __local argument: all banks; of each argument by value, which the kernel may take by address: the
 * largest alignment of OpenCL C. */
enum { ARGUMENT_ALIGNMENT = 128 };

static size_t aligned(size_t bytes)
{
    return (bytes + ARGUMENT_ALIGNMENT - 1) / ARGUMENT_ALIGNMENT * ARGUMENT_ALIGNMENT;
}

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(ARGUMENT_ALIGNMENT, bytes + ARGUMENT_ALIGNMENT);
    if (memory)
        memset(memory, 0, bytes + ARGUMENT_ALIGNMENT);
    return memory;
}

/* Room for copies and for local memory. */
static cl_int make_room(launch_command *l)
{
    uint32_t n = l->kernel->code->entry->n_arguments;
    const size_t most = (size_t)capture_device_numbers()->local_bytes;
    size_t local = 0, copies = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!l->kernel->arguments[i].is_set)
            return CL_INVALID_KERNEL_ARGS;
        if (l->kernel->arguments[i].bytes > most)
            return CL_OUT_OF_RESOURCES;
        local += aligned(l->kernel->arguments[i].bytes);
        copies += aligned(l->kernel->code->arguments[i].bytes);
    }
    if (local + l->kernel->code->entry->local_bytes > most)
        return CL_OUT_OF_RESOURCES;
    l->local_bytes = (uint32_t)local;
    l->pointers = calloc(n + 1, sizeof *l->pointers);
    l->values = calloc(n + 1, sizeof *l->values);
    l->copies = allocate(copies);
    l->local_memory = allocate(local);
    return l->pointers && l->values && l->copies && l->local_memory ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static cl_int bind_arguments(launch_command *l)
{
    char *copy = l->copies, *local = l->local_memory;
    cl_int code = CL_SUCCESS;
    for (uint32_t i = 0; i < l->kernel->code->entry->n_arguments && !code; i++) {
        const capture_argument *argument = &l->kernel->arguments[i];
        l->pointers[i] = argument->value ? (void *)copy : &l->values[i];
        l->values[i] = argument->bytes ? local : argument->memory ? argument->memory->data : NULL;
        if (argument->memory)
            code = capture_command_use(&l->command, argument->memory);
        if (argument->value) {
            memcpy(copy, argument->value, l->kernel->code->arguments[i].bytes);
            copy += aligned(l->kernel->code->arguments[i].bytes);
        }
        local += aligned(argument->bytes);
    }
    return code;
}

static cl_int run_launch(capture_command *command)
{
    launch_command *l = (launch_command *)command;
    cl_program program = l->kernel->program;
    char source_hash[POISE_HASH_TEXT] = "";
    if (program->source)
        poise_hash_bytes(program->source, strlen(program->source), source_hash);
    capture_launch order = {.image = &program->image,
                            .code = l->kernel->code,
                            .arguments = l->pointers,
                            .geometry = l->geometry,
                            .local_bytes = l->kernel->code->entry->local_bytes + l->local_bytes};
    if (capture_session_launch(&order, source_hash, program->options ? program->options : ""))
        return CL_OUT_OF_RESOURCES;
    if (program->source)
        capture_keep_source(program->source, source_hash);
    return CL_SUCCESS;
}

static void finish_launch(capture_command *command)
{
    launch_command *l = (launch_command *)command;
    free(l->pointers);
    free(l->values);
    free(l->copies);
    free(l->local_memory);
    if (l->kernel)
        capture_kernel_unreference(l->kernel);
}

static cl_int fill_launch(launch_command *l, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                          const size_t *global, const size_t *local)
{
    if (!capture_object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    if (kernel->program->context != l->command.queue->context)
        return CL_INVALID_CONTEXT;
    capture_object_retain(kernel);
    l->kernel = kernel;
    l->command.run = run_launch;
    l->command.finish = finish_launch;
    cl_int code =
        set_geometry(&l->geometry, dimensions, offset, global, local, kernel->code->entry->required_group);
    capture_state_lock();
    if (!code)
        code = make_room(l);
    if (!code)
        code = bind_arguments(l);
    capture_state_unlock();
    return code;
}

static cl_int enqueue(cl_command_type type, cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                      const size_t *offset, const size_t *global, const size_t *local, cl_uint n_events,
                      const cl_event *events, cl_event *event)
{
    launch_command *l;
    cl_int code = capture_command_new(&l, sizeof *l, queue, type, n_events, events);
    if (!code)
        code = fill_launch(l, kernel, dimensions, offset, global, local);
    return capture_command_enqueue(l, code, false, event);
}

cl_int CL_API_CALL capture_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                                  cl_uint dimensions, const size_t *offset,
                                                  const size_t *global, const size_t *local, cl_uint n_events,
                                                  const cl_event *events, cl_event *event)
{
    return enqueue(CL_COMMAND_NDRANGE_KERNEL, queue, kernel, dimensions, offset, global, local, n_events,
                   events, event);
}

cl_int CL_API_CALL capture_clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint n_events,
                                         const cl_event *events, cl_event *event)
{
    const size_t one = 1;
    return enqueue(CL_COMMAND_TASK, queue, kernel, 1, NULL, &one, &one, n_events, events, event);
}
