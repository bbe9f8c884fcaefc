/* docs/DATA.md tells the versions of files that the readers and writers have. */
#include "evaluate/results/results.h"
#include "evaluate/results/schema.h"
#include "features/dataset_file.h"
#include "features/load_dataset_schema.h"
#include "infer/blob.h"
#include "infer/load_blob.h"
#include "probe/result/result.h"
#include "profile/buffers/buffers.h"
#include "profile/profile_file.h"
#include "sim_hooks/policy.h"
#include "tests/test.h"
#include "trace/cpu/layout.h"
#include "trace/pack/pack.h"
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1 << 20, 1);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    (void)fclose(file);
    return text;
}

static void rows_are_what_is_written_and_read(void **state)
{
    (void)state;
    const int results = RESULTS_VERSION_OF_MACHINES;
    const struct {
        const char *row;
        int number[4];
    } rows[] = {
        {"| `*.wtr` | %d to %d, the lowest that holds what there is | %d to %d |",
         {TRACE_FORMAT_VERSION, TRACE_LAST_VERSION, TRACE_FORMAT_VERSION, TRACE_LAST_VERSION}},
        {"| `*.wtrs` | %d | %d |", {TRACE_PACK_VERSION, TRACE_PACK_VERSION}},
        {"| `*.cpu` | %d | %d |", {CPU_VERSION, CPU_VERSION}},
        {"| `profile.h5` | %d | %d to %d |",
         {PROFILE_FORMAT_VERSION, PROFILE_OLDEST_VERSION, PROFILE_FORMAT_VERSION}},
        {"| `dataset.h5` | %d | %d to %d |",
         {DATASET_FORMAT_VERSION, DATASET_OLDEST_VERSION, DATASET_FORMAT_VERSION}},
        {"| `loads.h5` | %d | %d |", {LOAD_DATASET_FORMAT_VERSION, LOAD_DATASET_FORMAT_VERSION}},
        {"| `results.h5` | %d, of several machines %d | 1 to %d |",
         {results - 1, results, RESULTS_FORMAT_VERSION}},
        {"| `buffers.h5` | %d | %d |", {BUFFERS_FORMAT_VERSION, BUFFERS_FORMAT_VERSION}},
        {"| `probe.h5` | %d | %d |", {PROBE_FORMAT_VERSION, PROBE_FORMAT_VERSION}},
        {"(`poise compile -o x.bin`) | %d | %d |", {POISE_BLOB_VERSION, POISE_BLOB_VERSION}},
        {"constants of a choice of loads | %d | %d |", {POISE_LOAD_BLOB_VERSION, POISE_LOAD_BLOB_VERSION}},
        {"`POISE_POLICY_ABI` (docs/POLICIES.md) | | %d |", {POISE_POLICY_ABI}},
    };
    char *doc = text_of("docs/DATA.md");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char row[128];
        const int *n = rows[i].number;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        (void)snprintf(row, sizeof row, rows[i].row, n[0], n[1], n[2], n[3]);
#pragma GCC diagnostic pop
        if (strstr(doc, row) == NULL)
            fail_msg("docs/DATA.md has no row '%s'", row);
    }
    free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_what_is_written_and_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
