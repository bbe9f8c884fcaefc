/* The readers of other people's tables on hostile input: comma-separated values, and SVMlight with the same
 * text for both labels. What they let through must be a data set that can be written and read. */
#include "features/dataset_file.h"
#include "features/dataset_import.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_file(const char *folder, const char *name, const void *data, size_t size, char path[64])
{
    snprintf(path, 64, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return;
    fwrite(data, 1, size, file);
    fclose(file);
}

/* Large tables are left to other tests: HDF5 takes its time. */
static void check_round_trip(const dataset *data, const char *folder)
{
    char path[64];
    dataset again;
    if (data->n_rows > 64)
        return;
    snprintf(path, sizeof path, "%s/data.h5", folder);
    if (dataset_write(path, data, NULL) != 0 || dataset_read(path, &again, NULL) != 0 ||
        again.n_rows != data->n_rows)
        abort();
    dataset_free(&again);
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[] = "/tmp/poise-fuzz-XXXXXX", n[64], p[64], base[64];
    if (mkdtemp(folder) == NULL)
        return 0;
    dataset table = {0};
    write_file(folder, "t.n", data, size, n);
    if (dataset_import_csv(n, &table, NULL) == 0)
        check_round_trip(&table, folder);
    dataset_free(&table);
    write_file(folder, "t.p", data, size, p);
    snprintf(base, sizeof base, "%s/t", folder);
    if (dataset_import_svmlight(base, &table, NULL) == 0)
        check_round_trip(&table, folder);
    dataset_free(&table);
    remove(n);
    remove(p);
    rmdir(folder);
    return 0;
}

#include "fuzz/replay.h"
