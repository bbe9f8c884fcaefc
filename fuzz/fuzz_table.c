/* The readers of other people's tables on hostile input: comma-separated values, and SVMlight with the same
 * text for both labels. What they let through must be a data set that can be written and read. That is done
 * with one input in 64: HDF5, which works in processes of its own, takes some 50 times as long as the
 * readers. */
#include "features/dataset_file.h"
#include "features/dataset_import.h"
#include "fuzz/folder.h"
#include "fuzz/share.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Large tables are left to other tests: HDF5 takes its time. */
static void check_round_trip(const dataset *data)
{
    char path[FUZZ_PATH];
    dataset again;
    if (data->n_rows > 64)
        return;
    fuzz_path(path, "data.h5");
    if (dataset_write(path, data, NULL) != 0 || dataset_read(path, &again, NULL) != 0 ||
        again.n_rows != data->n_rows)
        abort();
    dataset_free(&again);
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char n[FUZZ_PATH], p[FUZZ_PATH], base[FUZZ_PATH];
    dataset table = {0};
    const bool is_written = fuzz_is_turn(data, size, 0, 64);
    fuzz_write(n, "t.n", data, size, "");
    if (dataset_import_csv(n, &table, NULL) == 0 && is_written)
        check_round_trip(&table);
    dataset_free(&table);
    fuzz_write(p, "t.p", data, size, "");
    fuzz_path(base, "t");
    if (dataset_import_svmlight(base, &table, NULL) == 0 && is_written)
        check_round_trip(&table);
    dataset_free(&table);
    remove(n);
    remove(p);
    return 0;
}

#include "fuzz/replay.h"
