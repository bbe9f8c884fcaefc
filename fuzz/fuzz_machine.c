/* The readers of machine files on hostile input: our own format, GPGPU-Sim configurations and BookSim
 * networks, which the content tells apart. What they let through must be a machine that can be printed and
 * read back, which is done with one input in 4. */
#include "fuzz/folder.h"
#include "fuzz/share.h"
#include "sim/config/notes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const sim_config *config)
{
    char *text, *text_again, path[FUZZ_PATH];
    if (sim_config_text(config, &text, NULL) != 0)
        return;
    fuzz_write(path, "copy", text, strlen(text), "");
    sim_config again;
    if (sim_config_load(&again, path, NULL) != 0 || sim_config_text(&again, &text_again, NULL) != 0 ||
        strcmp(text, text_again) != 0)
        abort();
    free(text);
    free(text_again);
    remove(path);
}

/* Whether anything was refused for which allowances can be made. */
static bool read_machine(char *path, bool lenient, bool is_copied)
{
    sim_config config;
    sim_config_notes notes = {.lenient = lenient};
    sim_config_default(&config);
    const int code = sim_config_read(&config, &notes, &(poise_list){{path}, 1}, NULL);
    if (code == 0) {
        if (is_copied)
            check_round_trip(&config);
        sim_config_check(&config, NULL);
    }
    const bool is_refused = notes.refusals.n > 0;
    sim_config_notes_free(&notes);
    return is_refused;
}

/* Again with allowances where there is something to allow; elsewhere it is the same, which is looked at
 * seldom.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    fuzz_write(path, "machine", data, size, "");
    const bool is_copied = fuzz_is_turn(data, size, 0, 4);
    if (read_machine(path, false, is_copied) || fuzz_is_turn(data, size, 1, 8))
        read_machine(path, true, is_copied);
    remove(path);
    return 0;
}

#include "fuzz/replay.h"
