#include "sim/base/storage.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

/* Before the pieces of a block. */
typedef struct storage_block {
    struct storage_block *before;
    size_t bytes; /* of the whole block */
} storage_block;

/* A large page of x86-64, and of others with pages of 4 KB; blocks are whole ones. MOST_BLOCK is our choice:
 * a machine of 80 SMs takes half a dozen. */
enum { LARGE_PAGE = 1 << 21, MOST_BLOCK = 1 << 23 };
/* Of a piece (our choice): what no machine has is refused here, as some allocators end the process for it. */
#define MOST_BYTES (UINT64_C(1) << 39)

/* Under AddressSanitizer every piece is a block of its own, so that it sees who steps over the end of one. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_APART 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_APART 1
#endif
#endif

#ifdef IS_APART

#include <stdlib.h>
#include <string.h>

static storage_block *block_take(size_t bytes, bool is_used)
{
    (void)is_used;
    void *block = aligned_alloc(STORAGE_LINE_BYTES, bytes);
    return block ? memset(block, 0, bytes) : NULL;
}

static void block_give(storage_block *block)
{
    free(block);
}

static size_t block_bytes(const storage_blocks *s, size_t least)
{
    (void)s;
    return least;
}

#else

/* What lies before and behind the large pages in a range with one too many goes back. */
static void *trim(char *range, size_t bytes)
{
    const size_t before = -(uintptr_t)range % LARGE_PAGE, behind = LARGE_PAGE - before;
    if (before)
        munmap(range, before);
    munmap(range + before + bytes, behind);
    return range + before;
}

static storage_block *block_take(size_t bytes, bool is_used)
{
    const size_t spare = is_used ? LARGE_PAGE : 0;
    void *range = mmap(NULL, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (range == MAP_FAILED)
        return NULL;
    storage_block *block = is_used ? trim(range, bytes) : range;
    (void)madvise(block, bytes, is_used ? MADV_HUGEPAGE : MADV_NOHUGEPAGE); /* a system may have none */
    return block;
}

static void block_give(storage_block *block)
{
    munmap(block, block->bytes);
}

/* Of the next block, which holds `least` bytes: twice as many as of the one before. */
static size_t block_bytes(const storage_blocks *s, size_t least)
{
    const size_t before = s->last ? s->last->bytes : LARGE_PAGE / 2;
    const size_t bytes = before < MOST_BLOCK ? 2 * before : MOST_BLOCK;
    return bytes > least ? bytes : (least + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
}

#endif

static size_t up_to_line(size_t bytes)
{
    return (bytes + STORAGE_LINE_BYTES - 1) / STORAGE_LINE_BYTES * STORAGE_LINE_BYTES;
}

static int extend(storage_blocks *s, size_t bytes, bool is_used)
{
    const size_t head = up_to_line(sizeof(storage_block)), whole = block_bytes(s, head + bytes);
    storage_block *block = block_take(whole, is_used);
    if (!block)
        return -1;
    *block = (storage_block){.before = s->last, .bytes = whole};
    *s = (storage_blocks){.last = block, .next = (char *)block + head, .left = whole - head};
    return 0;
}

static void *take(storage_blocks *s, size_t count, size_t size, bool is_used)
{
    if (size && count > MOST_BYTES / size)
        return NULL;
    const size_t bytes = up_to_line(count && size ? count * size : 1);
    if (bytes > s->left && extend(s, bytes, is_used) != 0)
        return NULL;
    void *piece = s->next;
    s->next += bytes;
    s->left -= bytes;
    return piece;
}

void *storage_take(storage *s, size_t count, size_t size)
{
    return take(&s->used, count, size, true);
}

void *storage_take_seldom(storage *s, size_t count, size_t size)
{
    return take(&s->seldom, count, size, false);
}

static void give_all(storage_blocks *s)
{
    for (storage_block *block = s->last; block;) {
        storage_block *before = block->before;
        block_give(block);
        block = before;
    }
    *s = (storage_blocks){0};
}

void storage_free(storage *s)
{
    give_all(&s->used);
    give_all(&s->seldom);
}
