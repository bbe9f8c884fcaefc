/* The device's memory: one region at a fixed address, so that buffers of the same program lie at the same
 * addresses in every run and traces are reproducible, with address-space randomisation too. */
#ifndef POISE_CAPTURE_DEVICE_MEMORY_H
#define POISE_CAPTURE_DEVICE_MEMORY_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

/* Where device memory lies: above everything that Linux places itself on x86-64 (programs at 0x55...,
 * libraries below 0x7fff...) and outside the shadow memory of sanitizers. */
#define CAPTURE_MEMORY_BASE  UINT64_C(0x200000000000)
#define CAPTURE_MEMORY_BYTES (UINT64_C(16) << 30)

enum { CAPTURE_BUFFER_ALIGNMENT = 256 }; /* as cudaMalloc guarantees */

/* Address that the next `bytes` bytes get: the lowest free place. NULL with a sentence when memory is full or
 * the region cannot be mapped. */
void *capture_memory_allocate(size_t bytes, poise_error *err);
void capture_memory_free(void *address);

#endif
