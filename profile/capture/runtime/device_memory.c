#include "profile/capture/runtime/device_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>

typedef struct range {
    uint64_t begin, end;
} range;

/* Allocated ranges in order of address, each with the guard behind it. */
static struct {
    int segment; /* -1 = not mapped */
    range *ranges;
    size_t n_ranges, room;
} memory = {.segment = -1};

enum { PAGE_BYTES = 4096 };

static void *pointer_to(uint64_t address)
{
    return (void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr): the address is the point here */
}

/* The segment is gone with the last process that has it mapped. */
static int map_region(poise_error *err)
{
    if (memory.segment >= 0)
        return 0;
    int segment = shmget(IPC_PRIVATE, CAPTURE_MEMORY_BYTES, IPC_CREAT | SHM_NORESERVE | 0600);
    if (segment < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot make the device memory");
    int failed = capture_memory_attach(segment, err);
    shmctl(segment, IPC_RMID, NULL);
    return failed;
}

int capture_memory_attach(int segment, poise_error *err)
{
    if (memory.segment == segment)
        return 0;
    void *wanted = pointer_to(CAPTURE_MEMORY_BASE);
    if (memory.segment >= 0)
        shmdt(wanted);
    memory.segment = -1;
    if (shmat(segment, wanted, 0) != wanted)
        return poise_fail_errno(err, POISE_FAILED, "cannot map the device memory at %p", wanted);
    memory.segment = segment;
    return 0;
}

int capture_memory_segment(void)
{
    return memory.segment;
}

static uint64_t round_to_pages(uint64_t address)
{
    return (address + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

int capture_memory_restrict(const uint64_t *begin, const uint64_t *end, size_t n, poise_error *err)
{
    if (memory.segment < 0)
        return 0; /* a program without buffers */
    int failed = mprotect(pointer_to(CAPTURE_MEMORY_BASE), CAPTURE_MEMORY_BYTES, PROT_NONE);
    for (size_t i = 0; i < n && !failed; i++) {
        uint64_t first = begin[i] / PAGE_BYTES * PAGE_BYTES;
        failed = mprotect(pointer_to(first), round_to_pages(end[i]) - first, PROT_READ | PROT_WRITE);
    }
    return failed ? poise_fail_errno(err, POISE_FAILED, "cannot protect the device memory") : 0;
}

static bool map_margin(uint64_t address)
{
    return mmap(pointer_to(address), CAPTURE_MARGIN_BYTES, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != MAP_FAILED;
}

int capture_memory_surround(poise_error *err)
{
    if (map_margin(CAPTURE_MEMORY_BASE - CAPTURE_MARGIN_BYTES) &&
        map_margin(CAPTURE_MEMORY_BASE + CAPTURE_MEMORY_BYTES))
        return 0;
    return poise_fail_errno(err, POISE_FAILED, "cannot map memory beside the device memory");
}

bool capture_memory_is_near(uint64_t address)
{
    return address >= CAPTURE_MEMORY_BASE - CAPTURE_MARGIN_BYTES &&
           address - (CAPTURE_MEMORY_BASE - CAPTURE_MARGIN_BYTES) <
               CAPTURE_MEMORY_BYTES + 2 * CAPTURE_MARGIN_BYTES;
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
    rounded = (rounded ? rounded : 1) * CAPTURE_BUFFER_ALIGNMENT + CAPTURE_GUARD_BYTES;
    uint64_t begin;
    size_t i = first_gap(rounded, &begin);
    if (rounded > CAPTURE_MEMORY_BASE + CAPTURE_MEMORY_BYTES - begin) {
        poise_fail(err, POISE_FAILED, "the device memory has no room for %zu bytes", bytes);
        return NULL;
    }
    memmove(&memory.ranges[i + 1], &memory.ranges[i], (memory.n_ranges - i) * sizeof(range));
    memory.ranges[i] = (range){begin, begin + rounded};
    memory.n_ranges++;
    return pointer_to(begin);
}

/* Whole pages go back to the system and read as zero again, as do the edges. */
static void erase(range gone)
{
    uint64_t first = round_to_pages(gone.begin), last = gone.end / PAGE_BYTES * PAGE_BYTES;
    if (first >= last || madvise(pointer_to(first), last - first, MADV_REMOVE)) {
        memset(pointer_to(gone.begin), 0, gone.end - gone.begin);
        return;
    }
    memset(pointer_to(gone.begin), 0, first - gone.begin);
    memset(pointer_to(last), 0, gone.end - last);
}

void capture_memory_free(void *address)
{
    for (size_t i = 0; i < memory.n_ranges; i++) {
        if (memory.ranges[i].begin == (uint64_t)(uintptr_t)address) {
            erase(memory.ranges[i]);
            memory.n_ranges--;
            memmove(&memory.ranges[i], &memory.ranges[i + 1], (memory.n_ranges - i) * sizeof(range));
            return;
        }
    }
}
