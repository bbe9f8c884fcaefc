/* The readers of machine files on hostile input: our own format, GPGPU-Sim configurations and BookSim
 * networks, which the content tells apart. What they let through must be a machine that can be printed and
 * read back. */
#include "sim/config/notes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return;
    fwrite(data, 1, size, file);
    fclose(file);
}

static void check_round_trip(const sim_config *config, const char *path)
{
    char *text, hash[POISE_HASH_TEXT], hash_again[POISE_HASH_TEXT];
    if (sim_config_text(config, &text, NULL) != 0 || sim_config_hash(config, hash, NULL) != 0)
        return;
    write_file(path, text, strlen(text));
    free(text);
    sim_config again;
    if (sim_config_load(&again, path, NULL) != 0 || sim_config_hash(&again, hash_again, NULL) != 0 ||
        strcmp(hash, hash_again) != 0)
        abort();
}

static void read_machine(const char *path, bool lenient)
{
    sim_config config;
    sim_config_notes notes = {.lenient = lenient};
    sim_config_default(&config);
    if (sim_config_read(&config, &notes, &(poise_list){{path}, 1}, NULL) == 0) {
        char copy[64];
        snprintf(copy, sizeof copy, "%s.copy", path);
        check_round_trip(&config, copy);
        remove(copy);
        sim_config_check(&config, NULL);
    }
    sim_config_notes_free(&notes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[] = "/tmp/poise-fuzz-XXXXXX", path[48];
    if (mkdtemp(folder) == NULL)
        return 0;
    snprintf(path, sizeof path, "%s/machine", folder);
    write_file(path, data, size);
    read_machine(path, false);
    read_machine(path, true);
    remove(path);
    rmdir(folder);
    return 0;
}

#include "fuzz/replay.h"
