/* A profile of three buffers of two programs, with made-up counts. */
#ifndef POISE_TESTS_PROFILE_SAMPLE_BUFFERS_H
#define POISE_TESTS_PROFILE_SAMPLE_BUFFERS_H

#include "profile/buffers/buffers.h"
#include "tests/folder.h"

static inline buffers_profile sample_buffers(void)
{
    static const buffers_buffer buffers[] = {
        {.address = 0x10000, .bytes = 3 * BUFFERS_PAGE - 10, .end = 2, .priority = 1},
        {.address = 0x20010, .bytes = BUFFERS_PAGE, .first_launch = 1, .end = 2, .priority = 254},
        {.address = 0x10000, .bytes = 1, .program = 1, .end = 1, .source = BUFFERS_INFERRED, .priority = 128},
    };
    buffers_profile data = {.config_text = strdup("sms = 2\n"),
                            .policies = strdup("gto"),
                            .chunk_bytes = BUFFERS_PAGE,
                            .n_programs = 2,
                            .n_buffers = 3,
                            .programs = calloc(2, sizeof *data.programs),
                            .buffers = calloc(3, sizeof *data.buffers)};
    if (data.programs == NULL || data.buffers == NULL)
        abort();
    poise_hash_bytes(data.config_text, strlen(data.config_text), data.config_hash);
    for (uint32_t i = 0; i < 2; i++)
        data.programs[i] = (buffers_program){.program = strdup(i == 0 ? "one" : "two"),
                                             .run = strdup("run"),
                                             .launches = 2 - i,
                                             .reads = 1000 + i,
                                             .writes = i == 0 ? 500 : BUFFERS_UNKNOWN};
    memcpy(data.buffers, buffers, sizeof buffers);
    assert_int_equal(buffers_lay_out(&data, NULL), POISE_OK);
    data.reads = calloc(data.n_chunks, sizeof *data.reads);
    data.writes = calloc(data.n_chunks, sizeof *data.writes);
    for (size_t i = 0; i < data.n_chunks; i++) {
        data.reads[i] = 10 + i;
        data.writes[i] = 100 * i;
    }
    return data;
}

#endif
