/* Launching kernels. */
#include "capture/platform/command/command.h"
#include "capture/platform/command/schedule.h"
#include "capture/platform/device.h"
#include "capture/platform/session/refusal.h"
#include "capture/platform/session/session.h"

#include <stdlib.h>
#include <string.h>

/* Group sizes when the program leaves the choice to us: the largest power of two that divides the range, up
 * to a usual number of work-items. Our choice. */
static void choose_local(capture_geometry *g, const size_t sizes[3])
{
    const size_t device_items = (size_t)capture_device_numbers()->group_items;
    const size_t most_items = device_items < 256 ? device_items : 256;
    size_t items = 1;
    for (int d = 0; d < 3; d++) {
        g->local[d] = 1;
        while (g->global[d] % (2 * g->local[d]) == 0 && 2 * g->local[d] <= sizes[d] &&
               2 * items <= most_items) {
            g->local[d] *= 2;
            items *= 2;
        }
    }
}

/* Without local_work_size a kernel's required size is taken, as Khronos' conformance tests demand of every
 * version (null_required_work_group_size); the text of OpenCL 1.2 section 5.8 has an error here, later ones
 * do not. */
static cl_int set_local(capture_geometry *g, const size_t *local, const uint32_t required[3])
{
    const size_t most = (size_t)capture_device_numbers()->group_items;
    size_t sizes[3];
    capture_device_item_sizes(sizes);
    for (uint32_t d = 0; d < 3; d++)
        g->local[d] = !local ? required[d] : d < g->dimensions ? local[d] : 1;
    if (!local && !required[0])
        choose_local(g, sizes);
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
    for (int d = 0; d < 3 && code == CL_SUCCESS; d++)
        g->groups[d] = g->global[d] / g->local[d];
    return code;
}

/* A launch. The arguments are those of the kernel object when it is enqueued: the program may change them
 * while the command waits. */
typedef struct launch_command {
    capture_command command;
    cl_kernel kernel; /* retained */
    capture_geometry geometry;
    capture_order_argument *arguments;
    char *copies; /* of value arguments, one after the other */
} launch_command;

enum { LOCAL_ALIGNMENT = 128 }; /* each __local argument begins at the first bank */

static size_t aligned_local(size_t bytes)
{
    return (bytes + LOCAL_ALIGNMENT - 1) / LOCAL_ALIGNMENT * LOCAL_ALIGNMENT;
}

/* Checks the arguments and makes room for their copies. */
static cl_int make_room(launch_command *l)
{
    const capture_code *code = l->kernel->code;
    const size_t most = (size_t)capture_device_numbers()->local_bytes;
    size_t local = code->entry->local_bytes, copies = 0;
    for (uint32_t i = 0; i < code->entry->n_arguments; i++) {
        if (!l->kernel->arguments[i].is_set)
            return CL_INVALID_KERNEL_ARGS;
        if (l->kernel->arguments[i].bytes > most)
            return CL_OUT_OF_RESOURCES;
        local += aligned_local(l->kernel->arguments[i].bytes);
        copies += code->arguments[i].bytes;
    }
    if (local > most)
        return CL_OUT_OF_RESOURCES;
    l->arguments = calloc(code->entry->n_arguments + (size_t)1, sizeof *l->arguments);
    l->copies = malloc(copies + 1);
    return l->arguments && l->copies ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static cl_int bind_arguments(launch_command *l)
{
    char *copy = l->copies;
    cl_int code = CL_SUCCESS;
    for (uint32_t i = 0; i < l->kernel->code->entry->n_arguments && code == CL_SUCCESS; i++) {
        const capture_argument *argument = &l->kernel->arguments[i];
        capture_order_argument *bound = &l->arguments[i];
        bound->bytes = argument->bytes;
        if (argument->memory) {
            bound->address = (uint64_t)(uintptr_t)argument->memory->data;
            bound->bytes = argument->memory->bytes;
            code = capture_command_use(&l->command, argument->memory);
        }
        if (argument->value) {
            bound->bytes = l->kernel->code->arguments[i].bytes;
            bound->value = memcpy(copy, argument->value, bound->bytes);
            copy += bound->bytes;
        }
    }
    return code;
}

static cl_int run_launch(capture_command *command)
{
    launch_command *l = (launch_command *)command;
    capture_order order = {.kernel = l->kernel->code->name,
                           .geometry = l->geometry,
                           .n_arguments = l->kernel->code->entry->n_arguments,
                           .arguments = l->arguments};
    return capture_session_launch(&order, l->kernel->program) ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

static void finish_launch(capture_command *command)
{
    launch_command *l = (launch_command *)command;
    free(l->arguments);
    free(l->copies);
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
    if (code == CL_SUCCESS)
        code = make_room(l);
    if (code == CL_SUCCESS)
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
    if (code == CL_SUCCESS)
        code = fill_launch(l, kernel, dimensions, offset, global, local);
    if (code != CL_SUCCESS && capture_object_is(kernel, OBJECT_KERNEL))
        capture_refuse_launch(kernel->code->name, code);
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
