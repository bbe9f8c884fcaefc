/* The allocator of GPUswap under operations that the input chooses: the first bytes are the memory and the
 * policy, all others choices of what applications do and which copies fail, which goes on at random.
 * Everything is checked after operations (fuzz/steps.h, tests/swap_check.h, tests/swap_drive.h). */
#include "fuzz/steps.h"
#include "tests/swap_drive.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VRAM, HOST, CHUNK, APPS, VICTIMS, POLICY, FAILURES, OPERATIONS, SEED, HEADER };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static swap_drive d;
    poise_error err;
    if (size < HEADER)
        return 0;
    const swap_options options = {.vram_bytes = (uint64_t)(1 + data[VRAM] * 4) * SWAP_PAGE,
                                  .host_bytes = (uint64_t)(data[HOST] % 128) * 8 * SWAP_PAGE,
                                  .chunk_bytes = (uint32_t)SWAP_PAGE << data[CHUNK] % 5,
                                  .apps = 1 + data[APPS] % SWAP_DRIVE_APPS,
                                  .victims = (swap_victims)(data[VICTIMS] % SWAP_VICTIMS),
                                  .policy = (swap_policy)(data[POLICY] % SWAP_POLICIES),
                                  .seed = data[SEED]};
    if (swap_drive_open(&d, &options, data[FAILURES] & 1, data[SEED], &err) != POISE_OK) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    d.input = data + HEADER;
    d.n_input = size - HEADER;
    d.checks = fuzz_checks;
    if (!swap_drive_run(&d, fuzz_steps(data, size, data[OPERATIONS], 1))) {
        fprintf(stderr, "%s\n", d.broken);
        abort();
    }
    swap_drive_close(&d);
    return 0;
}

#include "fuzz/replay.h"
