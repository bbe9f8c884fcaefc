#include "datasets/common/mapreduce.h"

#include "datasets/common/memory.h"

#include <stdio.h>
#include <string.h>

/* Texts of mapreduce_emit.cl and mapreduce.cl, embedded by the build (mk/datasets.mk). */
extern const char mapreduce_emit_source[], mapreduce_source[];

void mapreduce_open(mapreduce *job, device *dev, const char *source, const void *data, size_t bytes)
{
    const size_t room = strlen(mapreduce_emit_source) + strlen(source) + strlen(mapreduce_source) + 1;
    char *whole = memory_array(room, 1);
    (void)snprintf(whole, room, "%s%s%s", mapreduce_emit_source, source, mapreduce_source);
    device_open(dev, whole);
    *job = (mapreduce){.dev = dev, .data = device_buffer(dev, bytes, data)};
}

/* A buffer of `n` words, or of one where there is nothing to keep. */
static cl_mem words(const mapreduce *job, size_t n)
{
    return device_buffer(job->dev, (n ? n : 1) * sizeof(cl_uint), NULL);
}

/* What stands before each of n > 0 values, and in *total the sum of all. */
static cl_mem sum_before(const mapreduce *job, cl_mem values, cl_uint n, cl_uint *total)
{
    device *dev = job->dev;
    const cl_uint n_sums = (n + DEVICE_GROUP_SIZE - 1) / DEVICE_GROUP_SIZE;
    cl_mem before = words(job, n), sums = words(job, n_sums), all = words(job, 1);
    DEVICE_RUN(dev, device_kernel(dev, "sum_groups"), n, ARG(values), ARG(n), ARG(before), ARG(sums));
    DEVICE_RUN(dev, device_kernel(dev, "sum_sums"), 1, ARG(sums), ARG(n_sums), ARG(all));
    DEVICE_RUN(dev, device_kernel(dev, "sum_add"), n, ARG(before), ARG(n), ARG(sums));
    device_read(dev, all, sizeof *total, total);
    return before;
}

/* What each work-item of a map or reduce will emit, and then where its part begins. */
typedef struct emission {
    cl_mem key_bytes, value_bytes, pairs;
} emission;

static emission counts(const mapreduce *job, cl_uint n)
{
    return (emission){words(job, n), words(job, n), words(job, n)};
}

/* Turns counts into places and makes the buffers for the pairs. */
static mapreduce_pairs make_room(const mapreduce *job, emission *emitted, cl_uint n)
{
    mapreduce_pairs pairs = {0};
    emitted->key_bytes = sum_before(job, emitted->key_bytes, n, &pairs.key_bytes);
    emitted->value_bytes = sum_before(job, emitted->value_bytes, n, &pairs.value_bytes);
    emitted->pairs = sum_before(job, emitted->pairs, n, &pairs.n);
    pairs.keys = words(job, (pairs.key_bytes + 3) / 4);
    pairs.values = words(job, (pairs.value_bytes + 3) / 4);
    pairs.index = words(job, (size_t)pairs.n * 4);
    return pairs;
}

mapreduce_pairs mapreduce_map(const mapreduce *job, const mapreduce_record *records, cl_uint n)
{
    device *dev = job->dev;
    cl_mem input = device_buffer(dev, n * sizeof *records, records);
    emission e = counts(job, n);
    DEVICE_RUN(dev, device_kernel(dev, "map_count"), n, ARG(input), ARG(n), ARG(job->data),
               ARG(job->parameter), ARG(e.key_bytes), ARG(e.value_bytes), ARG(e.pairs));
    mapreduce_pairs out = make_room(job, &e, n);
    DEVICE_RUN(dev, device_kernel(dev, "map_write"), n, ARG(input), ARG(n), ARG(job->data),
               ARG(job->parameter), ARG(e.key_bytes), ARG(e.value_bytes), ARG(e.pairs), ARG(out.keys),
               ARG(out.values), ARG(out.index));
    return out;
}

mapreduce_pairs mapreduce_reduce(const mapreduce *job, const mapreduce_pairs *in)
{
    if (in->n_groups == 0)
        return (mapreduce_pairs){.keys = words(job, 1), .values = words(job, 1), .index = words(job, 1)};
    device *dev = job->dev;
    const cl_uint n = in->n_groups;
    emission e = counts(job, n);
    DEVICE_RUN(dev, device_kernel(dev, "reduce_count"), n, ARG(in->starts), ARG(n), ARG(in->index),
               ARG(in->n), ARG(in->keys), ARG(in->values), ARG(e.key_bytes), ARG(e.value_bytes),
               ARG(e.pairs));
    mapreduce_pairs out = make_room(job, &e, n);
    DEVICE_RUN(dev, device_kernel(dev, "reduce_write"), n, ARG(in->starts), ARG(n), ARG(in->index),
               ARG(in->n), ARG(in->keys), ARG(in->values), ARG(e.key_bytes), ARG(e.value_bytes), ARG(e.pairs),
               ARG(out.keys), ARG(out.values), ARG(out.index));
    return out;
}

