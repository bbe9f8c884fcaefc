/* The launches of a profile by program. */
#include "report/profile/launches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static profile_program *find_program(profile_report *report, const char *name)
{
    for (size_t i = 0; i < report->n_programs; i++) {
        if (strcmp(report->programs[i].name, name) == 0)
            return &report->programs[i];
    }
    profile_program *added = &report->programs[report->n_programs++];
    added->name = name;
    return added;
}

int profile_report_group(profile_report *report, poise_error *err)
{
    free(report->programs);
    report->n_programs = 0;
    report->programs = calloc(report->n + 1, sizeof *report->programs);
    if (report->programs == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the programs of %zu kernels", report->n);
    for (size_t i = 0; i < report->n; i++) {
        profile_program *program = find_program(report, report->launches[i].program);
        program->launches++;
        program->cycles += report->launches[i].cycles;
    }
    return POISE_OK;
}

double profile_program_speedup(const profile_report *report, const profile_program *program, size_t offset)
{
    double before = 0, after = 0;
    for (size_t i = 0; i < report->n; i++) {
        const profile_launch *launch = &report->launches[i];
        const double speedup = profile_tuple_at(launch, offset)->speedup;
        if (strcmp(launch->program, program->name) != 0 || isnan(speedup))
            continue;
        before += (double)launch->cycles;
        after += (double)launch->cycles / speedup;
    }
    return after > 0 ? before / after : NAN;
}
