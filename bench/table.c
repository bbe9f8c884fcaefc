#include "bench/output.h"
#include "bench/statistics.h"

enum { NAME_WIDTH = 24, COLUMN = 12 };

static const double million = 1e6;

/* Paths of traces tend to differ at their end. */
static void print_name(const char *name, FILE *out)
{
    size_t length = 0;
    while (name[length] != '\0')
        length++;
    fprintf(out, "%-*s", NAME_WIDTH, length > NAME_WIDTH - 1 ? name + length - (NAME_WIDTH - 1) : name);
}

static void print_kernel(const bench_report *report, size_t i, FILE *out)
{
    size_t n;
    const bench_rate *rates = bench_rate_table(&n);
    const bench_kernel *kernel = &report->kernels[i];
    const uint32_t repeats = report->request.repeats;
    print_name(report->request.subjects[i].name, out);
    for (size_t r = 0; r < n; r++)
        fprintf(out, "%*.3f", COLUMN, bench_rate_value(report, i, &rates[r]) / million);
    fprintf(out, "%*.4f%*.1f%*.4f%*.4f\n", COLUMN, bench_median(kernel->elapsed_s, repeats), COLUMN - 2,
            100 * bench_spread(kernel->elapsed_s, repeats), COLUMN - 2, bench_median(kernel->cpu_s, repeats),
            COLUMN - 2, report->request.subjects[i].load_s);
}

static void print_rates(const bench_report *report, FILE *out)
{
    size_t n;
    const bench_rate *rates = bench_rate_table(&n);
    fprintf(out, "Millions a second of simulation, median of %u\n", report->request.repeats);
    print_name("kernel", out);
    for (size_t r = 0; r < n; r++)
        fprintf(out, "%*s", COLUMN, rates[r].heading);
    fprintf(out, "%*s%*s%*s%*s\n", COLUMN, "elapsed s", COLUMN - 2, "spread %", COLUMN - 2, "CPU s",
            COLUMN - 2, "load s");
    for (size_t i = 0; i < report->request.n_subjects; i++)
        print_kernel(report, i, out);
    print_name("geometric mean", out);
    for (size_t r = 0; r < n; r++)
        fprintf(out, "%*.3f", COLUMN, bench_rate_mean(report, &rates[r]) / million);
    fputc('\n', out);
}

void bench_print(const bench_report *report, FILE *out)
{
    const bench_memory *memory = &report->memory;
    print_rates(report, out);
    fprintf(out, "\nMemory: peak %.1f MB, of which traces %.1f MB; %.2f MB for one more simulation (%s)\n",
            (double)memory->peak_bytes / million, (double)memory->traces_bytes / million,
            (double)memory->point_bytes / million, report->request.subjects[memory->point_subject].name);
    fprintf(out, "\n%zu independent simulations\n%12s%18s%12s%12s%14s%10s\n", report->scaling[0].simulations,
            "at a time", "threads of each", "elapsed s", "CPU s", "cores used", "speedup");
    for (size_t i = 0; i < report->n_scaling; i++) {
        const bench_scaling *s = &report->scaling[i];
        fprintf(out, "%12u%18u%12.4f%12.4f%14.2f%10.2f\n", s->jobs, s->sim_threads, s->elapsed_s, s->cpu_s,
                s->cpu_s / s->elapsed_s, s->speedup);
    }
}
