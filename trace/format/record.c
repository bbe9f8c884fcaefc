#include "trace/format/record.h"

#include "trace/line_list.h"

#include <string.h>

/* First byte of the lines of an access: their number less one in bits 0..5, and two common cases. */
enum {
    HEAD_COUNT = 0x3f,
    HEAD_REGULAR = 0x40,      /* the distance from line to line is constant and stands once */
    HEAD_EQUAL_SECTORS = 0x80 /* all lines have the sectors of the first */
};

/* Last byte of an atomic: the multiplicity in bits 0..5. */
enum {
    ATOMIC_MULTIPLICITY = 0x3f,
    ATOMIC_UNEQUAL =
        0x40, /* a byte for each sector follows; otherwise each has the multiplicity as its depth */
    ATOMIC_DEPTHS = 0x80 /* depths are known; set so that the identity says so */
};

enum {
    LINE_BITS = 64 - TRACE_LINE_SHIFT,
    /* head, first distance, others, sectors, multiplicity, depths */
    MOST_ACCESS_BYTES =
        1 + TRACE_MAX_LINES * TRACE_VARINT_BYTES + TRACE_MAX_LINES / 2 + 1 + TRACE_MAX_LINES * LINE_SECTORS,
    MOST_HEAD_BYTES = TRACE_VARINT_BYTES + 4,
};

static uint64_t predict(const trace_predictor *predictor)
{
    return predictor->line + predictor->stride;
}

static void learn(trace_predictor *predictor, uint64_t line)
{
    predictor->stride = line - predictor->line;
    predictor->line = line;
}

/* The first line of an owner: no distance is known yet. */
static void start(trace_predictor *predictor, uint64_t owner, uint64_t line)
{
    *predictor = (trace_predictor){.owner = owner, .line = line};
}

/* ---- encoding ---- */

static bool is_regular(const uint64_t *lines, uint32_t n)
{
    for (uint32_t i = 2; i < n; i++)
        if (line_of(lines[i]) - line_of(lines[i - 1]) != line_of(lines[1]) - line_of(lines[0]))
            return false;
    return true;
}

static bool has_equal_sectors(const uint64_t *lines, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (access_sectors(lines[i]) != access_sectors(lines[0]))
            return false;
    return true;
}

static uint8_t *put_distances(uint8_t *at, const uint64_t *lines, uint32_t n, bool regular)
{
    const uint32_t count = regular && n > 2 ? 2 : n;
    for (uint32_t i = 1; i < count; i++)
        at = trace_put_varint(at, trace_zigzag(line_of(lines[i]) - line_of(lines[i - 1])));
    return at;
}

static uint8_t *put_sectors(uint8_t *at, const uint64_t *lines, uint32_t n, bool equal)
{
    if (equal) {
        *at++ = (uint8_t)access_sectors(lines[0]);
        return at;
    }
    for (uint32_t i = 0; i < n; i += 2)
        *at++ = (uint8_t)(access_sectors(lines[i]) |
                          (i + 1 < n ? access_sectors(lines[i + 1]) << LINE_SECTORS : 0));
    return at;
}

static uint8_t *put_lines(trace_fragment *fragment, uint8_t *at, uint32_t access, const uint64_t *lines,
                          uint32_t n)
{
    const bool regular = is_regular(lines, n), equal = has_equal_sectors(lines, n);
    *at++ = (uint8_t)((n - 1) | (regular ? HEAD_REGULAR : 0u) | (equal ? HEAD_EQUAL_SECTORS : 0u));
    trace_predictor *predictor = &fragment->within[access];
    const uint64_t line = line_of(lines[0]);
    if (predictor->owner == fragment->owner) {
        at = trace_put_varint(at, trace_zigzag(line - predict(predictor)));
        learn(predictor, line);
    } else {
        fragment->first_access[fragment->n_firsts] = access;
        fragment->first_line[fragment->n_firsts++] = line;
        start(predictor, fragment->owner, line);
    }
    at = put_distances(at, lines, n, regular);
    return put_sectors(at, lines, n, equal);
}

static bool has_equal_depths(const trace_access *data)
{
    for (uint32_t i = 0; i < data->n_lines; i++)
        for (uint32_t s = 0; s < LINE_SECTORS; s++)
            if ((data->lines[i] >> s & 1) != 0 &&
                (data->lines[data->n_lines + i] >> 8 * s & 0xff) != data->multiplicity)
                return false;
    return true;
}

