/* The few operations over all 32 lanes of a warp that the merge does for every instruction. */
#ifndef POISE_CAPTURE_LANE_VECTOR_H
#define POISE_CAPTURE_LANE_VECTOR_H

#include <stdint.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* Bit i: whether value[i] == wanted, i < 32. */
static inline uint32_t lanes_equal(const int32_t value[32], int32_t wanted)
{
    uint32_t mask = 0;
#ifdef __AVX2__
    __m256i all = _mm256_set1_epi32(wanted);
    for (int i = 0; i < 4; i++) {
        __m256i part = _mm256_loadu_si256((const __m256i *)(const void *)(value + 8 * (size_t)i));
        mask |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(part, all))) << (8 * i);
    }
#else
    for (int i = 0; i < 32; i++)
        mask |= (uint32_t)(value[i] == wanted) << i;
#endif
    return mask;
}

/* Bit i, 0 < i < n <= 32: whether address[i] lies in another unit of 2^shift bytes than address[i - 1]; bit 0
 * is set. Reads address[0 .. 31]. */
static inline uint32_t lanes_change(const uint64_t address[32], uint32_t n, int shift)
{
    uint32_t same = 0;
#ifdef __AVX2__
    for (int i = 0; i < 8; i++) {
        const uint64_t *at = address + 4 * (size_t)i;
        __m256i here = _mm256_loadu_si256((const __m256i *)(const void *)at);
        __m256i before = _mm256_permute4x64_epi64(here, 0x93);
        if (i > 0)
            before = _mm256_loadu_si256((const __m256i *)(const void *)(at - 1));
        __m256i differs = _mm256_srl_epi64(_mm256_xor_si256(here, before), _mm_cvtsi32_si128(shift));
        __m256i equal = _mm256_cmpeq_epi64(differs, _mm256_setzero_si256());
        same |= (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(equal)) << (4 * i);
    }
#else
    for (uint32_t i = 1; i < n; i++)
        same |= (uint32_t)((address[i] ^ address[i - 1]) >> shift == 0) << i;
#endif
    uint32_t lanes = n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX;
    return (~same | 1) & lanes;
}

#endif
