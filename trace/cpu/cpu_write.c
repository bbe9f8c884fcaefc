#include "trace/cpu/cpu_trace.h"
#include "trace/cpu/layout.h"

#include <string.h>

static int write_section(cpu_output *output, uint32_t kind, poise_error *err)
{
    const int code = trace_output_section(&output->out, kind, &output->content, err);
    output->content.n = 0;
    output->line = 0;
    return code;
}

static int add_number(trace_bytes *bytes, uint64_t number, poise_error *err)
{
    const int code = trace_bytes_reserve(bytes, TRACE_VARINT_BYTES, err);
    if (code == POISE_OK)
        bytes->n = (size_t)(trace_put_varint(bytes->data + bytes->n, number) - bytes->data);
    return code;
}

static int add_numbers(trace_bytes *bytes, const uint64_t *numbers, size_t n, poise_error *err)
{
    int code = 0;
    for (size_t i = 0; code == POISE_OK && i < n; i++)
        code = add_number(bytes, numbers[i], err);
    return code;
}

int cpu_output_begin(cpu_output *output, FILE *stream, const char *name, const cpu_header *header,
                     poise_error *err)
{
    *output = (cpu_output){.out = {.stream = stream, .path = name}};
    uint8_t preamble[CPU_PREAMBLE_BYTES];
    memcpy(preamble, cpu_magic, CPU_MAGIC_BYTES);
    trace_put_u32(preamble + CPU_MAGIC_BYTES, CPU_VERSION);
    if (fwrite(preamble, 1, sizeof preamble, stream) != sizeof preamble)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", name);
    output->out.offset = sizeof preamble;
    const cpu_caches *c = &header->caches;
    const uint64_t sizes[] = {(uint64_t)c->line_bytes, (uint64_t)c->l1_bytes, (uint64_t)c->l1_ways,
                              (uint64_t)c->llc_bytes, (uint64_t)c->llc_ways};
    int code = add_numbers(&output->content, sizes, sizeof sizes / sizeof sizes[0], err);
    if (code == POISE_OK)
        code = trace_bytes_append(&output->content, header->command,
                                  strnlen(header->command, CPU_COMMAND_BYTES - 1), err);
    return code != POISE_OK ? code : write_section(output, TRACE_SECTION_HEAD, err);
}

int cpu_output_add(cpu_output *output, const cpu_request *request, poise_error *err)
{
    trace_bytes *content = &output->content;
    int code = trace_bytes_reserve(content, 2 * TRACE_VARINT_BYTES, err);
    if (code != POISE_OK)
        return code;
    const uint64_t step = trace_zigzag(request->line - output->line);
    uint8_t *at = trace_put_varint(content->data + content->n, request->gap);
    at = trace_put_varint(at, step << 1 | request->write_back);
    content->n = (size_t)(at - content->data);
    output->line = request->line;
    return content->n < CPU_CHUNK_BYTES ? 0 : write_section(output, CPU_SECTION_MISSES, err);
}

int cpu_output_end(cpu_output *output, const cpu_totals *totals, poise_error *err)
{
    int code = output->content.n == 0 ? 0 : write_section(output, CPU_SECTION_MISSES, err);
    const uint64_t numbers[] = {
#define CPU_TOTAL(name, meaning) totals->name,
#include "trace/cpu/totals.def"
#undef CPU_TOTAL
    };
    if (code == POISE_OK)
        code = add_numbers(&output->content, numbers, sizeof numbers / sizeof numbers[0], err);
    return code != POISE_OK ? code : write_section(output, CPU_SECTION_END, err);
}

void cpu_output_free(cpu_output *output)
{
    trace_output_free(&output->out);
    trace_bytes_free(&output->content);
}