static uint8_t *put_atomic(uint8_t *at, const trace_access *data)
{
    if (!data->has_depths || has_equal_depths(data)) {
        *at++ = (uint8_t)(data->multiplicity | (data->has_depths ? ATOMIC_DEPTHS : 0u));
        return at;
    }
    *at++ = (uint8_t)(data->multiplicity | ATOMIC_DEPTHS | ATOMIC_UNEQUAL);
    for (uint32_t i = 0; i < data->n_lines; i++)
        for (uint32_t s = 0; s < LINE_SECTORS; s++)
            if ((data->lines[i] >> s & 1) != 0)
                *at++ = (uint8_t)(data->lines[data->n_lines + i] >> 8 * s);
    return at;
}

static uint8_t *put_access(trace_fragment *fragment, uint8_t *at, uint32_t access, trace_access_kind kind,
                           const trace_access *data)
{
    if (kind == TRACE_ACCESS_PASSES) {
        *at++ = (uint8_t)data->n_lines;
        return at;
    }
    at = put_lines(fragment, at, access, data->lines, data->n_lines);
    if (kind == TRACE_ACCESS_ATOMIC)
        at = put_atomic(at, data);
    fragment->totals.line_accesses += data->n_lines;
    return at;
}

static uint8_t *put_head(trace_fragment *fragment, uint8_t *at, uint32_t block, uint32_t mask)
{
    const bool changed = mask != fragment->last_mask;
    at = trace_put_varint(at, trace_zigzag(block - fragment->expected_block) << 1 | changed);
    if (changed)
        at = trace_put_u32(at, mask);
    fragment->expected_block = block + UINT64_C(1);
    fragment->last_mask = mask;
    return at;
}

int trace_record_encode(trace_fragment *fragment, const trace_program *program, uint32_t block,
                        uint32_t active_mask, const trace_access *accesses, poise_error *err)
{
    const trace_record_block *shape = &program->blocks[block];
    const int code = trace_bytes_reserve(
        &fragment->body, MOST_HEAD_BYTES + (size_t)shape->n_accesses * MOST_ACCESS_BYTES, err);
    if (code != POISE_OK)
        return code;
    uint8_t *at = put_head(fragment, fragment->body.data + fragment->body.n, block, active_mask);
    for (uint32_t i = 0; i < shape->n_accesses; i++) {
        const uint32_t access = shape->first_access + i;
        at = put_access(fragment, at, access, program->kind[access], &accesses[i]);
    }
    fragment->body.n = (size_t)(at - fragment->body.data);
    fragment->totals.warp_insts += shape->n_inst;
    fragment->totals.thread_insts += (uint64_t)shape->n_inst * (uint64_t)__builtin_popcount(active_mask);
    return POISE_OK;
}

/* The first line of an access in a warp, coded against the one in the warp before in the chunk. */
static trace_predictor *follow(trace_predictor *across, uint32_t access, uint64_t chunk)
{
    trace_predictor *predictor = &across[access];
    if (predictor->owner != chunk)
        start(predictor, chunk, 0);
    return predictor;
}

int trace_fragment_append(const trace_fragment *fragment, trace_predictor *across, uint64_t chunk,
                          trace_bytes *out, poise_error *err)
{
    const size_t most = (1 + (size_t)fragment->n_firsts) * TRACE_VARINT_BYTES + fragment->body.n;
    const int code = trace_bytes_reserve(out, most, err);
    if (code != POISE_OK)
        return code;
    uint8_t *at = trace_put_varint(out->data + out->n, fragment->body.n);
    memcpy(at, fragment->body.data, fragment->body.n);
    at += fragment->body.n;
    for (uint32_t i = 0; i < fragment->n_firsts; i++) {
        trace_predictor *predictor = follow(across, fragment->first_access[i], chunk);
        at = trace_put_varint(at, trace_zigzag(fragment->first_line[i] - predict(predictor)));
        learn(predictor, fragment->first_line[i]);
    }
    out->n = (size_t)(at - out->data);
    return POISE_OK;
}

