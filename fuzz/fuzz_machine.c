/* The readers of machine files on hostile input: our own format, GPGPU-Sim configurations and BookSim
 * networks, which the content tells apart. What they let through must be a machine that can be printed and
 * read back. */
#include "fuzz/folder.h"
#include "sim/config/notes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const sim_config *config)
{
    char *text, path[FUZZ_PATH], hash[POISE_HASH_TEXT], hash_again[POISE_HASH_TEXT];
    if (sim_config_text(config, &text, NULL) != 0 || sim_config_hash(config, hash, NULL) != 0)
        return;
    fuzz_write(path, "copy", text, strlen(text), "");
    free(text);
    sim_config again;
    if (sim_config_load(&again, path, NULL) != 0 || sim_config_hash(&again, hash_again, NULL) != 0 ||
        strcmp(hash, hash_again) != 0)
        abort();
    remove(path);
}

static void read_machine(char *path, bool lenient)
{
    sim_config config;
    sim_config_notes notes = {.lenient = lenient};
    sim_config_default(&config);
    if (sim_config_read(&config, &notes, &(poise_list){{path}, 1}, NULL) == 0) {
        check_round_trip(&config);
        sim_config_check(&config, NULL);
    }
    sim_config_notes_free(&notes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    fuzz_write(path, "machine", data, size, "");
    read_machine(path, false);
    read_machine(path, true);
    remove(path);
    return 0;
}

#include "fuzz/replay.h"
