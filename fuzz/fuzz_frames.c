/* Memory managers of large frames under operations that the input chooses: the first bytes are the memory and
 * what it does, all others choices of what programs do, which goes on at random. Everything is
 * checked after operations (fuzz/steps.h, tests/frames_check.h, tests/frames_drive.h). */
#include "fuzz/steps.h"
#include "tests/frames_drive.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { KIND, FRAMES, APPS, CHANNELS, PAGE_BITS, THRESHOLD, FRAGMENTED, OCCUPIED, OPERATIONS, SEED, HEADER };

static frames_options options_of(const uint8_t *data)
{
    /* Those of 512 pages take several times as long; what is of two words already is so of 128. */
    const uint8_t page_bits = data[PAGE_BITS] % 16 == 0 ? FRAMES_PAGE_BITS : 1 + data[PAGE_BITS] % 7;
    const uint32_t most = page_bits == FRAMES_PAGE_BITS ? 4 : 32;
    return (frames_options){.allocator = data[KIND] % 8 == 7 ? FRAMES_GPU_MMU : FRAMES_COCOA,
                            .compacts = data[KIND] & 8,
                            .coalesces_at_once = data[KIND] & 16,
                            .gathers = (data[KIND] & 32) && data[CHANNELS] % 6 == 0,
                            .frames = 1 + data[FRAMES] % most,
                            .apps = 1 + data[APPS] % FRAMES_DRIVE_APPS,
                            .channels = 1 + data[CHANNELS] % 6,
                            .page_bits = page_bits,
                            .threshold = (uint16_t)((data[THRESHOLD] << page_bits) / 255),
                            .fragmented = data[FRAGMENTED] % 101,
                            .occupied = data[OCCUPIED] % 101,
                            .seed = data[SEED]};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static frames_drive d;
    poise_error err;
    if (size < HEADER)
        return 0;
    const frames_options options = options_of(data);
    const uint32_t large_pages = options.page_bits == FRAMES_PAGE_BITS ? 8 : 32;
    if (frames_drive_open(&d, &options, large_pages, data[SEED], &err) != POISE_OK) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    d.input = data + HEADER;
    d.n_input = size - HEADER;
    d.checks = fuzz_checks;
    if (!frames_drive_run(&d, fuzz_steps(data, size, data[OPERATIONS], 2))) {
        fprintf(stderr, "%s\n", d.broken);
        abort();
    }
    frames_drive_close(&d);
    return 0;
}

#include "fuzz/replay.h"
