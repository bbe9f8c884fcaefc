#include "sim/base/storage.h"

#include <stdint.h>
#include <sys/mman.h>

/* Before the pieces of a block. */
typedef struct storage_block {
    struct storage_block *before;
    size_t bytes; /* of the whole block */
} storage_block;

/* Our choice: a machine of few SMs takes one or two blocks, one of 80 a dozen. */
enum { FIRST_BLOCK = 1 << 19, MOST_BLOCK = 1 << 23 };
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

static storage_block *block_take(size_t bytes)
{
    void *block = aligned_alloc(STORAGE_LINE_BYTES, bytes);
    return block ? memset(block, 0, bytes) : NULL;
}

static void block_give(storage_block *block)
{
    free(block);
}

static size_t block_bytes(const storage *s, size_t least)
{
    (void)s;
    return least;
}

#else

static storage_block *block_take(size_t bytes)
{
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return block != MAP_FAILED ? block : NULL;
}

static void block_give(storage_block *block)
{
    munmap(block, block->bytes);
}

/* Of the next block, which holds `least` bytes: twice as many as of the one before. */
static size_t block_bytes(const storage *s, size_t least)
{
    const size_t before = s->last ? s->last->bytes : FIRST_BLOCK / 2;
    const size_t bytes = before < MOST_BLOCK ? 2 * before : MOST_BLOCK;
    return bytes > least ? bytes : least;
}

#endif

static size_t up_to_line(size_t bytes)
{
    return (bytes + STORAGE_LINE_BYTES - 1) / STORAGE_LINE_BYTES * STORAGE_LINE_BYTES;
}

static int extend(storage *s, size_t bytes)
{
    const size_t head = up_to_line(sizeof(storage_block)), whole = block_bytes(s, head + bytes);
    storage_block *block = block_take(whole);
    if (!block)
        return -1;
    *block = (storage_block){.before = s->last, .bytes = whole};
    *s = (storage){.last = block, .next = (char *)block + head, .left = whole - head};
    return 0;
}

void *storage_take(storage *s, size_t count, size_t size)
{
    if (size && count > MOST_BYTES / size)
        return NULL;
    const size_t bytes = up_to_line(count && size ? count * size : 1);
    if (bytes > s->left && extend(s, bytes) != 0)
        return NULL;
    void *piece = s->next;
    s->next += bytes;
    s->left -= bytes;
    return piece;
}

void storage_free(storage *s)
{
    for (storage_block *block = s->last; block;) {
        storage_block *before = block->before;
        block_give(block);
        block = before;
    }
    *s = (storage){0};
}