static void sort_index(const mapreduce *job, mapreduce_pairs *pairs)
{
    device *dev = job->dev;
    cl_uint padded = 1;
    while (padded < pairs->n)
        padded *= 2;
    cl_mem sorted = words(job, (size_t)padded * 4);
    DEVICE_RUN(dev, device_kernel(dev, "sort_fill"), padded, ARG(pairs->index), ARG(pairs->n), ARG(sorted),
               ARG(padded));
    cl_kernel step = device_kernel(dev, "sort_step");
    for (cl_uint block = 2; block <= padded; block *= 2)
        for (cl_uint distance = block / 2; distance > 0; distance /= 2)
            DEVICE_RUN(dev, step, padded, ARG(sorted), ARG(padded), ARG(pairs->keys), ARG(job->data),
                       ARG(job->parameter), ARG(block), ARG(distance));
    pairs->index = sorted;
}

/* Keys or values in the order of the index, which then points to the copy. */
static cl_mem copy_sorted(const mapreduce *job, const mapreduce_pairs *pairs, cl_uint of_values)
{
    device *dev = job->dev;
    cl_mem from = of_values ? pairs->values : pairs->keys;
    cl_mem sizes = words(job, pairs->n);
    DEVICE_RUN(dev, device_kernel(dev, "copy_sizes"), pairs->n, ARG(pairs->index), ARG(pairs->n),
               ARG(of_values), ARG(sizes));
    cl_uint total;
    cl_mem first = sum_before(job, sizes, pairs->n, &total);
    cl_mem to = words(job, (total + 3) / 4);
    DEVICE_RUN(dev, device_kernel(dev, "copy_bytes"), pairs->n, ARG(pairs->index), ARG(pairs->n),
               ARG(of_values), ARG(first), ARG(from), ARG(to));
    return to;
}

void mapreduce_group(const mapreduce *job, mapreduce_pairs *pairs)
{
    if (pairs->n == 0)
        return;
    device *dev = job->dev;
    sort_index(job, pairs);
    pairs->values = copy_sorted(job, pairs, 1);
    pairs->keys = copy_sorted(job, pairs, 0);
    cl_mem begins = words(job, pairs->n);
    DEVICE_RUN(dev, device_kernel(dev, "key_changes"), pairs->n, ARG(pairs->index), ARG(pairs->n),
               ARG(pairs->keys), ARG(job->data), ARG(job->parameter), ARG(begins));
    cl_mem place = sum_before(job, begins, pairs->n, &pairs->n_groups);
    pairs->starts = words(job, pairs->n_groups);
    DEVICE_RUN(dev, device_kernel(dev, "key_groups"), pairs->n, ARG(begins), ARG(pairs->n), ARG(place),
               ARG(pairs->starts));
}

static void *read_words(const mapreduce *job, cl_mem buffer, size_t n)
{
    void *copy = memory_array(n ? n : 1, sizeof(cl_uint));
    if (n > 0)
        device_read(job->dev, buffer, n * sizeof(cl_uint), copy);
    return copy;
}

mapreduce_result mapreduce_read(const mapreduce *job, const mapreduce_pairs *pairs)
{
    return (mapreduce_result){
        .keys = read_words(job, pairs->keys, (pairs->key_bytes + 3) / 4),
        .values = read_words(job, pairs->values, (pairs->value_bytes + 3) / 4),
        .index = read_words(job, pairs->index, (size_t)pairs->n * 4),
        .starts = pairs->starts ? read_words(job, pairs->starts, pairs->n_groups) : NULL,
        .n = pairs->n,
        .n_groups = pairs->n_groups,
    };
}

static cl_uint word_at(const unsigned char *bytes)
{
    cl_uint word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

cl_uint mapreduce_key(const mapreduce_result *result, size_t pair, unsigned word)
{
    return word_at(result->keys + result->index[pair].key_first + sizeof(cl_uint) * word);
}

cl_uint mapreduce_value(const mapreduce_result *result, size_t pair, unsigned word)
{
    return word_at(result->values + result->index[pair].value_first + sizeof(cl_uint) * word);
}
