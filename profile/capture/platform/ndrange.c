/* Launching kernels. */
#include "common/hash.h"
#include "profile/capture/platform/command.h"
#include "profile/capture/platform/device.h"
#include "profile/capture/platform/session.h"

#include <stdlib.h>
#include <string.h>

/* Group sizes when the program leaves the choice to us: the largest power of two that divides the range, up
 * to a usual number of work-items. Our choice. */
static void choose_local(capture_geometry *g)
{
    static const size_t most_items = 256;
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
    for (uint32_t d = 0; d < 3; d++)
        g->local[d] = local && d < g->dimensions ? local[d] : 1;
    if (!local && required[0])
        return CL_INVALID_WORK_GROUP_SIZE;
    if (!local)
        choose_local(g);
    for (int d = 0; d < 3; d++) {
        if (g->local[d] == 0 || (required[0] && g->local[d] != required[d]))
            return CL_INVALID_WORK_GROUP_SIZE;
        if (g->local[d] > DEVICE_MAX_GROUP_SIZE)
            return CL_INVALID_WORK_ITEM_SIZE;
        if (g->global[d] % g->local[d])
            return CL_INVALID_WORK_GROUP_SIZE;
    }
    return g->local[0] * g->local[1] * g->local[2] > DEVICE_MAX_GROUP_SIZE ? CL_INVALID_WORK_GROUP_SIZE
                                                                           : CL_SUCCESS;
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
    }
    cl_int code = set_local(g, local, required);
    for (int d = 0; d < 3 && !code; d++)
        g->groups[d] = g->global[d] / g->local[d];
    return code;
}

/* Values of the arguments as the kernel takes them: arguments[i] points at a value. */
typedef struct bound_arguments {
    void **pointers;
    void **values; /* of pointer arguments */
    char *local_memory;
    uint32_t local_bytes; /* of __local arguments, each aligned to all banks */
} bound_arguments;

enum { LOCAL_ALIGNMENT = 128 };

static size_t aligned_local(size_t bytes)
{
    return (bytes + LOCAL_ALIGNMENT - 1) / LOCAL_ALIGNMENT * LOCAL_ALIGNMENT;
}

static void free_arguments(bound_arguments *bound)
{
    free(bound->pointers);
    free(bound->values);
    free(bound->local_memory);
}

static cl_int check_arguments(cl_kernel kernel)
{
    for (uint32_t i = 0; i < kernel->code->entry->n_arguments; i++) {
        if (!kernel->arguments[i].is_set)
            return CL_INVALID_KERNEL_ARGS;
    }
    return CL_SUCCESS;
}

static cl_int bind_arguments(cl_kernel kernel, bound_arguments *bound)
{
    uint32_t n = kernel->code->entry->n_arguments;
    size_t total = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (kernel->arguments[i].bytes > DEVICE_LOCAL_BYTES)
            return CL_OUT_OF_RESOURCES;
        total += aligned_local(kernel->arguments[i].bytes);
    }
    if (total + kernel->code->entry->local_bytes > DEVICE_LOCAL_BYTES)
        return CL_OUT_OF_RESOURCES;
    *bound = (bound_arguments){.local_bytes = (uint32_t)total};
    bound->pointers = calloc(n + 1, sizeof *bound->pointers);
    bound->values = calloc(n + 1, sizeof *bound->values);
    bound->local_memory = aligned_alloc(LOCAL_ALIGNMENT, total + LOCAL_ALIGNMENT);
    if (!bound->pointers || !bound->values || !bound->local_memory) {
        free_arguments(bound);
        return CL_OUT_OF_HOST_MEMORY;
    }
    memset(bound->local_memory, 0, total + LOCAL_ALIGNMENT);
    char *local = bound->local_memory;
    for (uint32_t i = 0; i < n; i++) {
        capture_argument *argument = &kernel->arguments[i];
        bound->pointers[i] = argument->value ? (void *)argument->value : &bound->values[i];
        bound->values[i] = argument->bytes ? local : argument->memory ? argument->memory->data : NULL;
        local += aligned_local(argument->bytes);
    }
    return CL_SUCCESS;
}

static cl_int launch(cl_kernel kernel, const capture_geometry *geometry)
{
    bound_arguments bound;
    cl_int code = bind_arguments(kernel, &bound);
    if (code)
        return code;
    cl_program program = kernel->program;
    char source_hash[POISE_HASH_TEXT] = "";
    if (program->source)
        poise_hash_bytes(program->source, strlen(program->source), source_hash);
    capture_launch order = {.image = &program->image,
                            .code = kernel->code,
                            .arguments = bound.pointers,
                            .geometry = *geometry,
                            .local_bytes = kernel->code->entry->local_bytes + bound.local_bytes};
    capture_lock();
    int failed = capture_session_launch(&order, source_hash, program->options ? program->options : "");
    capture_unlock();
    free_arguments(&bound);
    return failed ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

static cl_int enqueue(cl_command_type type, cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                      const size_t *offset, const size_t *global, const size_t *local, cl_uint n_events,
                      const cl_event *events, cl_event *event)
{
    capture_command command;
    cl_int code = capture_command_begin(&command, queue, type, n_events, events);
    if (code)
        return code;
    if (!capture_object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    if (kernel->program->context != queue->context)
        return CL_INVALID_CONTEXT;
    capture_geometry geometry;
    code = set_geometry(&geometry, dimensions, offset, global, local, kernel->code->entry->required_group);
    if (!code)
        code = check_arguments(kernel);
    if (!code)
        code = launch(kernel, &geometry);
    return code ? code : capture_command_end(&command, event);
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
