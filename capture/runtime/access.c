#include "capture/runtime/access.h"

#include "capture/capture_environment.h"
#include "capture/runtime/lane_vector.h"
#include "capture/runtime/private_access.h"

enum {
    BANK_BYTES = 4,
    PRIVATE_WORD_BYTES = 4,
    /* Room beside the private arrays in the kernel's stack frame, so that neighbours do not share words. */
    PRIVATE_SLACK_WORDS = 16,
    LANES_PER_SECTOR = 8, /* of 4-byte words: 32 bytes */
};

void capture_access_context_open(capture_access_context *context, const capture_program_image *image,
                                 const kernel_entry *kernel)
{
    *context = (capture_access_context){0};
    context->constants_begin = image->constants_begin;
    context->constants_end = image->constants_end;
    context->private_words = kernel->private_bytes / PRIVATE_WORD_BYTES + PRIVATE_SLACK_WORDS;
}

/* Lines of one contiguous range. */
static uint32_t cover_range(uint64_t begin, uint64_t bytes, uint64_t *lines)
{
    uint64_t end = begin + bytes - 1;
    uint32_t n = 0;
    for (uint64_t line = line_of(begin); line <= line_of(end); line++) {
        uint32_t from = line == line_of(begin) ? (uint32_t)(begin - line_begin(begin)) : 0;
        uint32_t to = line == line_of(end) ? (uint32_t)(end - line_begin(end)) : LINE_BYTES - 1;
        lines[n++] = line_address(line) | sectors_between(from, to);
    }
    return n;
}

/* Whether lane i accesses address[0] + i * stride. */
static bool has_stride(const uint64_t *address, uint32_t n, uint64_t stride)
{
    uint64_t differences = 0;
    for (uint32_t i = 0; i < n; i++)
        differences |= address[i] ^ (address[0] + i * stride);
    return differences == 0;
}

/* Lanes that follow one in the sector of the lane before add nothing. Each access lies within its sector. */
static uint32_t coalesce_aligned(const uint64_t *address, uint32_t n, uint32_t bytes, uint64_t *lines)
{
    uint64_t few[TRACE_WARP_SIZE];
    uint32_t n_few = 0;
    for (uint32_t rest = lanes_change(address, n, SECTOR_SHIFT); rest; rest &= rest - 1)
        few[n_few++] = address[__builtin_ctz(rest)];
    return n_few == 1 ? cover_range(few[0], bytes, lines) : trace_coalesce(few, n_few, bytes, lines);
}

/* Whether all addresses are multiples of `bytes`, a power of two of at most a sector. */
static bool is_aligned(const uint64_t *address, uint32_t n, uint32_t bytes)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < n; i++)
        bits |= address[i];
    return (bits & (bytes - 1)) == 0 && (bytes & (bytes - 1)) == 0 && bytes <= 1u << SECTOR_SHIFT;
}

uint32_t capture_coalesce(const uint64_t *address, uint32_t n, uint32_t bytes, uint64_t *lines)
{
    if (has_stride(address, n, bytes))
        return cover_range(address[0], (uint64_t)n * bytes, lines);
    if (is_aligned(address, n, bytes))
        return coalesce_aligned(address, n, bytes, lines);
    return trace_coalesce(address, n, bytes, lines);
}

/* Constant variables go to their device addresses. Lanes of one access may reach both them and buffers. */
static void relocate_constants(const capture_access_context *context, capture_lane_addresses *lanes)
{
    uint64_t begin = (uint64_t)(uintptr_t)context->constants_begin;
    uint64_t end = (uint64_t)(uintptr_t)context->constants_end;
    for (uint32_t i = 0; i < lanes->n; i++) {
        if (lanes->address[i] >= begin && lanes->address[i] < end)
            lanes->address[i] += CAPTURE_CONSTANT_BASE - begin;
    }
}

static bool is_constant_variable(const capture_access_context *context, uint64_t address, uint64_t bytes)
{
    uint64_t room = (uint64_t)(context->constants_end - context->constants_begin);
    return address >= CAPTURE_CONSTANT_BASE && bytes <= room &&
           address - CAPTURE_CONSTANT_BASE <= room - bytes;
}

