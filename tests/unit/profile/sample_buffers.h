/* A profile of three buffers of two programs, with made-up counts. */
#ifndef POISE_TESTS_PROFILE_SAMPLE_BUFFERS_H
#define POISE_TESTS_PROFILE_SAMPLE_BUFFERS_H

#include "profile/buffers/buffers.h"
#include "tests/folder.h"

enum { SAMPLE_CHUNKS = 3 + 2 + 1 }; /* a buffer of the size of a page lies in two */

static inline void sample_program(buffers_program *program, uint32_t i)
{
    *program = (buffers_program){.program = strdup(i == 0 ? "one" : "two"),
                                 .run = strdup("run"),
                                 .launches = 2 - i,
                                 .reads = 1000 + i,
                                 .writes = i == 0 ? 500 : BUFFERS_UNKNOWN};
}

static inline buffers_profile sample_buffers(void)
{
    static const buffers_buffer buffers[] = {
        {.address = 0x10000, .bytes = 3 * BUFFERS_PAGE - 10, .end = 2, .priority = 1},
        {.address = 0x20010, .bytes = BUFFERS_PAGE, .first_launch = 1, .end = 2, .priority = 254},
        {.address = 0x10000, .bytes = 1, .program = 1, .end = 1, .source = BUFFERS_INFERRED, .priority = 128},
    };
    buffers_profile data = {.chunk_bytes = BUFFERS_PAGE, .n_programs = 2, .n_buffers = 3};
    static const char config[] = "sms = 2\n";
    data.config_text = strdup(config);
    data.policies = strdup("gto");
    data.programs = calloc(2, sizeof *data.programs);
    data.buffers = calloc(3, sizeof *data.buffers);
    data.reads = calloc(SAMPLE_CHUNKS, sizeof *data.reads);
    data.writes = calloc(SAMPLE_CHUNKS, sizeof *data.writes);
    if (data.config_text == NULL || data.policies == NULL || data.programs == NULL || data.buffers == NULL ||
        data.reads == NULL || data.writes == NULL)
        abort();
    poise_hash_bytes(config, strlen(config), data.config_hash);
    sample_program(&data.programs[0], 0);
    sample_program(&data.programs[1], 1);
    memcpy(data.buffers, buffers, sizeof buffers);
    assert_int_equal(buffers_lay_out(&data, NULL), POISE_OK);
    assert_int_equal(data.n_chunks, SAMPLE_CHUNKS);
    for (size_t i = 0; i < SAMPLE_CHUNKS; i++) {
        data.reads[i] = 10 + i;
        data.writes[i] = 100 * i;
    }
    return data;
}

#endif
