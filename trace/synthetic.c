#include "trace/synthetic.h"

#include "common/random.h"
#include "trace/format/header.h"

#include <stdlib.h>
#include <string.h>

enum {
    BASE_ADDRESS = 0x10000000,
    MOST_ALU = 4096,
    MOST_STORES = 64,
    MOST_COUNT = 1 << 20, /* blocks and iterations: their products stay far inside 64 bits */
    ADDRESS_REGISTER = 0,
    LOADED_REGISTER = 1,
    RESULT_REGISTER = 2,
    PAGE_LINES = 32, /* of 4 KB */
};

/* Chooses the lines (0-based numbers from BASE_ADDRESS) of load `iteration` of warp `warp`. */
typedef struct generator generator;
typedef void choose_lines(generator *g, uint64_t warp, uint64_t iteration, uint32_t *lines);
struct generator {
    const trace_synthetic *shape;
    choose_lines *choose;
    uint64_t n_warps;
    uint64_t loads;       /* of each warp */
    uint64_t total_lines; /* numbers of loaded lines are below this, those of stored lines follow */
    poise_random random;
    uint32_t sharers; /* kinds of pages: this many warps, which follow each other, visit the same pages */
};

static void choose_stream(generator *g, uint64_t warp, uint64_t iteration, uint32_t *lines)
{
    const uint32_t k = g->shape->lines_per_load;
    for (uint32_t i = 0; i < k; i++)
        lines[i] = (uint32_t)((iteration * g->n_warps + warp) * k + i);
}

static void choose_private(generator *g, uint64_t warp, uint64_t iteration, uint32_t *lines)
{
    const uint32_t k = g->shape->lines_per_load;
    const uint64_t footprint = g->total_lines / g->n_warps;
    for (uint32_t i = 0; i < k; i++)
        lines[i] = (uint32_t)(warp * footprint + (iteration * k + i) % footprint);
}

/* The visit that a load belongs to is drawn by the warps that share it, each by itself. */
static uint64_t draw_visit(const trace_synthetic *shape, uint64_t sharers, uint64_t visit, uint64_t *page)
{
    poise_random random;
    poise_random_seed(&random, shape->seed * UINT64_C(0x9e3779b97f4a7c15) + (sharers << 20 | visit));
    *page = poise_random_below(&random, shape->pages);
    return poise_random_below(&random, PAGE_LINES);
}

/* Warps that share a visit load its lines in turn, lines_per_load at a time, and begin again behind the last
 * line of the page. */
static void choose_in_page(const generator *g, uint64_t first, uint64_t page, uint64_t warp,
                           uint64_t iteration, uint32_t *lines)
{
    const uint32_t k = g->shape->lines_per_load;
    const uint64_t turn = iteration % g->shape->visit * g->sharers + warp % g->sharers;
    for (uint32_t i = 0; i < k; i++)
        lines[i] = (uint32_t)(page * PAGE_LINES + (first + turn * k + i) % PAGE_LINES);
}

static void choose_drawn_page(generator *g, uint64_t warp, uint64_t iteration, uint32_t *lines)
{
    uint64_t page;
    const uint64_t first = draw_visit(g->shape, warp / g->sharers, iteration / g->shape->visit, &page);
    choose_in_page(g, first, page, warp, iteration, lines);
}

static void choose_next_page(generator *g, uint64_t warp, uint64_t iteration, uint32_t *lines)
{
    const uint64_t groups = (g->n_warps + g->sharers - 1) / g->sharers;
    choose_in_page(g, 0, iteration / g->shape->visit * groups + warp / g->sharers, warp, iteration, lines);
}

static bool contains(const uint32_t *lines, uint32_t n, uint32_t line)
{
    for (uint32_t i = 0; i < n; i++)
        if (lines[i] == line)
            return true;
    return false;
}

static void choose_random(generator *g, uint64_t warp, uint64_t iteration, uint32_t *lines)
{
    (void)warp;
    (void)iteration;
    for (uint32_t i = 0; i < g->shape->lines_per_load; i++)
        do
            lines[i] = (uint32_t)poise_random_below(&g->random, g->total_lines);
        while (contains(lines, i, lines[i]));
}

