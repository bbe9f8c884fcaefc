/* The data set for spreadsheets and other people's tools. */
#include "common/csv.h"
#include "common/file.h"
#include "features/dataset_file.h"

#include <inttypes.h>

static void print_header(FILE *out, model_view view)
{
    fputs("program,run,kernel,launch_index,trace_hash,split,warps", out);
    for (size_t f = 0; f < FEATURES_COUNT; f++)
        fprintf(out, ",%s", model_feature_name[view][f]);
    fputs(",target_n,target_p,scaled_n,scaled_p,target_speedup,weight,excluded\n", out);
}

static void print_row(FILE *out, const dataset_row *row)
{
    poise_csv_text(out, row->program);
    putc(',', out);
    poise_csv_text(out, row->run);
    putc(',', out);
    poise_csv_text(out, row->kernel);
    fprintf(out, ",%" PRIu32 ",%s,%s,%" PRIu32, row->launch_index, row->trace_hash,
            profile_splits[row->split], row->warps);
    for (size_t f = 0; f < FEATURES_COUNT; f++)
        fprintf(out, ",%.17g", row->x[f]);
    fprintf(out, ",%" PRIu32 ",%" PRIu32 ",%.17g,%.17g,%.17g,%.17g,%" PRIu32 "\n", row->target_n,
            row->target_p, row->scaled_n, row->scaled_p,
            surface_at(&row->speedup, row->target_n, row->target_p), row->weight, row->excluded);
}

int dataset_write_csv(const char *path, const dataset *data, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    print_header(file.stream, data->view);
    for (size_t i = 0; i < data->n_rows; i++)
        print_row(file.stream, &data->rows[i]);
    return poise_atomic_commit(&file, err); /* reports write errors of all of the above */
}
