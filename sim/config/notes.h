/* What stands beside a sim_config while machine files are read: where each value comes from, and what the
 * reader has to say. It is no part of the configuration, so the hash of a machine does not depend on where it
 * was written down. */
#ifndef POISE_SIM_CONFIG_NOTES_H
#define POISE_SIM_CONFIG_NOTES_H

#include "sim/config/config.h"

#include <stdbool.h>

/* Sentences of one kind. At most `SIM_CONFIG_SENTENCES` are kept; `n` counts all of them. */
enum { SIM_CONFIG_SENTENCES = 100 };
typedef struct sim_config_sentences {
    char *text[SIM_CONFIG_SENTENCES];
    size_t n;
} sim_config_sentences;

/* Starts as all zeros, but for `lenient`. */
typedef struct sim_config_notes {
    bool lenient; /* in: what would change results and is not modelled is a warning instead of an error */
    char *origin[SIM_CONFIG_OPTIONS]; /* "preset NAME", "FILE:LINE", "--set"; NULL = default. Order of the
                                         table. */
    char *scheduler;                  /* policy that a GPGPU-Sim file asks for, such as "lrr"; NULL = none */
    char *scheduler_place;            /* "FILE:LINE" of it */
    sim_config_sentences warnings;
    sim_config_sentences
        refusals; /* all that is not modelled; the error of sim_config_read is the first of them */
} sim_config_notes;

void sim_config_notes_free(sim_config_notes *notes);

/* Origin of option `index` of sim_config_options(); "default" when nothing has set it. */
const char *sim_config_origin(const sim_config_notes *notes, size_t index);

/* Changes `config` by the machines in `names`, each a comma-separated list of presets and files, in the order
 * in which they apply; without names nothing changes. What a file is shows in its content: our own `key =
 * value` lines, a GPGPU-Sim configuration (options start with `-`) or a BookSim network (`key = value;`).
 * docs/CONFIG.md describes them. Files are hostile input: bounded in size, number and depth. A file that
 * cannot be understood is POISE_USAGE, one that is no text or ends inside quotes POISE_DAMAGED. */
int sim_config_read(sim_config *config, sim_config_notes *notes, const poise_list *names, poise_error *err);

/* Sets one option and remembers `origin` for it. `what` is as for poise_options_set. */
int sim_config_assign(sim_config *config, sim_config_notes *notes, const char *origin, const char *key,
                      const char *value, poise_error *err);

/* For readers: add a sentence. Out of memory loses the sentence, not the count. */
void sim_config_say(sim_config_sentences *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
