/* Needleman-Wunsch alignment of many pairs of short strings over four letters. A match counts 1, a mismatch
 * and a gap -1. Source: Needleman and Wunsch, "A general method applicable to the search for similarities in
 * the amino acid sequence of two proteins" (1970). */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

enum { MUTATION_PERCENT = 20 }; /* of the second string's letters are drawn anew; our choice */

typedef struct problem {
    cl_uint pairs, length;
    char *first, *second; /* pairs x length */
    uint32_t *score;      /* pairs; bits of a signed number */
} problem;

static void draw_strings(problem *pr, random_source *random)
{
    static const char letters[] = {'A', 'C', 'G', 'T'};
    const size_t n = (size_t)pr->pairs * pr->length;
    pr->first = memory_array(n, 1);
    pr->second = memory_array(n, 1);
    for (size_t i = 0; i < n; i++) {
        pr->first[i] = letters[random_below(random, 4)];
        int mutated = random_below(random, 100) < MUTATION_PERCENT;
        pr->second[i] = mutated ? letters[random_below(random, 4)] : pr->first[i];
    }
}

static void align_on_device(device *dev, const problem *pr)
{
    const size_t string_bytes = (size_t)pr->pairs * pr->length, score_bytes = sizeof(cl_int) * pr->pairs;
    cl_mem first = device_buffer(dev, string_bytes, pr->first);
    cl_mem second = device_buffer(dev, string_bytes, pr->second);
    cl_mem row = device_buffer(dev, score_bytes * (pr->length + 1), NULL);
    cl_mem score = device_buffer(dev, score_bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "needle"), pr->pairs, ARG(first), ARG(second), ARG(row), ARG(score),
               ARG(pr->pairs), ARG(pr->length));
    device_read(dev, score, score_bytes, pr->score);
}

/* The recurrence over the whole matrix `h` of (length + 1)^2 numbers. */
static int32_t align_pair(const char *first, const char *second, size_t length, int32_t *h)
{
    const size_t width = length + 1;
    for (size_t i = 0; i <= length; i++)
        h[i] = h[i * width] = -(int32_t)i;
    for (size_t i = 1; i <= length; i++) {
        for (size_t j = 1; j <= length; j++) {
            int32_t match = h[(i - 1) * width + j - 1] + (first[i - 1] == second[j - 1] ? 1 : -1);
            int32_t above = h[(i - 1) * width + j] - 1, left = h[i * width + j - 1] - 1;
            int32_t gap = above > left ? above : left;
            h[i * width + j] = match > gap ? match : gap;
        }
    }
    return h[length * width + length];
}

static uint32_t *align_reference(const problem *pr)
{
    uint32_t *score = memory_array(pr->pairs, sizeof *score);
    int32_t *h = memory_array((size_t)(pr->length + 1) * (pr->length + 1), sizeof *h);
    for (size_t p = 0; p < pr->pairs; p++)
        score[p] =
            (uint32_t)align_pair(pr->first + p * pr->length, pr->second + p * pr->length, pr->length, h);
    return score;
}

int main(int argc, char **argv)
{
    uint32_t pairs, length, seed;
    const workload_option options[] = {
        {"size", &pairs, 49152, 1, 1 << 20, NULL, "pairs of strings"},
        {"length", &length, 10, 1, 1 << 10, NULL, "letters of a string"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the strings"},
    };
    const workload work = {"needle", "global alignment of pairs of strings", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.pairs = pairs, .length = length};
    draw_strings(&pr, &random);
    pr.score = memory_array(pairs, sizeof *pr.score);
    device dev;
    device_open(&dev, kernel_source);
    align_on_device(&dev, &pr);

    check_equal("score", pr.score, align_reference(&pr), pairs);
    workload_verified(&work, dev.name, dev.launches, "all scores equal");
    device_close(&dev);
    return 0;
}
