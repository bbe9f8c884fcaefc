#include "report/page/markdown.h"
#include "report/probe/output.h"
#include "report/table/number.h"

#include <inttypes.h>
#include <math.h>

void probe_report_markdown(const probe_report *report, FILE *out)
{
    const probe_findings *f = &report->result->findings;
    if (report->other != NULL) {
        const probe_residual d = probe_compare(&report->result->surface, &report->other->surface);
        fprintf(out,
                "%" PRIu32
                " points: differences of %.3g %s in the root of the mean square, %.3g in the mean, %.3g "
                "at worst, of %s in steps of %s.\n\n",
                d.n, d.rms, report->result->unit, d.mean, d.worst, probe_size_text((double)d.worst_size).text,
                probe_size_text((double)d.worst_stride).text);
    }
    fputs("| found | value | confidence | evidence |\n|---|---|---:|---|\n", out);
    for (uint32_t i = 0; i < f->n; i++) {
        char value[PROBE_VALUE];
        probe_value_text(value, &f->list[i]);
        fputs("| `", out);
        markdown_escape(out, f->list[i].name);
        fprintf(out, "` | %s | %s | ", value,
                isnan(f->list[i].least) ? "" : number_share(f->list[i].confidence).text);
        markdown_escape(out, f->list[i].why);
        fputs(" |\n", out);
    }
}

void probe_report_csv(const probe_report *report, FILE *out)
{
    const probe_surface *s = &report->result->surface;
    fprintf(out, "size,stride,time,spread%s\n", report->other != NULL ? ",other" : "");
    for (uint32_t i = 0; i < s->n_sizes; i++) {
        for (uint32_t j = 0; j < s->n_strides; j++) {
            const size_t at = (size_t)i * s->n_strides + j;
            if (!probe_surface_has(s, i, j))
                continue;
            fprintf(out, "%" PRIu64 ",%" PRIu64 ",%s,%s", s->size[i], s->stride[j],
                    number_exact(s->time[at]).text, number_exact(s->spread[at]).text);
            if (report->other != NULL)
                fprintf(out, ",%s",
                        number_exact(s->time[at] + probe_difference(s, &report->other->surface, i, j)).text);
            fputc('\n', out);
        }
    }
}
