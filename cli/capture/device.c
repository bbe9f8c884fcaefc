#include "cli/capture/device.h"

#include "capture/device_shape.h"
#include "common/log.h"
#include "trace/trace.h"

#include <inttypes.h>
#include <stdio.h>

enum { CUDA_BLOCK_THREADS = 1024 }; /* of compute capability 2.0 and later, CUDA C programming guide */

static int64_t limit(const char *name, int64_t value, int64_t least, int64_t most)
{
    int64_t limited = value < least ? least : value > most ? most : value;
    if (limited != value)
        poise_warn("the device of the capture has %s %" PRId64 ", not %" PRId64 " as the machine", name,
                   limited, value);
    return limited;
}

static capture_device_shape describe(const sim_config *config)
{
    int64_t threads = config->warps * TRACE_WARP_SIZE;
    return (capture_device_shape){
        .compute_units = config->sms,
        .clock_mhz = (int64_t)config->core_mhz,
        .group_items = threads < CUDA_BLOCK_THREADS ? threads : CUDA_BLOCK_THREADS,
        .local_bytes = config->shared_bytes,
        .cache_bytes = (int64_t)config->l2_banks * config->l2_sets * config->l2_ways * TRACE_LINE_BYTES,
    };
}

int cli_capture_device(const cli_machine *machine, char *text, size_t size, poise_error *err)
{
    sim_config config;
    int code = cli_machine_load(&config, machine, err);
    if (code != POISE_OK)
        return code;
    capture_device_shape shape = describe(&config);
    int length = 0;
#define SHAPE(member, standard, least, most)                                               \
    if (length >= 0 && (size_t)length < size)                                              \
        length += snprintf(text + length, size - (size_t)length, "%s" #member "=%" PRId64, \
                           length ? " " : "", limit(#member, shape.member, least, most));
#include "capture/device_shape.def"
#undef SHAPE
    return length >= 0 && (size_t)length < size
               ? 0
               : poise_fail(err, POISE_FAILED, "the description of the device is too long");
}
