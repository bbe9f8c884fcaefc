#include "datasets/common/random.h"

#include "datasets/common/memory.h"

uint64_t random_u64(random_source *source)
{
    uint64_t z = source->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t random_below(random_source *source, uint32_t bound)
{
    return (uint32_t)(((random_u64(source) >> 32) * bound) >> 32);
}

float random_unit(random_source *source)
{
    return (float)(random_u64(source) >> 40) * 0x1p-24f;
}

float *random_vector(random_source *source, size_t n)
{
    float *vector = memory_array(n, sizeof *vector);
    for (size_t i = 0; i < n; i++)
        vector[i] = random_unit(source);
    return vector;
}

uint32_t *random_permutation(random_source *source, uint32_t n)
{
    uint32_t *order = memory_array(n, sizeof *order);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = random_below(source, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}