static int check_shape(const trace_synthetic *shape, poise_error *err)
{
    if (shape->thread_blocks == 0 || shape->thread_blocks > MOST_COUNT)
        return poise_fail(err, POISE_USAGE, "thread_blocks is %u, it must be 1 to %d", shape->thread_blocks,
                          MOST_COUNT);
    if (shape->threads_per_block == 0 || shape->threads_per_block > TRACE_MAX_BLOCK_THREADS)
        return poise_fail(err, POISE_USAGE, "threads_per_block is %u, it must be 1 to %d",
                          shape->threads_per_block, TRACE_MAX_BLOCK_THREADS);
    if (shape->iterations == 0 || shape->iterations > MOST_COUNT)
        return poise_fail(err, POISE_USAGE, "iterations is %u, it must be 1 to %d", shape->iterations,
                          MOST_COUNT);
    if (shape->alu_per_load > MOST_ALU)
        return poise_fail(err, POISE_USAGE, "alu_per_load is %u, it must be 0 to %d", shape->alu_per_load,
                          MOST_ALU);
    if (shape->stores_per_load > MOST_STORES)
        return poise_fail(err, POISE_USAGE, "stores_per_load is %u, it must be 0 to %d",
                          shape->stores_per_load, MOST_STORES);
    if (shape->lines_per_load == 0 || shape->lines_per_load > TRACE_WARP_SIZE)
        return poise_fail(err, POISE_USAGE, "lines_per_load is %u, it must be 1 to %d", shape->lines_per_load,
                          TRACE_WARP_SIZE);
    return POISE_OK;
}

static trace_inst make_inst(trace_op op, uint16_t destination, uint16_t source)
{
    trace_inst inst = {.op = (uint8_t)op, .destination = destination};
    for (int i = 0; i < TRACE_MAX_SOURCES; i++)
        inst.source[i] = TRACE_NO_REGISTER;
    if (source != TRACE_NO_REGISTER) {
        inst.source[0] = source;
        inst.n_sources = 1;
    }
    if (trace_op_is_memory(op))
        inst.access_bytes = 4;
    return inst;
}

static void fill_program(const trace_synthetic *shape, trace_header *header)
{
    const uint32_t alu = shape->alu_per_load, stores = shape->stores_per_load;
    const uint16_t result = alu == 0 ? LOADED_REGISTER : RESULT_REGISTER;
    trace_inst *next = header->inst;
    *next++ = make_inst(TRACE_OP_INT, ADDRESS_REGISTER, TRACE_NO_REGISTER);
    *next++ = make_inst(TRACE_OP_LOAD_GLOBAL, LOADED_REGISTER, ADDRESS_REGISTER);
    for (uint32_t i = 0; i < alu; i++)
        *next++ = make_inst(TRACE_OP_FP, RESULT_REGISTER, i == 0 ? LOADED_REGISTER : RESULT_REGISTER);
    for (uint32_t i = 0; i < stores; i++)
        *next++ = make_inst(TRACE_OP_STORE_GLOBAL, TRACE_NO_REGISTER, result);
    *next++ = make_inst(TRACE_OP_BRANCH, TRACE_NO_REGISTER, result);
    *next = make_inst(TRACE_OP_EXIT, TRACE_NO_REGISTER, TRACE_NO_REGISTER);
    header->basic_blocks[0] = (trace_basic_block){.first_inst = 0, .n_inst = 1};
    header->basic_blocks[1] = (trace_basic_block){.first_inst = 1, .n_inst = 2 + alu + stores};
    header->basic_blocks[2] = (trace_basic_block){.first_inst = 3 + alu + stores, .n_inst = 1};
}

