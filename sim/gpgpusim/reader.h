/* Reads GPGPU-Sim configurations. Files of one command line are one stream of options of which the last
 * setting wins
 * (-config nests another file), so reading collects settings, and applying turns them into ours in the order
 * of the table gpgpusim.def. Syntax: GPGPU-Sim's option_parser.cc, restated in docs/CONFIG.md. */
#ifndef POISE_SIM_GPGPUSIM_READER_H
#define POISE_SIM_GPGPUSIM_READER_H

#include "sim/config/notes.h"

#include <stddef.h>

/* An option as it stands in a file. */
typedef struct gpgpusim_setting {
    char *value; /* NULL = not set */
    char *place; /* "FILE:LINE" */
} gpgpusim_setting;

enum { CONFIG_FILE_BYTES = 1 << 20, CONFIG_DEPTH = 8, CONFIG_FILES = 64 };

typedef struct gpgpusim_reader {
    sim_config *config;
    sim_config_notes *notes;
    gpgpusim_setting *setting; /* by position in the table; NULL before the first file */
    int files;                 /* read so far, of our own format too: bounds what nested files can ask for */
    uint32_t unknown;          /* options so far that nobody knows */
} gpgpusim_reader;

/* Whether `text`, a file behind its comments, is a GPGPU-Sim configuration. */
bool gpgpusim_is_config(const char *text);
/* Whether it is a BookSim network: `key = value;` statements, // comments. */
bool gpgpusim_is_network(const char *text);

/* Collects the settings of a file whose content is `text`, which is modified. `path` is for messages and for
 * the folder of nested files. */
int gpgpusim_read_config(gpgpusim_reader *reader, const char *path, char *text, int depth, poise_error *err);
int gpgpusim_read_network(gpgpusim_reader *reader, const char *path, char *text, poise_error *err);

/* Applies what has been collected to the configuration and forgets it. POISE_USAGE when something would
 * change results and is not modelled, unless notes->lenient. */
int gpgpusim_apply(gpgpusim_reader *reader, poise_error *err);

void gpgpusim_free(gpgpusim_reader *reader);

#endif
