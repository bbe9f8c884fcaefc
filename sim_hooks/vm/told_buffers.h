/* Buffers that a vm policy has been told of and that have not been released. A trace that is launched again
 * tells of its buffers again: one that begins where another one does is the same if it is as large, and takes
 * its place otherwise (our choice). */
#ifndef POISE_SIM_HOOKS_TOLD_BUFFERS_H
#define POISE_SIM_HOOKS_TOLD_BUFFERS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct told_buffer {
    uint64_t address, bytes;
    uint16_t app;
} told_buffer;

/* Starts as zeros, freed with told_buffers_free(). */
typedef struct told_buffers {
    told_buffer *buffer; /* [n] in no order */
    uint32_t n, capacity;
} told_buffers;

/* Bytes of the buffer of the program that begins at `address`; 0 = there is none. */
uint64_t told_buffers_bytes(const told_buffers *b, uint16_t app, uint64_t address);
/* Notes a buffer that begins where no other one of the program does. False: no memory. */
bool told_buffers_add(told_buffers *b, uint16_t app, uint64_t address, uint64_t bytes);
/* The buffer is gone; nothing happens without one. */
void told_buffers_remove(told_buffers *b, uint16_t app, uint64_t address);
/* The program has ended. */
void told_buffers_forget(told_buffers *b, uint16_t app);
void told_buffers_free(told_buffers *b);

#endif
