/* A machine file that a test writes and reads. */
#ifndef POISE_TESTS_CONFIG_READING_H
#define POISE_TESTS_CONFIG_READING_H

#include "sim/config/notes.h"
#include "tests/folder.h"

typedef struct reading {
    sim_config config;
    sim_config_notes notes;
    poise_error err;
    int code;
} reading;

/* Reads a file of that text on top of the defaults; reading_free when done. */
static inline reading read_bytes(const char *text, size_t size, bool lenient)
{
    reading r = {.notes = {.lenient = lenient}};
    const char *path = test_path("gpgpusim.config");
    spill(path, text, size);
    sim_config_default(&r.config);
    r.code = sim_config_read(&r.config, &r.notes, &(poise_list){{path}, 1}, &r.err);
    return r;
}

static inline reading read_text(const char *text)
{
    return read_bytes(text, strlen(text), false);
}

static inline reading read_leniently(const char *text)
{
    return read_bytes(text, strlen(text), true);
}

static inline void reading_free(reading *r)
{
    sim_config_notes_free(&r->notes);
}

static inline void assert_read(const reading *r)
{
    if (r->code != 0)
        fail_msg("%s", r->err.text);
}

#endif
