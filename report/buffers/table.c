#include "common/csv.h"
#include "report/buffers/output.h"
#include "report/page/markdown.h"

#include <inttypes.h>

static double of_page(const uint64_t *counts, const buffers_buffer *buffer)
{
    double sum = 0;
    for (size_t i = buffer->first_chunk; i < buffer->first_chunk + buffer->chunks; i++)
        sum += (double)counts[i];
    return sum / (double)buffers_pages(buffer);
}

double buffers_reads_of_page(const buffers_profile *profile, const buffers_buffer *buffer)
{
    return of_page(profile->reads, buffer);
}

double buffers_writes_of_page(const buffers_profile *profile, const buffers_buffer *buffer)
{
    return of_page(profile->writes, buffer);
}

void buffers_report_markdown(const buffers_report *report, FILE *out)
{
    const buffers_profile *profile = report->profile;
    size_t number = 0;
    fputs("| program | buffer | address | bytes | told by | launches | reads/page | writes/page | priority "
          "|\n|---|---:|---|---:|---|---:|---:|---:|---:|\n",
          out);
    for (size_t i = 0; i < profile->n_buffers; i++) {
        const buffers_buffer *buffer = &profile->buffers[i];
        number = i > 0 && buffer[-1].program == buffer->program ? number + 1 : 1;
        fputs("| ", out);
        markdown_escape(out, profile->programs[buffer->program].program);
        fprintf(out,
                " | %zu | 0x%" PRIx64 " | %" PRIu64 " | %s | %" PRIu32 "-%" PRIu32 " | %.1f | %.1f | %" PRIu32
                " |\n",
                number, buffer->address, buffer->bytes, buffers_sources[buffer->source], buffer->first_launch,
                buffer->end - 1, buffers_reads_of_page(profile, buffer),
                buffers_writes_of_page(profile, buffer), buffer->priority);
    }
}

void buffers_report_csv(const buffers_report *report, FILE *out)
{
    const buffers_profile *profile = report->profile;
    size_t number = 0;
    fputs(
        "program,run,buffer,address,bytes,source,first_launch,end_launch,priority,chunk,pages,reads,writes\n",
        out);
    for (size_t i = 0; i < profile->n_buffers; i++) {
        const buffers_buffer *buffer = &profile->buffers[i];
        number = i > 0 && buffer[-1].program == buffer->program ? number + 1 : 1;
        for (size_t k = 0; k < buffer->chunks; k++) {
            poise_csv_text(out, profile->programs[buffer->program].program);
            fputc(',', out);
            poise_csv_text(out, profile->programs[buffer->program].run);
            fprintf(out,
                    ",%zu,0x%" PRIx64 ",%" PRIu64 ",%s,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%zu,%" PRIu64
                    ",%" PRIu64 ",%" PRIu64 "\n",
                    number, buffer->address, buffer->bytes, buffers_sources[buffer->source],
                    buffer->first_launch, buffer->end, buffer->priority, k,
                    buffers_chunk_pages(profile, buffer, k), profile->reads[buffer->first_chunk + k],
                    profile->writes[buffer->first_chunk + k]);
        }
    }
}
