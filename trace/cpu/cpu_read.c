#include "trace/cpu/cpu_trace.h"
#include "trace/cpu/layout.h"

#include <string.h>

typedef struct reading {
    trace_source source;
    trace_bytes content;
    cpu_visit *visit;
    void *user;
    uint64_t position; /* instruction of the last request */
    uint64_t reads, write_backs;
} reading;

static int damaged(const reading *r, const char *reason, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: the section that ends at byte %llu is damaged: %s",
                      r->source.name, (unsigned long long)r->source.offset, reason);
}

static int read_preamble(reading *r, poise_error *err)
{
    uint8_t bytes[CPU_PREAMBLE_BYTES];
    const int code =
        trace_source_begin(&r->source, cpu_magic, "a trace of a CPU program", bytes, sizeof bytes, err);
    if (code != POISE_OK)
        return code;
    const uint32_t version = trace_load_u32(bytes + CPU_MAGIC_BYTES);
    if (version != CPU_VERSION)
        return poise_fail(err, POISE_DAMAGED,
                          "%s has version %u of the CPU-trace format, this program reads version %d",
                          r->source.name, version, CPU_VERSION);
    return POISE_OK;
}

static int read_section(reading *r, uint32_t *kind, trace_input *in, poise_error *err)
{
    const int code = trace_source_section(&r->source, kind, &r->content, CPU_SECTION_LIMIT, err);
    *in = trace_input_of(&r->content);
    return code;
}

static int read_header(reading *r, cpu_header *header, poise_error *err)
{
    uint32_t kind;
    trace_input in;
    int code = read_section(r, &kind, &in, err);
    if (code != POISE_OK)
        return code;
    int64_t sizes[5];
    for (size_t i = 0; i < 5; i++)
        sizes[i] = (int64_t)trace_get_varint(&in);
    if (kind != TRACE_SECTION_HEAD || in.bad)
        return damaged(r, "it is no header", err);
    header->caches = (cpu_caches){sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]};
    code = cpu_caches_check(&header->caches, err);
    if (code != POISE_OK) {
        poise_error_prefix(err, "%s", r->source.name);
        if (err != NULL)
            err->code = POISE_DAMAGED;
        return POISE_DAMAGED;
    }
    const size_t length = (size_t)(in.end - in.at);
    if (length >= CPU_COMMAND_BYTES || (length > 0 && memchr(in.at, '\0', length) != NULL))
        return damaged(r, "its command is no text", err);
    if (length > 0)
        memcpy(header->command, in.at, length);
    header->command[length] = '\0';
    return POISE_OK;
}

static int read_requests(reading *r, trace_input *in, poise_error *err)
{
    cpu_request request = {0};
    do {
        request.gap = trace_get_varint(in);
        const uint64_t coded = trace_get_varint(in);
        request.line += trace_unzigzag(coded >> 1);
        request.write_back = coded & 1;
        if (in->bad || request.line >= CPU_LINE_LIMIT || request.gap > UINT64_MAX - r->position)
            return damaged(r, "a request is out of range", err);
        r->position += request.gap;
        *(request.write_back ? &r->write_backs : &r->reads) += 1;
        const int code = r->visit == NULL ? 0 : r->visit(r->user, &request, err);
        if (code != POISE_OK)
            return code;
    } while (in->at < in->end);
    return POISE_OK;
}

static int read_totals(reading *r, trace_input *in, cpu_totals *totals, poise_error *err)
{
#define CPU_TOTAL(name, meaning) totals->name = trace_get_varint(in);
#include "trace/cpu/totals.def"
#undef CPU_TOTAL
    if (in->bad || in->at != in->end || totals->misses != r->reads || totals->write_backs != r->write_backs ||
        (r->reads + r->write_backs > 0 && r->position >= totals->instructions))
        return damaged(r, "its totals do not fit the requests", err);
    if (fgetc(r->source.stream) != EOF)
        return poise_fail(err, POISE_DAMAGED, "%s goes on behind its end at byte %llu", r->source.name,
                          (unsigned long long)r->source.offset);
    return POISE_OK;
}

static int read_all(reading *r, cpu_header *header, cpu_totals *totals, poise_error *err)
{
    int code = read_preamble(r, err);
    if (code == POISE_OK)
        code = read_header(r, header, err);
    while (code == POISE_OK) {
        uint32_t kind;
        trace_input in;
        code = read_section(r, &kind, &in, err);
        if (code == POISE_OK && kind == CPU_SECTION_END)
            return read_totals(r, &in, totals, err);
        if (code == POISE_OK)
            code = kind == CPU_SECTION_MISSES ? read_requests(r, &in, err)
                                              : damaged(r, "its kind is not known", err);
    }
    return code;
}

int cpu_trace_read(FILE *stream, const char *name, cpu_header *header, cpu_totals *totals, cpu_visit *visit,
                   void *user, poise_error *err)
{
    reading r = {.source = {.stream = stream, .name = name}, .visit = visit, .user = user};
    const int code = read_all(&r, header, totals, err);
    trace_source_free(&r.source);
    trace_bytes_free(&r.content);
    return code;
}
