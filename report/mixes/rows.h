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

/* Calls `each` for every mix, policy and program. */
void mixes_rows(const mixes_report *report, void (*each)(void *user, const mixes_row *row), void *user);

#endif
