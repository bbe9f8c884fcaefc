/* Little-endian numbers of compiled models, for the files that write and read them. */
#ifndef POISE_INFER_BLOB_WORDS_H
#define POISE_INFER_BLOB_WORDS_H

#include <stdint.h>

static inline void put(unsigned char *bytes, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
}

/* Writes `n` words, and where the next ones go. */
static inline unsigned char *put_words(unsigned char *bytes, const uint32_t *word, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4)
        put(bytes, word[i], 4);
    return bytes;
}

static inline unsigned char *put_signed(unsigned char *bytes, const int32_t *word, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4)
        put(bytes, (uint32_t)word[i], 4);
    return bytes;
}

static inline uint64_t get(const unsigned char *bytes, unsigned n)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static inline const unsigned char *get_words(const unsigned char *bytes, uint32_t *word, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4)
        word[i] = (uint32_t)get(bytes, 4);
    return bytes;
}

/* The two's complement number of 32 bits, without a conversion that the language leaves open. */
static inline int32_t as_signed(uint32_t bits)
{
    int64_t value = bits;
    return (int32_t)(bits > INT32_MAX ? value - (INT64_C(1) << 32) : value);
}

static inline const unsigned char *get_signed(const unsigned char *bytes, int32_t *word, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4)
        word[i] = as_signed((uint32_t)get(bytes, 4));
    return bytes;
}

#endif