/* Looks at every lane when not all are in the range of the site's last access. */
static int check_each(capture_access_context *context, const capture_ranges *ranges, uint32_t number,
                      const capture_lane_addresses *lanes, unsigned bytes, poise_error *err)
{
    const capture_range *before = NULL;
    for (uint32_t i = 0; i < lanes->n; i++) {
        const capture_range *range = capture_ranges_find(ranges, lanes->address[i], bytes);
        context->is_spread |= i > 0 && range != before;
        before = range;
        if (range)
            context->last[number] = range;
        else if (!is_constant_variable(context, lanes->address[i], bytes)) {
            char where[160];
            context->bad_lane = i;
            capture_ranges_describe(ranges, lanes->address[i], bytes, where, sizeof where);
            poise_fail(err, POISE_FAILED, "%s%s", where, context->only_warns ? "" : CAPTURE_BOUNDS_ADVICE);
            return CAPTURE_OUT_OF_BOUNDS;
        }
    }
    return POISE_OK;
}

static int check_bounds(capture_access_context *context, const capture_ranges *ranges, uint32_t number,
                        const capture_lane_addresses *lanes, unsigned bytes, poise_error *err)
{
    context->is_spread = false;
    if (!ranges)
        return POISE_OK;
    const capture_range *last = context->last[number];
    if (last && capture_range_holds(last, lanes->address, lanes->n, bytes))
        return POISE_OK;
    return check_each(context, ranges, number, lanes, bytes, err);
}

static capture_shadow_access shadow_access(trace_op op)
{
    switch (op) {
    case TRACE_OP_ATOMIC_GLOBAL: return SHADOW_UPDATE;
    case TRACE_OP_STORE_GLOBAL: return SHADOW_WRITE;
    default: return SHADOW_READ;
    }
}

/* Notes the access for other workers. Mostly all lines lie in one range. */
static void note(capture_access_context *context, const capture_access_site *site, uint32_t number,
                 const trace_access *access)
{
    capture_shadow_access kind = shadow_access((trace_op)site->op);
    const capture_range *range = context->last[number];
    if (!context->is_spread) {
        if (range && range->shadow)
            context->conflicts |=
                !capture_shadow_note(range, access->lines, access->n_lines, kind, context->worker);
        return;
    }
    for (uint32_t i = 0; i < access->n_lines; i++) {
        uint64_t line = line_begin(access->lines[i]);
        range = capture_ranges_find(context->global, line, 1);
        if (range && range->shadow)
            context->conflicts |= !capture_shadow_note(range, &access->lines[i], 1, kind, context->worker);
    }
}

static int add_private_line(uint64_t address, uint64_t *lines, uint32_t *n)
{
    for (uint32_t i = 0; i < *n; i++) {
        if (line_of(lines[i]) == line_of(address)) {
            lines[i] |= access_sectors(address);
            return 0;
        }
    }
    if (*n == TRACE_MAX_LINES)
        return POISE_FAILED;
    lines[(*n)++] = address;
    return 0;
}

/* From the top of the lane's stack to the begin of the access, or what stands for it where the access has
 * left its variable. */
static uint64_t private_distance(const capture_access_context *context, unsigned bytes,
                                 const capture_lane_addresses *lanes, uint32_t i)
{
    if (!capture_private_is_outside(lanes->address[i]))
        return (uint64_t)(uintptr_t)lanes->stack_top[i] - lanes->address[i];
    uint64_t words = capture_private_offset(lanes->address[i]) / PRIVATE_WORD_BYTES % context->private_words;
    return bytes + words * PRIVATE_WORD_BYTES;
}

/* The sentence of the first lane whose access has left its variable. */
static int refuse_private(capture_access_context *context, unsigned bytes,
                          const capture_lane_addresses *lanes, poise_error *err)
{
    char where[160];
    context->bad_lane = 0;
    while (!capture_private_is_outside(lanes->address[context->bad_lane]))
        context->bad_lane++;
    capture_private_describe(lanes->address[context->bad_lane], bytes, where, sizeof where);
    poise_fail(err, POISE_FAILED, "%s%s", where, context->only_warns ? "" : CAPTURE_BOUNDS_ADVICE);
    return CAPTURE_OUT_OF_BOUNDS;
}

/* Private memory is interleaved: word w of all lanes of a warp shares one line, so that lanes at the same
 * place of their arrays coalesce (CUDA C Programming Guide, "Local Memory"). A word's number is its distance
 * from the top of the lane's stack, modulo the size of the kernel's private memory. */
