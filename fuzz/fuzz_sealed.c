/* Readers of every kind of HDF5 file on hostile input: the seal is added here, as somebody would who changes
 * a file and knows the format. Refused with a sentence, or read; HDF5 itself may crash, in a process of its
 * own (common/h5_rehearse.c). */
#include "common/h5.h"
#include "design/result.h"
#include "evaluate/results/results.h"
#include "features/dataset_file.h"
#include "features/load_dataset.h"
#include "fuzz/folder.h"
#include "fuzz/rehearsal.h"
#include "probe/result/result.h"
#include "profile/buffers/buffers.h"
#include "profile/profile_file.h"
#include "tests/hdf5_leaks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int code, const poise_error *err)
{
    if (code != POISE_OK && code != POISE_DAMAGED)
        abort();
    if (code != POISE_OK && err->text[0] == '\0')
        abort();
}

#define READER(kind, read, type, release)       \
    static void read_##kind(const char *path)   \
    {                                           \
        type it;                                \
        poise_error err = {0};                  \
        const int code = read(path, &it, &err); \
        check(code, &err);                      \
        if (code == POISE_OK)                   \
            release(&it);                       \
    }
READER(profile, profile_read, profile, profile_free)
READER(buffers, buffers_read, buffers_profile, buffers_free)
READER(dataset, dataset_read, dataset, dataset_free)
READER(loads, load_dataset_read, load_dataset, load_dataset_free)
READER(results, evaluate_results_read, evaluate_results, evaluate_results_free)
READER(design, design_result_read, design_result, design_result_free)
READER(probe, probe_result_read, probe_result, probe_result_free)

static const struct {
    const char *format;
    void (*read)(const char *path);
} readers[] = {
    {"poise profile", read_profile}, {"poise buffers", read_buffers}, {"poise dataset", read_dataset},
    {"poise loads", read_loads},     {"poise results", read_results}, {"poise design", read_design},
    {"poise probe", read_probe},
};

static bool write_sealed(char path[FUZZ_PATH], const uint8_t *data, size_t size)
{
    char hash[POISE_HASH_TEXT], seal[64];
    poise_hash_bytes(data, size, hash);
    snprintf(seal, sizeof seal, POISE_H5_SEAL, hash);
    return fuzz_write(path, "file.h5", data, size, seal);
}

/* By those whose format is named anywhere in it: to open it only to ask what it is would take as long as to
 * read it, since a process tries it first. */
static void read_sealed(const char *path, const uint8_t *data, size_t size)
{
    bool is_named = false;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        if (memmem(data, size, readers[i].format, strlen(readers[i].format)) == NULL)
            continue;
        is_named = true;
        readers[i].read(path);
    }
    if (!is_named) /* all refuse it in the same way */
        readers[0].read(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    rehearsal_begin();
    if (write_sealed(path, data, size))
        read_sealed(path, data, size);
    remove(path);
    return 0;
}

#include "fuzz/replay.h"
