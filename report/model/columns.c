#include "report/model/rows.h"

const char *const model_output_name[MODEL_OUTPUTS] = {"N", "p"};
const char *const model_output_file[MODEL_OUTPUTS] = {"n", "p"};

report_table model_table(const model_report *report, const model_part *part)
{
    static const report_column columns[] = {
        REPORT_COLUMN(model_row, number, NUMBER, "#", "place in the table", true),
        REPORT_COLUMN(model_row, program, TEXT, "Program", "program that launched the kernel", true),
        REPORT_COLUMN(model_row, run, TEXT, "Run", "which run of the program: the folder of its traces",
                      true),
        REPORT_COLUMN(model_row, kernel, TEXT, "Kernel", "kernel function", true),
        REPORT_COLUMN(model_row, launch, COUNT, "Launch", "number of the launch in its program, from 0",
                      true),
        REPORT_COLUMN(model_row, split, TEXT, "Split", "training or evaluation", false),
        REPORT_COLUMN(model_row, warps, COUNT, "W", "warps per scheduler that occupancy allows", true),
        REPORT_COLUMN(model_row, loss, SHARE, "Loss",
                      "what the predicted tuple loses against the target: 1 - S(predicted) / S(target)",
                      true),
        REPORT_COLUMN(model_row, target, POINT, "Target",
                      "the tuple with the best score, which training aims at", true),
        REPORT_COLUMN(model_row, predicted, POINT, "Predicted",
                      "the model's tuple, rounded and clamped as the engine applies it; one that was not "
                      "measured has the speedup of the nearest that was",
                      true),
        REPORT_COLUMN(model_row, best, POINT, "Static-Best", "the fastest measured tuple", true),
        REPORT_COLUMN(model_row, swl, POINT, "Best SWL",
                      "the fastest measured tuple with p = N: static wavefront limiting", true),
    };
    return (report_table){.columns = columns,
                          .n_columns = sizeof columns / sizeof columns[0],
                          .rows = part == NULL ? report->rows : part->rows,
                          .n_rows = part == NULL ? report->n : part->n,
                          .row_size = sizeof(model_row)};
}
