#include "report/mixes/rows.h"

#include <stdio.h>

static void fill_program(mixes_row *row, const evaluate_mix *mix, const evaluate_mix_cell *cell, size_t i)
{
    const sim_mix_result *shared = &cell->shared.programs[i], *alone = &cell->alone.programs[i];
    row->program = mix->programs[i].name;
    snprintf(row->sms, sizeof row->sms, "%u-%u", cell->ranges[i].first,
             cell->ranges[i].first + cell->ranges[i].n - 1);
    row->restarts = shared->restarts;
    row->cut_short = shared->cut_short;
    row->ipc = sim_ipc(&shared->counters);
    row->ipc_alone = sim_ipc(&alone->counters);
    row->slowdown = evaluate_mix_slowdown(shared, alone);
}

static void fill_cpu(mixes_row *row, const evaluate_mix *mix, const evaluate_mix_cell *cell, size_t i)
{
    const sim_cpu_result *shared = &cell->shared.cpus[i], *alone = &cell->alone.cpus[i];
    row->program = mix->cpus[i].name;
    snprintf(row->sms, sizeof row->sms, "CPU");
    row->restarts = shared->restarts;
    row->cut_short = shared->cut_short;
    row->ipc = evaluate_cpu_ipc(&shared->counts);
    row->ipc_alone = evaluate_cpu_ipc(&alone->counts);
    row->slowdown = evaluate_cpu_slowdown(shared, alone);
}

const char *mixes_program_name(const evaluate_mix *mix, size_t i)
{
    return i < mix->n ? mix->programs[i].name : mix->cpus[i - mix->n].name;
}

double mixes_program_slowdown(const evaluate_mix *mix, const evaluate_mix_cell *cell, size_t i)
{
    if (i < mix->n)
        return evaluate_mix_slowdown(&cell->shared.programs[i], &cell->alone.programs[i]);
    return evaluate_cpu_slowdown(&cell->shared.cpus[i - mix->n], &cell->alone.cpus[i - mix->n]);
}

void mixes_rows(const mixes_report *report, void (*each)(void *user, const mixes_row *row), void *user)
{
    const evaluate_results *results = report->results;
    for (size_t m = 0; m < results->n_mixes; m++) {
        const evaluate_mix *mix = &results->mixes[m];
        for (size_t p = 0; p < results->policies.n; p++) {
            const evaluate_mix_cell *cell = evaluate_mix_cell_of(&results->of_mixes, m, p);
            mixes_row row = {.mix = mix->name, .policy = results->policies.policies[p].short_name};
            for (size_t i = 0; i < evaluate_mix_parties(mix); i++) {
                if (i < mix->n)
                    fill_program(&row, mix, cell, i);
                else
                    fill_cpu(&row, mix, cell, i - mix->n);
                each(user, &row);
            }
        }
    }
}
