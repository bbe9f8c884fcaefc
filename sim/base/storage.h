/* Where the parts of a machine have their memory: taken piece by piece while the machine is made, given back
 * as a whole with it. Pieces lie side by side in few large blocks that the kernel gives cleared, so that of a
 * machine of 80 SMs only what its launches use is ever touched. Not for threads that take at the same time.
 */
#ifndef POISE_SIM_BASE_STORAGE_H
#define POISE_SIM_BASE_STORAGE_H

#include <stddef.h>

/* A piece begins with a line of the processor's cache: an item of 64 bytes, such as a packet, lies in one
 * line and not in two, and no two pieces share one. */
enum { STORAGE_LINE_BYTES = 64 };

/* Zero-initialised: empty. */
typedef struct storage {
    struct storage_block *last; /* the block that pieces are taken from, first of a list */
    char *next;                 /* the first byte of it that is free */
    size_t left;                /* bytes from there on */
} storage;

/* Room for `count` items of `size` bytes, all zero; NULL without memory, or for more than 512 GB. */
void *storage_take(storage *s, size_t count, size_t size);
/* Gives all pieces back; `s` is empty then. */
void storage_free(storage *s);

#endif
