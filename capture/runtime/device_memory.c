#include "capture/runtime/device_memory.h"

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

/* In a process that runs kernels: the pages that can be accessed, as ranges in order of address. */
static struct {
    bool is_restricted; /* false: all of them can */
    bool is_surrounded; /* there are margins */
    range *open;
    size_t n_open;
} access;

static void *pointer_to(uint64_t address)
{
    return (void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr): the address is the point here */
}

/* The segment is gone with the last process that has it mapped. */
static int map_region(poise_error *err)
{
    if (memory.segment >= 0)
        return POISE_OK;
    int segment = shmget(IPC_PRIVATE, CAPTURE_MEMORY_BYTES, IPC_CREAT | SHM_NORESERVE | 0600);
    if (segment < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot make the device memory");
    int code = capture_memory_attach(segment, err);
    shmctl(segment, IPC_RMID, NULL);
    return code;
}

int capture_memory_attach(int segment, poise_error *err)
{
    if (memory.segment == segment)
        return POISE_OK;
    void *wanted = pointer_to(CAPTURE_MEMORY_BASE);
    if (memory.segment >= 0)
        shmdt(wanted);
    memory.segment = -1;
    access.is_restricted = false;
    if (shmat(segment, wanted, 0) != wanted)
        return poise_fail_errno(err, POISE_FAILED, "cannot map the device memory at %p", wanted);
    memory.segment = segment;
    return POISE_OK;
}

int capture_memory_segment(void)
{
    return memory.segment;
}

static uint64_t round_to_pages(uint64_t address)
{
    return (address + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

static int protect(uint64_t begin, uint64_t end, int protection)
{
    return begin < end ? mprotect(pointer_to(begin), end - begin, protection) : 0;
}

/* Gives the pages of `from` that are in no range of `other` another protection. Both are in order. */
static int protect_difference(const range *from, size_t n_from, const range *other, size_t n_other,
                              int protection)
{
    size_t o = 0;
    int failed = 0;
    for (size_t i = 0; i < n_from; i++) {
        uint64_t begin = from[i].begin;
        while (o < n_other && other[o].end <= begin)
            o++;
        for (size_t k = o; k < n_other && other[k].begin < from[i].end; k++) {
            failed |= protect(begin, other[k].begin, protection);
            begin = other[k].end;
        }
        failed |= protect(begin, from[i].end, protection);
    }
    return failed;
}

/* The pages of n ranges in order of address, without overlap: ranges that meet in a page are joined. */
static size_t pages_of(const uint64_t *begin, const uint64_t *end, size_t n, range *pages)
{
    size_t n_pages = 0;
    for (size_t i = 0; i < n; i++) {
        range one = {begin[i] / PAGE_BYTES * PAGE_BYTES, round_to_pages(end[i])};
        if (n_pages > 0 && one.begin <= pages[n_pages - 1].end)
            pages[n_pages - 1].end = one.end;
        else
            pages[n_pages++] = one;
    }
    return n_pages;
}

/* Most launches use buffers of the launch before: only what differs is changed. */
int capture_memory_restrict(const uint64_t *begin, const uint64_t *end, size_t n, poise_error *err)
{
    static const range everything = {CAPTURE_MEMORY_BASE, CAPTURE_MEMORY_BASE + CAPTURE_MEMORY_BYTES};
    if (memory.segment < 0)
        return POISE_OK; /* a program without buffers */
    range *open = calloc(n + 1, sizeof *open);
    if (!open)
        return poise_fail(err, POISE_FAILED, "out of memory for the buffers of a launch");
    size_t n_open = pages_of(begin, end, n, open);
    const range *before = access.is_restricted ? access.open : &everything;
    size_t n_before = access.is_restricted ? access.n_open : 1;
    int failed = protect_difference(before, n_before, open, n_open, PROT_NONE);
    failed |= protect_difference(open, n_open, before, n_before, PROT_READ | PROT_WRITE);
    free(access.open);
    access.open = open;
    access.n_open = n_open;
    access.is_restricted = true;
    return failed ? poise_fail_errno(err, POISE_FAILED, "cannot protect the device memory") : POISE_OK;
}

/* Margins that are there are emptied. */
static bool map_margin(uint64_t address)
{
    if (access.is_surrounded)
        return madvise(pointer_to(address), CAPTURE_MARGIN_BYTES, MADV_DONTNEED) == 0;
    return mmap(pointer_to(address), CAPTURE_MARGIN_BYTES, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != MAP_FAILED;
}

int capture_memory_surround(poise_error *err)
{
    if (!map_margin(CAPTURE_MEMORY_BASE - CAPTURE_MARGIN_BYTES) ||
        !map_margin(CAPTURE_MEMORY_BASE + CAPTURE_MEMORY_BYTES))
        return poise_fail_errno(err, POISE_FAILED, "cannot map memory beside the device memory");
    access.is_surrounded = true;
    return POISE_OK;
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
        return POISE_OK;
    size_t room = 2 * memory.room + 64;
    range *grown = realloc(memory.ranges, room * sizeof *grown);
    if (!grown)
        return poise_fail(err, POISE_FAILED, "out of memory for the list of buffers");
    memory.ranges = grown;
    memory.room = room;
    return POISE_OK;
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
