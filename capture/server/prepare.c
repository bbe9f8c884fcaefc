#include "capture/server/prepare.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    LOCAL_ALIGNMENT = 128, /* all banks, as the compiler aligns local variables */
    /* Room of its own on both sides of local memory: what a kernel writes there does not harm the process,
     * and is gone with the launch. Our choice. */
    LOCAL_MARGIN_BYTES = 1 << 20,
};

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + LOCAL_ALIGNMENT - 1) / LOCAL_ALIGNMENT * LOCAL_ALIGNMENT;
}

/* Room between two __local arguments, so that an access behind the end of one is not in the next. */
static uint64_t with_guard(uint64_t bytes)
{
    return aligned(bytes) + LOCAL_ALIGNMENT;
}

static bool is_local(const capture_code *kernel, uint32_t i)
{
    return kernel->arguments[i].kind == KERNEL_ARGUMENT_LOCAL;
}

static uint64_t sum_of_local(const capture_order *order, const capture_code *kernel,
                             uint64_t (*rounded)(uint64_t bytes))
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < order->n_arguments; i++)
        sum += is_local(kernel, i) ? rounded(order->arguments[i].bytes) : 0;
    return sum;
}

static uint64_t sum_of_values(const capture_order *order)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < order->n_arguments; i++)
        sum += order->arguments[i].value ? aligned(order->arguments[i].bytes) : 0;
    return sum;
}

static bool map_local(capture_prepared *p, uint64_t bytes)
{
    if (bytes == 0)
        return true;
    p->local_mapped = bytes + 2 * (size_t)LOCAL_MARGIN_BYTES;
    void *mapped = mmap(NULL, p->local_mapped, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return false;
    p->local_memory = (char *)mapped + LOCAL_MARGIN_BYTES;
    return true;
}

static int allocate(capture_prepared *p, const capture_order *order, const capture_code *kernel,
                    poise_error *err)
{
    p->pointers = calloc(order->n_arguments + (size_t)1, sizeof *p->pointers);
    p->launch.arguments = calloc(order->n_arguments + (size_t)1, sizeof *p->launch.arguments);
    bool has_local = map_local(p, sum_of_local(order, kernel, with_guard));
    p->values = aligned_alloc(LOCAL_ALIGNMENT, sum_of_values(order) + LOCAL_ALIGNMENT);
    if (p->pointers && p->launch.arguments && has_local && p->values)
        return POISE_OK;
    poise_fail(err, POISE_FAILED, "out of memory for the arguments of kernel %s", kernel->name);
    return POISE_FAILED;
}

/* Where the next argument goes. */
typedef struct places {
    char *local, *value;
} places;

/* A kernel may take the address of a structure that is given by value: it is aligned for every type. */
static void bind_value(capture_prepared *p, uint32_t i, const capture_order_argument *given, places *next)
{
    memcpy(next->value, given->value, given->bytes);
    p->launch.arguments[i] = next->value;
    next->value += aligned(given->bytes);
}

static int bind_argument(capture_prepared *p, const capture_code *kernel, uint32_t i,
                         const capture_order_argument *given, places *next, poise_error *err)
{
    const kernel_argument *declared = &kernel->arguments[i];
    p->launch.arguments[i] = &p->pointers[i];
    if (given->value)
        bind_value(p, i, given, next);
    if (declared->kind == KERNEL_ARGUMENT_VALUE)
        return POISE_OK;
    bool in_group = declared->kind == KERNEL_ARGUMENT_LOCAL;
    uint64_t begin = in_group ? (uint64_t)(uintptr_t)next->local : given->address;
    p->pointers[i] = begin;
    if (in_group)
        next->local += with_guard(given->bytes);
    capture_range range = {
        .begin = begin, .end = begin + given->bytes, .argument = i, .is_writable = !declared->is_read_only};
    return begin ? capture_ranges_add(in_group ? &p->launch.local : &p->launch.global, &range, err)
                 : POISE_OK;
}

static int add_variables(capture_prepared *p, const kernel_local *locals, poise_error *err)
{
    int code = POISE_OK;
    for (; locals->address && code == POISE_OK; locals++) {
        uint64_t begin = (uint64_t)(uintptr_t)locals->address;
        capture_range range = {.begin = begin, .end = begin + locals->bytes, .argument = CAPTURE_NO_ARGUMENT};
        code = capture_ranges_add(&p->launch.local, &range, err);
    }
    return code;
}

static int bind(capture_prepared *p, const capture_order *order, const capture_code *kernel, poise_error *err)
{
    int code = allocate(p, order, kernel, err);
    places next = {p->local_memory, p->values};
    for (uint32_t i = 0; i < order->n_arguments && code == POISE_OK; i++)
        code = bind_argument(p, kernel, i, &order->arguments[i], &next, err);
    if (code == POISE_OK)
        code = add_variables(p, p->launch.image->locals, err);
    capture_ranges_settle(&p->launch.global);
    capture_ranges_settle(&p->launch.local);
    return code;
}

int capture_prepare(const capture_order *order, const capture_program_image *image,
                    capture_prepared *prepared, poise_error *err)
{
    const capture_code *kernel = capture_program_kernel(image, order->kernel);
    *prepared = (capture_prepared){0};
    if (!kernel || kernel->entry->n_arguments != order->n_arguments)
        return poise_fail(err, POISE_FAILED, "kernel %s is not in its program", order->kernel);
    prepared->launch = (capture_launch){.image = image, .code = kernel, .geometry = order->geometry};
    prepared->launch.local_bytes =
        kernel->entry->local_bytes + (uint32_t)sum_of_local(order, kernel, aligned);
    int code = bind(prepared, order, kernel, err);
    if (code != POISE_OK)
        capture_prepared_free(prepared);
    return code;
}

void capture_prepared_free(capture_prepared *prepared)
{
    free(prepared->pointers);
    if (prepared->local_memory)
        munmap(prepared->local_memory - LOCAL_MARGIN_BYTES, prepared->local_mapped);
    free(prepared->values);
    free(prepared->launch.arguments);
    capture_ranges_free(&prepared->launch.global);
    capture_ranges_free(&prepared->launch.local);
    *prepared = (capture_prepared){0};
}
