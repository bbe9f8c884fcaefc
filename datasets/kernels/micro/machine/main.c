/* What a machine's parts cost: latency of caches and memory by pointers that are followed, of arithmetic by
 * chains, bandwidth by streams, atomics. Each kernel is launched twice, the second time with twice the
 * rounds: the difference in time, by the rounds, is what one costs, whatever a launch takes. */
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <math.h>

enum { WORD = sizeof(cl_uint), CHAIN = 16 };

typedef struct run {
    device dev;
    cl_uint items, words, stride, rounds;
    random_source random;
} run;

static void require_equal(const char *what, uint64_t got, uint64_t want)
{
    if (got != want)
        workload_fail("%s is %" PRIu64 ", not %" PRIu64, what, got, want);
}

/* One cycle through every `stride`th word, in random order (Sattolo's algorithm). */
static cl_uint *cycle_of(run *work)
{
    const cl_uint places = work->words / work->stride;
    cl_uint *order = memory_array(places, sizeof *order), *next = memory_array(work->words, sizeof *next);
    for (cl_uint i = 0; i < places; i++)
        order[i] = i;
    for (cl_uint i = places - 1; i > 0; i--) {
        const cl_uint j = random_below(&work->random, i), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    for (cl_uint i = 0; i < places; i++)
        next[i * work->stride] = order[i] * work->stride;
    return next;
}

static void chase(run *work, const char *kernel, cl_uint rounds)
{
    const cl_uint *next = cycle_of(work);
    cl_mem pointers = device_buffer(&work->dev, (size_t)WORD * work->words, next);
    cl_mem result = device_buffer(&work->dev, WORD, NULL);
    DEVICE_RUN(&work->dev, device_kernel(&work->dev, kernel), 1, ARG(pointers), ARG(result), ARG(rounds));
    cl_uint got, want = 0;
    device_read(&work->dev, result, WORD, &got);
    for (cl_uint i = 0; i < rounds; i++)
        want = next[want];
    require_equal("the last pointer", got, want);
}

static void chase_global(run *work, cl_uint rounds)
{
    chase(work, "chase", rounds);
}

static void chase_shared(run *work, cl_uint rounds)
{
    work->words = 1024; /* what the kernel keeps in shared memory */
    chase(work, "chase_shared", rounds);
}

/* The values, words of either kind: two numbers that all items read, then one for each item. */
static void run_chain(run *work, const char *kernel, cl_uint rounds, void *values)
{
    const size_t bytes = (size_t)WORD * (work->items + 2);
    cl_mem buffer = device_buffer(&work->dev, bytes, values);
    DEVICE_RUN(&work->dev, device_kernel(&work->dev, kernel), work->items, ARG(buffer), ARG(work->items),
               ARG(rounds));
    device_read(&work->dev, buffer, bytes, values);
}

/* Values that stay between 0 and 2 whatever the rounds. */
static void float_chain(run *work, const char *kernel, cl_uint rounds, float (*step)(float))
{
    float *values = memory_array(work->items + 2, sizeof *values);
    values[0] = values[1] = 0.5f;
    for (cl_uint i = 0; i < work->items; i++)
        values[i + 2] = 0.25f + 1.0f / (float)(i + 1);
    float want = values[work->items + 1];
    run_chain(work, kernel, rounds, values);
    for (cl_uint i = 0; i < rounds * CHAIN; i++)
        want = step(want);
    if (fabsf(values[work->items + 1] - want) > 1e-4f)
        workload_fail("the chain ends with %g, not %g", (double)values[work->items + 1], (double)want);
}

static float half_of_one_more(float x)
{
    return fmaf(x, 0.5f, 0.5f);
}
static float reciprocal_root(float x)
{
    return 1.0f / sqrtf(x);
}

static void single_chain(run *work, cl_uint rounds)
{
    float_chain(work, "single_chain", rounds, half_of_one_more);
}

static void single_chains(run *work, cl_uint rounds)
{
    float_chain(work, "single_chains", rounds, half_of_one_more);
}

static void root_chain(run *work, cl_uint rounds)
{
    float_chain(work, "root_chain", rounds, reciprocal_root);
}

static void whole_chain(run *work, const char *kernel, cl_uint rounds,
                        cl_uint (*step)(cl_uint, const cl_uint *))
{
    cl_uint *values = memory_array(work->items + 2, sizeof *values);
    for (cl_uint i = 0; i < work->items + 2; i++)
        values[i] = 2 * i + 3;
    const cl_uint factors[] = {values[0], values[1]};
    cl_uint want = values[work->items + 1];
    run_chain(work, kernel, rounds, values);
    for (cl_uint i = 0; i < rounds; i++)
        want = step(want, factors);
    require_equal("the last of the chain", values[work->items + 1], want);
}

static cl_uint multiply_and_add(cl_uint x, const cl_uint *factors)
{
    for (int i = 0; i < CHAIN; i++)
        x = x * factors[0] + factors[1];
    return x;
}

static cl_uint add_and_flip(cl_uint x, const cl_uint *factors)
{
    for (int i = 0; i < CHAIN / 2; i++)
        x = (x + factors[0]) ^ factors[1];
    return x;
}

static void integer_chain(run *work, cl_uint rounds)
{
    whole_chain(work, "integer_chain", rounds, multiply_and_add);
}

static void logic_chain(run *work, cl_uint rounds)
{
    whole_chain(work, "logic_chain", rounds, add_and_flip);
}

static void stream(run *work, cl_uint rounds)
{
    cl_uint *values = memory_array(work->words, sizeof *values), *got;
    for (cl_uint i = 0; i < work->words; i++)
        values[i] = i;
    cl_mem buffer = device_buffer(&work->dev, (size_t)WORD * work->words, values);
    cl_mem results = device_buffer(&work->dev, (size_t)WORD * work->items, NULL);
    DEVICE_RUN(&work->dev, device_kernel(&work->dev, "stream"), work->items, ARG(buffer), ARG(results),
               ARG(work->items), ARG(work->words), ARG(rounds));
    got = memory_array(work->items, sizeof *got);
    device_read(&work->dev, results, (size_t)WORD * work->items, got);
    cl_uint want = 0;
    for (cl_uint i = 0; i < rounds * 8; i++)
        want += (work->items - 1 + i * work->items) & (work->words - 1);
    require_equal("the last item's sum", got[work->items - 1], want);
}

static void fill(run *work, cl_uint rounds)
{
    cl_mem buffer = device_buffer(&work->dev, (size_t)WORD * work->words, NULL);
    DEVICE_RUN(&work->dev, device_kernel(&work->dev, "fill"), work->items, ARG(buffer), ARG(work->items),
               ARG(work->words), ARG(rounds));
    cl_uint got;
    device_read(&work->dev, buffer, WORD, &got);
    if (got >= rounds)
        workload_fail("the first word is %u of %u rounds", (unsigned)got, (unsigned)rounds);
}

static void add(run *work, cl_uint rounds)
{
    cl_uint *values = memory_array(work->words, sizeof *values);
    cl_mem buffer = device_buffer(&work->dev, (size_t)WORD * work->words, NULL);
    DEVICE_RUN(&work->dev, device_kernel(&work->dev, "add"), work->items, ARG(buffer), ARG(work->items),
               ARG(work->words), ARG(rounds));
    device_read(&work->dev, buffer, (size_t)WORD * work->words, values);
    uint64_t sum = 0;
    for (cl_uint i = 0; i < work->words; i++)
        sum += values[i];
    require_equal("the sum of all counters", sum, (uint64_t)work->items * rounds);
}

/* In the order of the option's words. */
static void (*const kernels[])(run *work, cl_uint rounds) = {
    chase_global, chase_shared, single_chain, single_chains, integer_chain,
    logic_chain,  root_chain,   stream,       fill,          add,
};

static cl_uint power_of_two(uint32_t at_least)
{
    cl_uint power = 1;
    while (power < at_least)
        power *= 2;
    return power;
}

int main(int argc, char **argv)
{
    run work = {0};
    uint32_t what, bytes, seed;
    const workload_option options[] = {
        {"what", &what, 0, 0, 0, "chase|shared|single|singles|integer|logic|root|stream|fill|add",
         "what is measured"},
        {"size", &work.items, 256, 1, 1 << 24, NULL, "work-items of chains, streams and atomics"},
        {"bytes", &bytes, 65536, 4, 1u << 30, NULL, "memory touched, made a power of two but for chase"},
        {"stride", &work.stride, 32, 1, 1 << 20, NULL, "words from pointer to pointer"},
        {"rounds", &work.rounds, 1024, 1, 1 << 24, NULL, "rounds of the first launch"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the pointers"},
    };
    const workload info = {"machine", "what a machine's parts cost", options,
                           sizeof options / sizeof *options};
    workload_begin(&info, argc, argv);
    work.words = what == 0 ? bytes / WORD : power_of_two(bytes / WORD);
    work.random = (random_source){seed};
    device_open(&work.dev, kernel_source);
    for (cl_uint times = 1; times <= 2; times++) {
        kernels[what](&work, times * work.rounds);
        device_keep_buffers(&work.dev, 0);
    }
    workload_verified(&info, work.dev.name, work.dev.launches, "both launches");
    device_close(&work.dev);
    return 0;
}
