/* The data set of loads for spreadsheets and other people's tools. */
#include "common/csv.h"
#include "common/file.h"
#include "features/load_dataset.h"

#include <inttypes.h>
#include <math.h>

static void print_header(FILE *out)
{
    fputs("program,run,kernel,launch_index,trace_hash,split,warps,excluded,load,pc,line,lookups_one,lines_"
          "share",
          out);
    for (size_t f = 0; f < LOAD_DATASET_FEATURES; f++)
        fprintf(out, ",%s", load_dataset_feature_name[f]);
    for (size_t f = 0; f < LOAD_DATASET_FEATURES; f++)
        fprintf(out, ",%s", load_dataset_whole_name[f]);
    for (size_t e = 0; e < LOAD_DATASET_EXTRAS; e++)
        fprintf(out, ",%s", load_dataset_extra_name[e]);
    fputs(",n,p,around,context,cycles_allocating,cycles_around,margin\n", out);
}

static void print_load(FILE *out, const load_dataset_load *load)
{
    fprintf(out, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%.17g", load->number, load->pc,
            load->source_line, load->lookups_one, load->share);
    for (size_t f = 0; f < LOAD_DATASET_FEATURES; f++)
        fprintf(out, ",%.17g", load->x[f]);
    for (size_t f = 0; f < LOAD_DATASET_FEATURES; f++)
        fprintf(out, ",%.17g", load->whole[f]);
    for (size_t e = 0; e < LOAD_DATASET_EXTRAS; e++) {
        putc(',', out);
        if (!isnan(load->extra[e]))
            fprintf(out, "%.17g", load->extra[e]);
    }
}

static void print_row(FILE *out, const load_dataset *data, const load_dataset_row *row)
{
    const load_dataset_load *load = &data->loads[row->load];
    const load_dataset_launch *launch = &data->launches[load->launch];
    poise_csv_text(out, launch->program);
    putc(',', out);
    poise_csv_text(out, launch->run);
    putc(',', out);
    poise_csv_text(out, launch->kernel);
    fprintf(out, ",%" PRIu32 ",%s,%s,%" PRIu32 ",%" PRIu32, launch->launch_index, launch->trace_hash,
            profile_splits[launch->split], launch->warps, launch->excluded);
    print_load(out, load);
    fprintf(out, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%.17g\n", row->n,
            row->p, row->around, row->context, row->cycles_allocating, row->cycles_around, row->margin);
}

int load_dataset_write_csv(const char *path, const load_dataset *data, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    print_header(file.stream);
    for (size_t i = 0; i < data->n_rows; i++)
        print_row(file.stream, data, &data->rows[i]);
    return poise_atomic_commit(&file, err); /* reports write errors of all of the above */
}
