#include "common/member.h"
#include "trace/accelsim/line_words.h"
#include "trace/accelsim/traceg.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *key;
    size_t offset; /* of a uint64_t */
    int base;
    uint64_t most;
} numbers[] = {
    {"kernel id", offsetof(traceg_launch, kernel_id), 10, UINT32_MAX},
    {"shmem", offsetof(traceg_launch, shared_bytes), 10, UINT32_MAX},
    {"nregs", offsetof(traceg_launch, registers), 10, UINT16_MAX},
    {"binary version", offsetof(traceg_launch, binary_version), 10, UINT16_MAX},
    {"shmem base_addr", offsetof(traceg_launch, shared_base), 16, UINT64_MAX},
    {"local mem base_addr", offsetof(traceg_launch, local_base), 16, UINT64_MAX},
    {"accelsim tracer version", offsetof(traceg_launch, tracer_version), 10, UINT16_MAX},
    {"enable lineinfo", offsetof(traceg_launch, line_info), 10, 1},
};

enum { FIRST_GROUPED_VERSION = 3 };

static int take_name(traceg_launch *launch, const char *name, poise_error *err)
{
    free(launch->kernel);
    launch->kernel = strdup(name);
    return launch->kernel == NULL ? poise_fail(err, POISE_FAILED, "no memory for the kernel's name")
                                  : POISE_OK;
}

/* "(4,1,1)" */
static int take_extent(char *text, const char *what, uint32_t extent[3], poise_error *err)
{
    const size_t length = strlen(text);
    if (length > 2 && text[0] == '(' && text[length - 1] == ')') {
        text[length - 1] = 0;
        if (traceg_triple(text + 1, extent))
            return POISE_OK;
    }
    return poise_fail(err, POISE_DAMAGED, "the %s is not of the form (x,y,z)", what);
}

static int take_number(traceg_launch *launch, size_t i, const char *text, poise_error *err)
{
    if (traceg_number(text, numbers[i].base, numbers[i].most, poise_member(launch, numbers[i].offset)))
        return POISE_OK;
    return poise_fail(err, POISE_DAMAGED, "the value of '%s' is '%s', not a number up to %llu",
                      numbers[i].key, traceg_quote(text), (unsigned long long)numbers[i].most);
}

int traceg_launch_line(traceg_launch *launch, char *line, poise_error *err)
{
    if (*line++ != '-')
        return poise_fail(err, POISE_DAMAGED, "'%s' is no line '-key = value': is this an Accel-Sim trace?",
                          traceg_quote(line - 1));
    char *value;
    if ((value = traceg_value(line, "kernel name")) != NULL)
        return take_name(launch, value, err);
    if ((value = traceg_value(line, "grid dim")) != NULL)
        return take_extent(value, "grid", launch->grid, err);
    if ((value = traceg_value(line, "block dim")) != NULL)
        return take_extent(value, "thread block", launch->block, err);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if ((value = traceg_value(line, numbers[i].key)) != NULL)
            return take_number(launch, i, value, err);
    return POISE_OK;
}

/* The product of an extent into *product; false when it is 0 or above `most`, which is below 2^32. */
static bool multiply(const uint32_t extent[3], uint32_t most, uint32_t *product)
{
    uint64_t sum = 1;
    for (int i = 0; i < 3 && sum <= most; i++)
        sum *= extent[i];
    *product = (uint32_t)sum;
    return sum > 0 && sum <= most;
}

int traceg_launch_check(traceg_launch *launch, poise_error *err)
{
    if (launch->kernel == NULL)
        return poise_fail(err, POISE_DAMAGED, "the header has no kernel name");
    if (launch->tracer_version != 0 && launch->tracer_version < FIRST_GROUPED_VERSION)
        return poise_fail(err, POISE_DAMAGED,
                          "tracer version %llu writes ungrouped lines: use Accel-Sim's post-processing first",
                          (unsigned long long)launch->tracer_version);
    if (!multiply(launch->grid, INT32_MAX, &launch->n_thread_blocks))
        return poise_fail(err, POISE_DAMAGED, "the grid (%u,%u,%u) has no thread block or more than 2^31 - 1",
                          launch->grid[0], launch->grid[1], launch->grid[2]);
    if (!multiply(launch->block, TRACE_MAX_BLOCK_THREADS, &launch->threads_per_block))
        return poise_fail(err, POISE_DAMAGED, "a thread block (%u,%u,%u) has no thread or more than %d",
                          launch->block[0], launch->block[1], launch->block[2], TRACE_MAX_BLOCK_THREADS);
    launch->warps_per_block = (launch->threads_per_block + TRACE_WARP_SIZE - 1) / TRACE_WARP_SIZE;
    return POISE_OK;
}

void traceg_launch_free(traceg_launch *launch)
{
    free(launch->kernel);
    launch->kernel = NULL;
}
