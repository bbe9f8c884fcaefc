/* Similarity score of all pairs of documents by MapReduce, the most similar first. */
#include "datasets/common/check.h"
#include "datasets/common/documents.h"
#include "datasets/common/mapreduce.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double tolerance =
    1e-5; /* sums of at most a few thousand squares of small integers, and a root */

static mapreduce_record *all_pairs(uint32_t n_documents, uint32_t n_pairs)
{
    mapreduce_record *record = memory_array(n_pairs, sizeof *record);
    size_t n = 0;
    for (cl_uint a = 0; a < n_documents; a++)
        for (cl_uint b = a + 1; b < n_documents; b++)
            record[n++] = (mapreduce_record){{a, b, 0, 0}};
    return record;
}

/* The definition, for documents a and b. */
static double reference(const documents *docs, uint32_t a, uint32_t b)
{
    const float *u = docs->vector + (size_t)a * docs->stride, *v = docs->vector + (size_t)b * docs->stride;
    double product = 0.0, square_u = 0.0, square_v = 0.0;
    for (uint32_t i = 0; i < docs->stride; i++) {
        product += (double)u[i] * (double)v[i];
        square_u += (double)u[i] * (double)u[i];
        square_v += (double)v[i] * (double)v[i];
    }
    return product / sqrt(square_u * square_v);
}

static float score_of(const mapreduce_result *result, size_t pair)
{
    const cl_uint bits = mapreduce_key(result, pair, 0);
    float score;
    memcpy(&score, &bits, sizeof score);
    return score;
}

/* Every pair once with its score, in descending order, and groups exactly where the score changes. */
static double check(const documents *docs, const mapreduce_result *result, uint32_t n_pairs)
{
    if (result->n != n_pairs)
        workload_fail("wrong result: %" PRIu32 " scores of %" PRIu32 " pairs", result->n, n_pairs);
    uint32_t *seen = memory_array((size_t)docs->n * docs->n, sizeof *seen);
    float *got = memory_array(n_pairs, sizeof *got);
    double *want = memory_array(n_pairs, sizeof *want);
    uint32_t n_groups = 0;
    for (size_t i = 0; i < n_pairs; i++) {
        const cl_uint a = mapreduce_value(result, i, 0), b = mapreduce_value(result, i, 1);
        if (b >= docs->n || a >= b || seen[(size_t)a * docs->n + b]++)
            workload_fail("wrong result: documents %" PRIu32 " and %" PRIu32 " are no pair, or twice", a, b);
        got[i] = score_of(result, i);
        want[i] = reference(docs, a, b);
        if (i > 0 && got[i] > got[i - 1])
            workload_fail("wrong result: score %zu is above the one before it", i);
        if (i > 0 && !(got[i] < got[i - 1]))
            continue;
        if (n_groups == result->n_groups || result->starts[n_groups++] != i)
            workload_fail("wrong result: no group begins at score %zu", i);
    }
    if (n_groups != result->n_groups)
        workload_fail("wrong result: %" PRIu32 " groups instead of %" PRIu32, result->n_groups, n_groups);
    return check_close("score", got, want, n_pairs, tolerance);
}

int main(int argc, char **argv)
{
    uint32_t size, terms, words, seed;
    const workload_option options[] = {
        {"size", &size, 314, 2, 4096, NULL, "documents"},
        {"terms", &terms, 256, 1, 1 << 14, NULL, "elements of a document's vector"},
        {"words", &words, 128, 1, 1 << 14, NULL, "words of a generated document"},
        {"file", NULL, 0, 0, 0, workload_path, "documents, one a line, instead of generated ones"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the documents"},
    };
    const workload work = {"ss", "similarity score of documents by MapReduce", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const char *path = workload_file();
    const documents docs =
        path ? documents_read(path, size, terms) : documents_generate(size, terms, words, seed);
    if (docs.n < 2)
        workload_damaged("%s has one document; a pair needs two", path);
    const uint32_t n_pairs = docs.n * (docs.n - 1) / 2;
    device dev;
    mapreduce job;
    mapreduce_open(&job, &dev, kernel_source, docs.vector, sizeof *docs.vector * docs.n * docs.stride);
    job.parameter = docs.stride / 4;
    mapreduce_pairs pairs = mapreduce_map(&job, all_pairs(docs.n, n_pairs), n_pairs);
    mapreduce_group(&job, &pairs);
    const mapreduce_result result = mapreduce_read(&job, &pairs);

    const double error = check(&docs, &result, n_pairs);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " documents, %" PRIu32 " pairs, error %.1e",
                      docs.n, n_pairs, error);
    device_close(&dev);
    return 0;
}
