#include "report/profile/columns.h"

#include <stddef.h>

const report_column *profile_columns(size_t *n)
{
    static const report_column table[] = {
        REPORT_COLUMN(profile_launch, number, NUMBER, "#", "place in the profile; leads to the figures",
                      true),
        REPORT_COLUMN(profile_launch, program, TEXT, "Program", "program that launched the kernel", true),
        REPORT_COLUMN(profile_launch, run, TEXT, "Run", "which run of the program: the folder of its traces",
                      true),
        REPORT_COLUMN(profile_launch, kernel, TEXT, "Kernel", "kernel function", true),
        REPORT_COLUMN(profile_launch, launch, COUNT, "Launch", "number of the launch in its program, from 0",
                      true),
        REPORT_COLUMN(profile_launch, split, TEXT, "Split", "training or evaluation", false),
        REPORT_COLUMN(profile_launch, warps, COUNT, "W", "warps per scheduler that occupancy allows", true),
        REPORT_COLUMN(profile_launch, cycles, COUNT, "Cycles", "core cycles at {W,W}, the baseline", true),
        REPORT_COLUMN(profile_launch, hit_rate, SHARE, "L1 hits",
                      "L1 load hit rate at {W,W}: hits over accesses", true),
        REPORT_COLUMN(profile_launch, lines, REAL, "Lines",
                      "128-byte lines that a global load touches: 1 is coalesced", false),
        REPORT_COLUMN(profile_launch, best, POINT, "Best", "the fastest measured tuple: static_best", true),
        REPORT_COLUMN(profile_launch, target, POINT, "Target",
                      "the tuple with the best score, which training aims at", true),
        REPORT_COLUMN(profile_launch, diagonal, POINT, "Best p = N",
                      "the fastest tuple on the diagonal: static wavefront limiting (SWL)", true),
        REPORT_COLUMN(profile_launch, one, POINT, "Best p = 1", "the fastest tuple with p = 1", true),
        REPORT_COLUMN(profile_launch, none, POINT, "Best p = 0",
                      "the fastest tuple with p = 0: nobody allocates", true),
        REPORT_COLUMN(profile_launch, measured, COUNT, "Points",
                      "warp-tuples that were measured, of W (W + 3) / 2", false),
    };
    *n = sizeof table / sizeof table[0];
    return table;
}

report_table profile_table(const profile_report *report)
{
    report_table table = {.rows = report->launches, .n_rows = report->n, .row_size = sizeof(profile_launch)};
    table.columns = profile_columns(&table.n_columns);
    return table;
}