static int make_header(const trace_synthetic *shape, const char *name, trace_header *header, poise_error *err)
{
    *header = (trace_header){
        .kernel = strdup(name),
        .grid = {shape->thread_blocks, 1, 1},
        .block = {shape->threads_per_block, 1, 1},
        .registers_per_thread = shape->registers_per_thread,
        .shared_bytes_per_block = shape->shared_bytes_per_block,
        .n_registers = 3,
        .n_inst = 4 + shape->alu_per_load + shape->stores_per_load,
        .n_basic_blocks = 3,
        .inst = calloc(4 + (size_t)shape->alu_per_load + shape->stores_per_load, sizeof(trace_inst)),
        .basic_blocks = calloc(3, sizeof(trace_basic_block)),
    };
    if (header->kernel == NULL || header->inst == NULL || header->basic_blocks == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the program of a synthetic trace");
    fill_program(shape, header);
    return trace_header_check(header, err);
}

/* 32 words of 4 bytes over k lines: 128 / k bytes of each line, from its first byte. */
static uint32_t sectors_of(uint32_t lines_per_load)
{
    return (1u << ((LINE_SECTORS + lines_per_load - 1) / lines_per_load)) - 1;
}

/* A line of 32 words for each store. */
static uint32_t *write_stores(const generator *g, uint64_t warp, uint64_t iteration, uint32_t *next)
{
    const uint32_t n = g->shape->stores_per_load;
    const uint64_t first = g->total_lines + (iteration * g->n_warps + warp) * n;
    for (uint32_t i = 0; i < n; i++) {
        *next++ = 1;
        *next++ = line_word((uint32_t)(first + i), ALL_SECTORS);
    }
    return next;
}

/* Writes the stream of one warp, in the form described at struct warp_trace; returns its end. */
static uint32_t *write_warp(generator *g, uint64_t warp, uint32_t mask, uint32_t *next)
{
    const uint32_t k = g->shape->lines_per_load;
    const uint32_t sectors = sectors_of(k);
    *next++ = 0u << 1 | 1;
    *next++ = mask;
    for (uint64_t i = 0; i < g->loads; i++) {
        uint32_t lines[TRACE_WARP_SIZE];
        g->choose(g, warp, i, lines);
        *next++ = 1u << 1;
        *next++ = k;
        for (uint32_t j = 0; j < k; j++)
            *next++ = line_word(lines[j], sectors);
        next = write_stores(g, warp, i, next);
    }
    *next++ = 2u << 1;
    return next;
}

static int make_words(generator *g, warp_trace *trace, poise_error *err)
{
    const uint32_t stores = g->shape->stores_per_load;
    const uint64_t warp_words = 3 + g->loads * (2 + g->shape->lines_per_load + 2 * stores);
    const uint64_t warp_insts = 2 + g->loads * (2 + g->shape->alu_per_load + stores);
    trace->first_word = calloc(trace->n_warps + 1, sizeof *trace->first_word);
    trace->words = reallocarray(NULL, trace->n_warps, warp_words * sizeof *trace->words);
    if (trace->first_word == NULL || trace->words == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the warps of a synthetic trace");
    uint32_t *next = trace->words;
    for (uint64_t w = 0; w < trace->n_warps; w++) {
        const uint32_t mask = trace_warp_lanes(&trace->header, w);
        trace->first_word[w] = w * warp_words;
        next = write_warp(g, w, mask, next);
        trace->warp_insts += warp_insts;
        trace->thread_insts += warp_insts * (uint64_t)__builtin_popcount(mask);
    }
    trace->first_word[trace->n_warps] = trace->n_warps * warp_words;
    trace->line_accesses = trace->n_warps * g->loads * (g->shape->lines_per_load + stores);
    poise_hash_bytes(trace->words, trace->n_warps * warp_words * sizeof *trace->words, trace->hash);
    return POISE_OK;
}

static int make_pages(warp_trace *trace, uint64_t total_lines, poise_error *err)
{
    const uint64_t pages = (total_lines + (1u << TRACE_PAGE_LINES_SHIFT) - 1) >> TRACE_PAGE_LINES_SHIFT;
    if (pages > TRACE_MAX_PAGES)
        return poise_fail(err, POISE_USAGE, "%llu lines are more than the %d pages of 2 MiB of a trace hold",
                          (unsigned long long)total_lines, TRACE_MAX_PAGES);
    trace->n_pages = (uint32_t)pages;
    trace->page_address = calloc(pages, sizeof *trace->page_address);
    if (trace->page_address == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the pages of a synthetic trace");
    for (uint64_t i = 0; i < pages; i++)
        trace->page_address[i] = BASE_ADDRESS + (i << TRACE_PAGE_SHIFT);
    return POISE_OK;
}

static int fill_trace(generator *g, const char *name, warp_trace *trace, poise_error *err)
{
    int code = make_header(g->shape, name, &trace->header, err);
    if (code == POISE_OK)
        code = make_pages(trace, g->total_lines + g->n_warps * g->loads * g->shape->stores_per_load, err);
    if (code != POISE_OK)
        return code;
    trace_header_warps(&trace->header, &trace->n_thread_blocks, &trace->warps_per_block, &trace->n_warps);
    return make_words(g, trace, err);
}

static int make(generator *g, const char *name, warp_trace *trace, poise_error *err)
{
    memset(trace, 0, sizeof *trace);
    const int code = fill_trace(g, name, trace, err);
    if (code != POISE_OK)
        warp_trace_free(trace);
    return code;
}

static uint64_t warps_of(const trace_synthetic *shape)
{
    return (uint64_t)shape->thread_blocks *
           ((shape->threads_per_block + TRACE_WARP_SIZE - 1) / TRACE_WARP_SIZE);
}

int trace_make_stream(warp_trace *trace, const trace_synthetic *shape, poise_error *err)
{
    const int code = check_shape(shape, err);
    if (code != POISE_OK)
        return code;
    generator g = {.shape = shape, .choose = choose_stream, .n_warps = warps_of(shape)};
    g.loads = shape->iterations;
    g.total_lines = g.n_warps * g.loads * shape->lines_per_load;
    return make(&g, "stream", trace, err);
}

int trace_make_reuse(warp_trace *trace, const trace_synthetic *shape, poise_error *err)
{
    const int code = check_shape(shape, err);
    if (code != POISE_OK)
        return code;
    if (shape->footprint_lines == 0 || shape->footprint_lines % shape->lines_per_load != 0)
        return poise_fail(err, POISE_USAGE,
                          "footprint_lines is %u, it must be a multiple of lines_per_load %u",
                          shape->footprint_lines, shape->lines_per_load);
    generator g = {.shape = shape, .choose = choose_private, .n_warps = warps_of(shape)};
    g.loads = (uint64_t)(shape->footprint_lines / shape->lines_per_load) * shape->iterations;
    g.total_lines = g.n_warps * shape->footprint_lines;
    return make(&g, "reuse", trace, err);
}

int trace_make_compute(warp_trace *trace, const trace_synthetic *shape, poise_error *err)
{
    const int code = check_shape(shape, err);
    if (code != POISE_OK)
        return code;
    trace_synthetic one_line = *shape;
    one_line.lines_per_load = 1;
    generator g = {.shape = &one_line, .choose = choose_private, .n_warps = warps_of(shape)};
    g.loads = shape->iterations;
    g.total_lines = g.n_warps;
    return make(&g, "compute", trace, err);
}

int trace_make_random(warp_trace *trace, const trace_synthetic *shape, poise_error *err)
{
    const int code = check_shape(shape, err);
    if (code != POISE_OK)
        return code;
    if (shape->footprint_lines < shape->lines_per_load)
        return poise_fail(err, POISE_USAGE, "footprint_lines is %u, at least lines_per_load %u are needed",
                          shape->footprint_lines, shape->lines_per_load);
    generator g = {.shape = shape, .choose = choose_random, .n_warps = warps_of(shape)};
    g.loads = shape->iterations;
    g.total_lines = shape->footprint_lines;
    poise_random_seed(&g.random, shape->seed);
    return make(&g, "random", trace, err);
}

typedef struct page_kind {
    const char *name;
    uint32_t pages, visit;
    uint32_t sharers; /* 0: the warps of a thread block */
    bool streams;     /* pages follow each other, otherwise they are drawn */
} page_kind;

/* A kind of pages with the numbers that are its own where the shape has 0. */
static int make_pages_kind(warp_trace *trace, const trace_synthetic *shape, const page_kind *kind,
                           poise_error *err)
{
    const int code = check_shape(shape, err);
    if (code != POISE_OK)
        return code;
    trace_synthetic full = *shape;
    full.pages = shape->pages == 0 ? kind->pages : shape->pages;
    full.visit = shape->visit == 0 ? kind->visit : shape->visit;
    if (full.pages > MOST_COUNT || full.visit > MOST_COUNT)
        return poise_fail(err, POISE_USAGE, "pages and visit are %u and %u, they must be 0 to %d", full.pages,
                          full.visit, MOST_COUNT);
    generator g = {.shape = &full, .choose = kind->streams ? choose_next_page : choose_drawn_page};
    g.n_warps = warps_of(shape);
    g.loads = shape->iterations;
    g.sharers = kind->sharers == 0 ? (uint32_t)(g.n_warps / shape->thread_blocks) : kind->sharers;
    const uint64_t visits = (g.loads + full.visit - 1) / full.visit;
    g.total_lines =
        PAGE_LINES * (kind->streams ? visits * ((g.n_warps + g.sharers - 1) / g.sharers) : full.pages);
    return make(&g, kind->name, trace, err);
}

int trace_make_ll(warp_trace *trace, const trace_synthetic *shape, poise_error *err)
{
    static const page_kind kind = {.name = "ll", .pages = 96, .visit = 32, .sharers = 1};
    return make_pages_kind(trace, shape, &kind, err);
}

int trace_make_lh(warp_trace *trace, const trace_synthetic *shape, poise_error *err)
{
    static const page_kind kind = {.name = "lh", .pages = 1, .visit = 32, .sharers = 2, .streams = true};
    return make_pages_kind(trace, shape, &kind, err);
}

int trace_make_hl(warp_trace *trace, const trace_synthetic *shape, poise_error *err)
{
    static const page_kind kind = {.name = "hl", .pages = 320, .visit = 1, .sharers = 1};
    return make_pages_kind(trace, shape, &kind, err);
}

int trace_make_hh(warp_trace *trace, const trace_synthetic *shape, poise_error *err)
{
    static const page_kind kind = {.name = "hh", .pages = 16384, .visit = 2, .sharers = 0};
    return make_pages_kind(trace, shape, &kind, err);
}