void trace_identity_add(poise_hash *hash, const uint8_t *body, size_t size, const uint64_t *first_line,
                        uint32_t n_firsts)
{
    uint8_t number[8];
    trace_put_u64(number, size);
    poise_hash_add(hash, number, sizeof number);
    poise_hash_add(hash, body, size);
    for (uint32_t i = 0; i < n_firsts; i++) {
        trace_put_u64(number, first_line[i]);
        poise_hash_add(hash, number, sizeof number);
    }
}

/* ---- decoding ---- */

/* The fragment under way: its bytes, and what its next record is coded against. */
typedef struct decoding {
    trace_decoder *decoder;
    trace_input body, firsts;
    uint32_t *out; /* next word; there is room for a record */
    uint64_t expected_block;
    uint32_t mask;
} decoding;

/* Line number in the trace (page number and line within the page), or UINT32_MAX when it cannot have one. */
static uint32_t number_line(trace_decoder *decoder, uint64_t line)
{
    if (line >> LINE_BITS != 0)
        return UINT32_MAX;
    const uint32_t page = trace_page_number(decoder->pages, line >> TRACE_PAGE_LINES_SHIFT);
    if (page == TRACE_MAX_PAGES)
        return UINT32_MAX;
    return page << TRACE_PAGE_LINES_SHIFT | (uint32_t)(line & ((1u << TRACE_PAGE_LINES_SHIFT) - 1));
}

static uint64_t get_first_line(decoding *d, uint32_t access)
{
    trace_decoder *decoder = d->decoder;
    trace_predictor *within = &decoder->within[access];
    if (within->owner == decoder->warp_owner) {
        learn(within, predict(within) + trace_unzigzag(trace_get_varint(&d->body)));
        return within->line;
    }
    trace_predictor *across = follow(decoder->across, access, decoder->chunk);
    learn(across, predict(across) + trace_unzigzag(trace_get_varint(&d->firsts)));
    start(within, decoder->warp_owner, across->line);
    decoder->first_line[decoder->n_firsts++] = across->line;
    return across->line;
}

/* Line words with the sectors still open; false when a line is out of range. */
static bool get_lines(decoding *d, uint32_t access, uint32_t n, bool regular)
{
    uint64_t line = get_first_line(d, access), distance = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i == 1 || (i > 1 && !regular))
            distance = trace_unzigzag(trace_get_varint(&d->body));
        if (i > 0)
            line += distance;
        const uint32_t number = number_line(d->decoder, line);
        if (number == UINT32_MAX)
            return false;
        d->out[i] = line_word(number, 0);
    }
    return true;
}

/* Adds the sectors to n line words; false when a line has none. */
static bool get_sectors(decoding *d, uint32_t n, bool equal)
{
    uint8_t pair = 0;
    bool complete = true;
    for (uint32_t i = 0; i < n; i++) {
        if (equal ? i == 0 : i % 2 == 0)
            pair = trace_get_u8(&d->body);
        const uint32_t sectors = equal ? pair : (uint32_t)(pair >> (i % 2 * LINE_SECTORS)) & ALL_SECTORS;
        complete &= sectors >= 1 && sectors <= ALL_SECTORS;
        d->out[i] |= sectors & ALL_SECTORS;
    }
    return complete;
}

/* The depth words of n lines, which stand before them. */
static bool get_depths(decoding *d, uint32_t n, uint32_t multiplicity, bool equal)
{
    bool fits = true;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t sectors = word_sectors(d->out[i]);
        uint32_t depths = 0;
        for (uint32_t s = 0; s < LINE_SECTORS; s++)
            if ((sectors >> s & 1) != 0)
                depths |= (equal ? multiplicity : trace_get_u8(&d->body)) << 8 * s;
        fits &= trace_depth_fits(depths, sectors);
        d->out[n + i] = depths;
    }
    return fits;
}

/* What is behind the n lines of an atomic; NULL or what is wrong. */
static const char *get_atomic(decoding *d, uint32_t n, uint32_t *count_word)
{
    const bool has_depths = d->decoder->program->has_depths;
    const uint8_t last = trace_get_u8(&d->body);
    const uint32_t multiplicity = has_depths ? last & ATOMIC_MULTIPLICITY : last;
    if (multiplicity < 1 || multiplicity > TRACE_WARP_SIZE)
        return "a multiplicity is not 1 to 32";
    *count_word |= multiplicity << 8;
    if (!has_depths)
        return NULL;
    if ((last & ATOMIC_DEPTHS) == 0)
        return "an atomic has no depths";
    if (!get_depths(d, n, multiplicity, (last & ATOMIC_UNEQUAL) == 0))
        return "a depth is not 1 to 32";
    *count_word |= 1u << TRACE_DEPTHS_SHIFT;
    d->out += n;
    return NULL;
}

