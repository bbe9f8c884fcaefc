/* Accesses to private memory that leave their variable. The kernel compiler has each that could do so checked
 * (compiler/guard_private.h); one that does goes to a place of its own, where it reads zeros and what it
 * writes is lost. Its word of the lane's record then says where it would have been instead of its address. */
#ifndef POISE_CAPTURE_PRIVATE_ACCESS_H
#define POISE_CAPTURE_PRIVATE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No address has this bit. */
#define CAPTURE_PRIVATE_OUTSIDE (UINT64_C(1) << 63)

/* The word of an access at `offset` from the begin of its variable of `size` bytes; the other where no
 * variable is known. */
uint64_t capture_private_word(int64_t offset, uint64_t size);
uint64_t capture_private_word_far(void);

static inline bool capture_private_is_outside(uint64_t word)
{
    return (word & CAPTURE_PRIVATE_OUTSIDE) != 0;
}

/* A number that follows from the access alone, for the place of the access in the trace. */
uint64_t capture_private_offset(uint64_t word);

/* "4 bytes behind the end of a private variable (32 bytes)" of an access of `bytes` bytes. */
void capture_private_describe(uint64_t word, unsigned bytes, char *text, size_t size);

#endif
