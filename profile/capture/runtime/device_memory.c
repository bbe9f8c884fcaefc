#include "profile/capture/runtime/device_memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct range {
    uint64_t begin, end;
} range;

/* Allocated ranges in order of address. */
static struct {
    bool is_mapped;
    uint64_t accessible_end; /* below it pages can be read and written */
    range *ranges;
    size_t n_ranges, room;
} memory;

static void *pointer_to(uint64_t address)
{
    return (void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr): the address is the point here */
}

static int map_region(poise_error *err)
{
    if (memory.is_mapped)
        return 0;
    void *wanted = pointer_to(CAPTURE_MEMORY_BASE);
    void *got = mmap(wanted, CAPTURE_MEMORY_BYTES, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED)
        return poise_fail_errno(err, POISE_FAILED, "cannot map the device memory at %p", wanted);
    if (got != wanted) {
        munmap(got, CAPTURE_MEMORY_BYTES);
        return poise_fail(err, POISE_FAILED, "the kernel does not map the device memory at %p", wanted);
    }
    memory.is_mapped = true;
    memory.accessible_end = CAPTURE_MEMORY_BASE;
    return 0;
}

/* Pages become accessible with the first buffer that reaches them: far accesses beyond all buffers fault. */
static int make_accessible(uint64_t end, poise_error *err)
{
    const uint64_t step = UINT64_C(1) << 16;
    end = (end + step - 1) / step * step;
    if (end <= memory.accessible_end)
        return 0;
    if (mprotect(pointer_to(memory.accessible_end), end - memory.accessible_end, PROT_READ | PROT_WRITE))
        return poise_fail_errno(err, POISE_FAILED, "cannot enlarge the device memory");
    memory.accessible_end = end;
    return 0;
}

static int reserve_range(poise_error *err)
{
    if (memory.n_ranges < memory.room)
        return 0;
    size_t room = 2 * memory.room + 64;
    range *grown = realloc(memory.ranges, room * sizeof *grown);
    if (!grown)
        return poise_fail(err, POISE_FAILED, "out of memory for the list of buffers");
    memory.ranges = grown;
    memory.room = room;
    return 0;
}

/* First fit: index of the range before which `bytes` bytes are free, and where they begin. */
static size_t first_gap(uint64_t bytes, uint64_t *begin)
{
    *begin = CAPTURE_MEMORY_BASE;
    size_t i = 0;
    while (i < memory.n_ranges && memory.ranges[i].begin - *begin < bytes)
        *begin = memory.ranges[i++].end;
    return i;
}

void *capture_memory_allocate(size_t bytes, poise_error *err)
{
    if (map_region(err) || reserve_range(err))
        return NULL;
    if (bytes > CAPTURE_MEMORY_BYTES) {
        poise_fail(err, POISE_FAILED, "a buffer of %zu bytes exceeds the device memory", bytes);
        return NULL;
    }
    uint64_t rounded = ((uint64_t)bytes + CAPTURE_BUFFER_ALIGNMENT - 1) / CAPTURE_BUFFER_ALIGNMENT;
    rounded = (rounded ? rounded : 1) * CAPTURE_BUFFER_ALIGNMENT;
    uint64_t begin;
    size_t i = first_gap(rounded, &begin);
    if (rounded > CAPTURE_MEMORY_BASE + CAPTURE_MEMORY_BYTES - begin) {
        poise_fail(err, POISE_FAILED, "the device memory has no room for %zu bytes", bytes);
        return NULL;
    }
    if (make_accessible(begin + rounded, err))
        return NULL;
    memmove(&memory.ranges[i + 1], &memory.ranges[i], (memory.n_ranges - i) * sizeof(range));
    memory.ranges[i] = (range){begin, begin + rounded};
    memory.n_ranges++;
    return pointer_to(begin);
}

void capture_memory_free(void *address)
{
    for (size_t i = 0; i < memory.n_ranges; i++) {
        if (memory.ranges[i].begin == (uint64_t)(uintptr_t)address) {
            memory.n_ranges--;
            memmove(&memory.ranges[i], &memory.ranges[i + 1], (memory.n_ranges - i) * sizeof(range));
            return;
        }
    }
}