static int describe_private(capture_access_context *context, unsigned bytes,
                            const capture_lane_addresses *lanes, uint64_t warp, uint64_t *lines,
                            trace_access *access, poise_error *err)
{
    uint64_t place = warp % CAPTURE_PRIVATE_PLACES, outside = 0;
    uint64_t base = CAPTURE_PRIVATE_BASE + place * context->private_words * TRACE_LINE_BYTES;
    uint32_t rest = lanes->mask;
    for (uint32_t i = 0; i < lanes->n; i++, rest &= rest - 1) {
        uint64_t distance = private_distance(context, bytes, lanes, i);
        outside |= lanes->address[i] & CAPTURE_PRIVATE_OUTSIDE;
        uint64_t first = (distance - bytes) / PRIVATE_WORD_BYTES, last = (distance - 1) / PRIVATE_WORD_BYTES;
        uint64_t sector = UINT64_C(1) << (unsigned)__builtin_ctz(rest) / LANES_PER_SECTOR;
        for (uint64_t word = first; word <= last; word++) {
            uint64_t line = base + word % context->private_words * TRACE_LINE_BYTES;
            if (add_private_line(line | sector, lines, &access->n_lines))
                return poise_fail(err, POISE_FAILED,
                                  "one access to private memory touches more than %d lines", TRACE_MAX_LINES);
        }
    }
    access->lines = lines;
    return outside ? refuse_private(context, bytes, lanes, err) : POISE_OK;
}

/* Whether the access is the last one of its site moved by whole words; it becomes the last one if not. */
static bool repeats(capture_bank_pattern *last, const capture_lane_addresses *lanes)
{
    uint64_t differs = 0, offset = lanes->address[0];
    if (last->n == lanes->n) {
        for (uint32_t i = 0; i < lanes->n; i++)
            differs |= last->distance[i] ^ (lanes->address[i] - offset);
        if (differs == 0)
            return true;
    }
    last->n = lanes->n;
    for (uint32_t i = 0; i < lanes->n; i++)
        last->distance[i] = lanes->address[i] - offset;
    return false;
}

/* Lanes that update the same word of local memory go one after the other, as lanes in the same bank do. */
static uint32_t passes(const capture_access_site *site, const capture_lane_addresses *lanes)
{
    uint32_t banks = trace_bank_passes(lanes->address, lanes->n, site->bytes);
    if (site->op != TRACE_OP_ATOMIC_SHARED)
        return banks;
    uint32_t together = trace_multiplicity(lanes->address, lanes->n);
    return together > banks ? together : banks;
}

static uint32_t passes_of_site(const capture_access_context *context, const capture_access_site *site,
                               uint32_t number, const capture_lane_addresses *lanes)
{
    if (!context->banks || lanes->address[0] % BANK_BYTES)
        return passes(site, lanes);
    capture_bank_pattern *last = &context->banks[number];
    if (!repeats(last, lanes))
        last->passes = passes(site, lanes);
    return last->passes;
}

static void describe_atomic(const capture_access_site *site, const capture_lane_addresses *lanes,
                            uint64_t *lines, trace_access *access)
{
    access->multiplicity = trace_multiplicity(lanes->address, lanes->n);
    access->has_depths = true;
    trace_sector_depths(lanes->address, lanes->n, site->bytes, lines, access->n_lines,
                        lines + access->n_lines);
}

int capture_describe_access(capture_access_context *context, const capture_access_site *site, uint32_t number,
                            capture_lane_addresses *lanes, uint64_t warp, uint64_t *lines,
                            trace_access *access, poise_error *err)
{
    *access = (trace_access){0};
    switch ((trace_op)site->op) {
    case TRACE_OP_LOAD_SHARED:
    case TRACE_OP_STORE_SHARED:
    case TRACE_OP_ATOMIC_SHARED:
        access->n_lines = passes_of_site(context, site, number, lanes);
        return check_bounds(context, context->local, number, lanes, site->bytes, err);
    case TRACE_OP_LOAD_PRIVATE:
    case TRACE_OP_STORE_PRIVATE:
        return describe_private(context, site->bytes, lanes, warp, lines, access, err);
    case TRACE_OP_LOAD_CONST: relocate_constants(context, lanes); break;
    default: break;
    }
    access->n_lines = capture_coalesce(lanes->address, lanes->n, site->bytes, lines);
    access->lines = lines;
    if (site->op == TRACE_OP_ATOMIC_GLOBAL)
        describe_atomic(site, lanes, lines, access);
    int outside = check_bounds(context, context->global, number, lanes, site->bytes, err);
    if (!outside && context->global)
        note(context, site, number, access);
    return outside;
}
