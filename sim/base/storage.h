/* Where the parts of a machine have their memory: taken piece by piece while the machine is made, given back
 * as a whole with it. Pieces lie side by side in few large blocks that the kernel gives cleared: those that
 * are used in large pages, where it has some, since to give a machine of 80 SMs 4 KB at a time takes a
 * processor longer than many a simulation; those that seldom are in small ones, so that only what launches
 * use is ever touched. Not for threads that take at the same time. */
#ifndef POISE_SIM_BASE_STORAGE_H
#define POISE_SIM_BASE_STORAGE_H

#include <stddef.h>

/* A piece begins with a line of the processor's cache: an item of 64 bytes, such as a packet, lies in one
 * line and not in two, and no two pieces share one. */
enum { STORAGE_LINE_BYTES = 64 };

typedef struct storage_blocks {
    struct storage_block *last; /* the block that pieces are taken from, first of a list */
    char *next;                 /* the first byte of it that is free */
    size_t left;                /* bytes from there on */
} storage_blocks;

/* Zero-initialised: empty. */
typedef struct storage {
    storage_blocks used, seldom;
} storage;

/* Room for `count` items of `size` bytes, all zero; NULL without memory, or for more than 512 GB. */
void *storage_take(storage *s, size_t count, size_t size);
/* The same for a piece most of which is never touched. */
void *storage_take_seldom(storage *s, size_t count, size_t size);
/* Gives all pieces back; `s` is empty then. */
void storage_free(storage *s);

#endif
