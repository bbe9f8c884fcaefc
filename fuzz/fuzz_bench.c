/* The reader of benchmark files on hostile input. What it lets through must compare with itself without
 * trouble. */
#include "bench/measured.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bench_measured measured;
    poise_error err;
    if (bench_measured_read_memory((const char *)data, size, "input", &measured, &err) != POISE_OK)
        return 0;
    FILE *out = fopen("/dev/null", "w");
    if (out == NULL || bench_compare(&measured, &measured, out, &err) != POISE_OK)
        abort();
    fclose(out);
    bench_measured_free(&measured);
    return 0;
}

#include "fuzz/replay.h"
