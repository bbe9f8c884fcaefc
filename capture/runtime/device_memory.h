/* The device's memory: one region at a fixed address, so that buffers of the same program lie at the same
 * addresses in every run and traces are reproducible, with address-space randomisation too. It is shared
 * with the processes that run kernels: a System V segment, because a file in memory would count against the
 * program's limit of file sizes. */
#ifndef POISE_CAPTURE_DEVICE_MEMORY_H
#define POISE_CAPTURE_DEVICE_MEMORY_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where device memory lies: above everything that Linux places itself on x86-64 (programs at 0x55...,
 * libraries below 0x7fff...) and outside the shadow memory of sanitizers. */
#define CAPTURE_MEMORY_BASE  UINT64_C(0x200000000000)
#define CAPTURE_MEMORY_BYTES (UINT64_C(16) << 30)
/* What capture_memory_surround adds on both sides. Our choice. */
#define CAPTURE_MARGIN_BYTES (UINT64_C(1) << 30)

enum {
    CAPTURE_BUFFER_ALIGNMENT = 256, /* as cudaMalloc guarantees */
    /* Free space behind every buffer, so that the next one does not hide an access behind the end: a row of
     * 1024 floats. Our choice. */
    CAPTURE_GUARD_BYTES = 4096,
};

/* Address that the next `bytes` bytes get: the lowest free place. New memory is zero. NULL with a sentence
 * when memory is full or the region cannot be mapped. */
void *capture_memory_allocate(size_t bytes, poise_error *err);
void capture_memory_free(void *address);

/* Number of the shared segment, for capture_memory_attach in another process; -1 before the first buffer. */
int capture_memory_segment(void);
/* Maps the segment of another process at the same address. Again for the same segment does nothing. */
int capture_memory_attach(int segment, poise_error *err);

/* In a process that runs kernels: until the next call, of the whole region only pages that hold part of the
 * n ranges [begin[i], end[i]) can be accessed. They are in order of address, without overlap. */
int capture_memory_restrict(const uint64_t *begin, const uint64_t *end, size_t n, poise_error *err);

/* In a process that runs kernels and goes on after accesses out of bounds: there is memory of its own, zero
 * after each call, before and behind the region (CAPTURE_MARGIN_BYTES), for a row before the first buffer. */
int capture_memory_surround(poise_error *err);
/* Whether an access there only fails because of capture_memory_restrict. */
bool capture_memory_is_near(uint64_t address);

#endif
