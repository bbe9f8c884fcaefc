/* The programs of mixes under all policies, line by line, as both forms of the report show them. */
#ifndef POISE_REPORT_MIXES_ROWS_H
#define POISE_REPORT_MIXES_ROWS_H

#include "report/mixes/output.h"

typedef struct mixes_row {
    const char *mix, *policy, *program;
    char sms[32]; /* "0-3", "CPU" */
    uint64_t restarts, cut_short;
    double ipc, ipc_alone, slowdown;
} mixes_row;

/* Party `i` of a mix, programs first, then CPU cores: its name; its slowdown under a policy. */
const char *mixes_program_name(const evaluate_mix *mix, size_t i);
double mixes_program_slowdown(const evaluate_mix *mix, const evaluate_mix_cell *cell, size_t i);

/* Calls `each` for every mix, policy and program. */
void mixes_rows(const mixes_report *report, void (*each)(void *user, const mixes_row *row), void *user);

#endif