static const char *get_access(decoding *d, uint32_t access)
{
    const trace_access_kind kind = d->decoder->program->kind[access];
    const uint8_t head = trace_get_u8(&d->body);
    uint32_t *count_word = d->out++;
    if (kind == TRACE_ACCESS_PASSES) {
        *count_word = head;
        return head < 1 || head > TRACE_MOST_PASSES ? "passes are not 1 to 32" : NULL;
    }
    const uint32_t n = (head & HEAD_COUNT) + 1u;
    if (!get_lines(d, access, n, (head & HEAD_REGULAR) != 0))
        return "a line is out of range or on too many pages";
    if (!get_sectors(d, n, (head & HEAD_EQUAL_SECTORS) != 0))
        return "a sector mask is not 1 to 15";
    *count_word = n;
    const char *wrong = kind == TRACE_ACCESS_ATOMIC ? get_atomic(d, n, count_word) : NULL;
    d->out += kind == TRACE_ACCESS_ATOMIC ? n : line_list_pack(count_word);
    d->decoder->totals.line_accesses += n;
    return wrong;
}

/* Block and mask; NULL or what is wrong. */
static const char *get_head(decoding *d, uint32_t lanes, uint32_t *block)
{
    const uint64_t head = trace_get_varint(&d->body);
    const uint64_t number = d->expected_block + trace_unzigzag(head >> 1);
    if (number >= d->decoder->program->n_blocks)
        return "a block number is out of range";
    if ((head & 1) != 0)
        d->mask = trace_get_u32(&d->body);
    if (d->mask == 0 || (d->mask & ~lanes) != 0)
        return "an active mask is empty or has lanes without a thread";
    *block = (uint32_t)number;
    *d->out++ = *block << 1 | (uint32_t)(head & 1);
    if ((head & 1) != 0)
        *d->out++ = d->mask;
    d->expected_block = number + 1;
    return NULL;
}

/* One record; NULL or what is wrong. The words were reserved for the largest record of any block. */
static const char *get_record(decoding *d, uint32_t lanes)
{
    uint32_t block = 0;
    const char *wrong = get_head(d, lanes, &block);
    if (wrong != NULL)
        return wrong;
    const trace_record_block *shape = &d->decoder->program->blocks[block];
    for (uint32_t i = 0; wrong == NULL && i < shape->n_accesses; i++)
        wrong = get_access(d, shape->first_access + i);
    if (wrong == NULL && (d->body.bad || d->firsts.bad))
        wrong = "it ends within a record";
    d->decoder->totals.warp_insts += shape->n_inst;
    d->decoder->totals.thread_insts += (uint64_t)shape->n_inst * (uint64_t)__builtin_popcount(d->mask);
    return wrong;
}

static int get_records(decoding *d, uint32_t lanes, poise_error *err)
{
    trace_words *words = d->decoder->words;
    while (d->body.at < d->body.end) {
        const int code = trace_words_reserve(words, d->decoder->program->most_words, err);
        if (code != POISE_OK)
            return code;
        d->out = words->data + words->n;
        const char *wrong = get_record(d, lanes);
        if (wrong != NULL)
            return poise_fail(err, POISE_DAMAGED, "%s", wrong);
        words->n = (size_t)(d->out - words->data);
    }
    return POISE_OK;
}

int trace_fragment_decode(trace_decoder *decoder, trace_input *in, uint32_t lanes, poise_error *err)
{
    const uint64_t size = trace_get_varint(in);
    if (in->bad || size == 0 || size > (uint64_t)(in->end - in->at))
        return poise_fail(err, POISE_DAMAGED, "its size is damaged");
    decoder->warp_owner++;
    decoder->n_firsts = 0;
    decoding d = {
        .decoder = decoder,
        .body = {.at = in->at, .end = in->at + size},
        .firsts = {.at = in->at + size, .end = in->end},
    };
    const int code = get_records(&d, lanes, err);
    if (code == POISE_OK && decoder->hash != NULL)
        trace_identity_add(decoder->hash, in->at, size, decoder->first_line, decoder->n_firsts);
    in->at = d.firsts.at;
    return code;
}
