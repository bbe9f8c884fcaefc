#include "bench/kernels.h"

#include "common/options.h"

#include <string.h>

enum { BLOCKS = 192, THREADS_PER_BLOCK = 256, SEED = 1 };

static const bench_builtin table[] = {
#define KERNEL(name, make, loads, alu, lines, footprint, help) \
    {#name,                                                    \
     help,                                                     \
     make,                                                     \
     {.thread_blocks = BLOCKS,                                 \
      .threads_per_block = THREADS_PER_BLOCK,                  \
      .iterations = (loads),                                   \
      .alu_per_load = (alu),                                   \
      .lines_per_load = (lines),                               \
      .footprint_lines = (footprint),                          \
      .seed = SEED,                                            \
      .registers_per_thread = 20}},
#include "bench/kernels.def"
#undef KERNEL
};

enum { N_KERNELS = sizeof table / sizeof table[0] };

const bench_builtin *bench_builtin_table(size_t *n)
{
    *n = N_KERNELS;
    return table;
}

const bench_builtin *bench_builtin_find(const char *name, poise_error *err)
{
    const char *names[N_KERNELS + 1] = {0};
    for (size_t i = 0; i < N_KERNELS; i++) {
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
        names[i] = table[i].name;
    }
    const char *nearest = poise_nearest(name, names);
    poise_fail(err, POISE_USAGE, "unknown kernel '%s'%s%s%s", name,
               nearest == NULL ? ": 'poise bench --help' lists the built-in ones" : ": did you mean '",
               nearest == NULL ? "" : nearest, nearest == NULL ? "" : "'?");
    return NULL;
}

int bench_builtin_make(const bench_builtin *kernel, uint32_t scale, warp_trace *trace, poise_error *err)
{
    trace_synthetic shape = kernel->shape;
    shape.iterations *= scale;
    const int code = kernel->make(trace, &shape, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "kernel %s", kernel->name);
}
