#include "profile/capture/runtime/access.h"

#include <stdbool.h>

enum {
    SECTOR_SHIFT = 5,
    PRIVATE_WORD_BYTES = 4,
    /* Room beside the private arrays in the kernel's stack frame, so that neighbours do not share words. */
    PRIVATE_SLACK_WORDS = 16,
    LANES_PER_SECTOR = 8, /* of 4-byte words: 32 bytes */
};

void capture_access_context_open(capture_access_context *context, const capture_program_image *image,
                                 const kernel_entry *kernel)
{
    context->constants_begin = image->constants_begin;
    context->constants_end = image->constants_end;
    context->private_words = kernel->private_bytes / PRIVATE_WORD_BYTES + PRIVATE_SLACK_WORDS;
}

/* Whether lane i accesses address[0] + i * stride. */
static bool has_stride(const uint64_t *address, uint32_t n, uint64_t stride)
{
    uint64_t differences = 0;
    for (uint32_t i = 0; i < n; i++)
        differences |= address[i] ^ (address[0] + i * stride);
    return differences == 0;
}

/* Lines of one contiguous range. */
static uint32_t cover_range(uint64_t begin, uint64_t bytes, uint64_t *lines)
{
    uint64_t first = begin >> SECTOR_SHIFT, last = (begin + bytes - 1) >> SECTOR_SHIFT;
    uint32_t n = 0;
    for (uint64_t line = first >> 2; line <= last >> 2; line++) {
        uint64_t low = line == first >> 2 ? first & 3 : 0;
        uint64_t high = line == last >> 2 ? last & 3 : 3;
        uint64_t sectors = (UINT64_C(2) << high) - (UINT64_C(1) << low);
        lines[n++] = line << TRACE_LINE_SHIFT | sectors;
    }
    return n;
}

uint32_t capture_coalesce(const uint64_t *address, uint32_t n, uint32_t bytes, uint64_t *lines)
{
    if (has_stride(address, n, 0))
        return cover_range(address[0], bytes, lines);
    if (has_stride(address, n, bytes))
        return cover_range(address[0], (uint64_t)n * bytes, lines);
    return trace_coalesce(address, n, bytes, lines);
}

static void relocate_constants(const capture_access_context *context, capture_lane_addresses *lanes)
{
    uint64_t begin = (uint64_t)(uintptr_t)context->constants_begin;
    uint64_t end = (uint64_t)(uintptr_t)context->constants_end;
    for (uint32_t i = 0; i < lanes->n; i++) {
        if (lanes->address[i] >= begin && lanes->address[i] < end)
            lanes->address[i] += CAPTURE_CONSTANT_BASE - begin;
    }
}

static int add_private_line(uint64_t address, uint64_t *lines, uint32_t *n)
{
    for (uint32_t i = 0; i < *n; i++) {
        if (lines[i] >> TRACE_LINE_SHIFT == address >> TRACE_LINE_SHIFT) {
            lines[i] |= address & 15;
            return 0;
        }
    }
    if (*n == TRACE_MAX_LINES)
        return POISE_FAILED;
    lines[(*n)++] = address;
    return 0;
}

/* Private memory is interleaved: word w of all lanes of a warp shares one line, so that lanes at the same
 * place of their arrays coalesce (CUDA C Programming Guide, "Local Memory"). A word's number is its distance
 * from the top of the lane's stack, modulo the size of the kernel's private memory. */
static int describe_private(const capture_access_context *context, unsigned bytes,
                            const capture_lane_addresses *lanes, uint64_t warp, uint64_t *lines,
                            trace_access *access, poise_error *err)
{
    uint64_t place = warp % CAPTURE_PRIVATE_PLACES;
    uint64_t base = CAPTURE_PRIVATE_BASE + place * context->private_words * TRACE_LINE_BYTES;
    for (uint32_t i = 0; i < lanes->n; i++) {
        uint64_t distance = (uint64_t)(uintptr_t)lanes->stack_top[i] - lanes->address[i];
        uint64_t first = (distance - bytes) / PRIVATE_WORD_BYTES, last = (distance - 1) / PRIVATE_WORD_BYTES;
        uint64_t sector = UINT64_C(1) << lanes->lane[i] / LANES_PER_SECTOR;
        for (uint64_t word = first; word <= last; word++) {
            uint64_t line = base + word % context->private_words * TRACE_LINE_BYTES;
            if (add_private_line(line | sector, lines, &access->n_lines))
                return poise_fail(err, POISE_FAILED,
                                  "one access to private memory touches more than %d lines", TRACE_MAX_LINES);
        }
    }
    access->lines = lines;
    return 0;
}

/* Lanes that update the same word of local memory go one after the other, as lanes in the same bank do. */
static void describe_shared(capture_access_site site, const capture_lane_addresses *lanes,
                            trace_access *access)
{
    access->n_lines = trace_bank_passes(lanes->address, lanes->n, site.bytes);
    if (site.op == TRACE_OP_ATOMIC_SHARED) {
        uint32_t together = trace_multiplicity(lanes->address, lanes->n);
        access->n_lines = together > access->n_lines ? together : access->n_lines;
    }
}

int capture_describe_access(const capture_access_context *context, capture_access_site site,
                            capture_lane_addresses *lanes, uint64_t warp, uint64_t *lines,
                            trace_access *access, poise_error *err)
{
    *access = (trace_access){0};
    switch ((trace_op)site.op) {
    case TRACE_OP_LOAD_SHARED:
    case TRACE_OP_STORE_SHARED:
    case TRACE_OP_ATOMIC_SHARED: describe_shared(site, lanes, access); return 0;
    case TRACE_OP_LOAD_PRIVATE:
    case TRACE_OP_STORE_PRIVATE:
        return describe_private(context, site.bytes, lanes, warp, lines, access, err);
    case TRACE_OP_LOAD_CONST: relocate_constants(context, lanes); break;
    case TRACE_OP_ATOMIC_GLOBAL: access->multiplicity = trace_multiplicity(lanes->address, lanes->n); break;
    default: break;
    }
    access->n_lines = capture_coalesce(lanes->address, lanes->n, site.bytes, lines);
    access->lines = lines;
    return 0;
}
