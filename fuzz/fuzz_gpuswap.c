/* vm:gpuswap under what programs do as the input chooses: the first bytes are options, all others choices of
 * allocations, frees, launches, accesses, ends and time, which go on at random. Copies fail and memory of the
 * host ends where the options say so. Everything is checked after steps (fuzz/steps.h,
 * tests/unit/sim_hooks/gpuswap_drive.h). */
#include "fuzz/steps.h"
#include "tests/unit/sim_hooks/gpuswap_drive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY, HOST, CHUNK, PICK, VICTIM, FAIL, RETURN, PERIOD, TIMES, STEPS, SEED, HEADER };

static void label_of(const uint8_t *data, char *label, size_t room)
{
    static const char *const picks[] = {"priority", "random", "chunks", "sampling", "reverse", "lru", "nfu"};
    static const char *const victims[] = {"memory", "accesses", "performance"};
    snprintf(
        label, room,
        "gpuswap:memory=%d:host=%d:chunk=%d:pick=%s:victim=%s:fail=%d:return_us=%d:period_us=%d:setup_us=%d:"
        "flush=%d:seed=%d:large=%d",
        1 + data[MEMORY] % 4, data[HOST] < 128 ? 0 : data[HOST] % 8, 4 << data[CHUNK] % 9,
        picks[data[PICK] % 7], victims[data[VICTIM] % 3], data[FAIL] % 8,
        data[RETURN] % 4 ? 1000 * data[RETURN] : 0, 50 + 500 * data[PERIOD], data[TIMES] & 1 ? 38 : 0,
        data[TIMES] & 2 ? 1000 : 0, data[SEED], data[TIMES] >> 2 & 1);
}

/* Priorities of some buffers and chunks, as a file would have them; without memory for them there are none.
 */
static void give_priorities(gpuswap *s, uint8_t seed)
{
    enum { LINES = 64, PART = MB / 4 };
    s->priorities.buffer = calloc(LINES, sizeof *s->priorities.buffer);
    s->priorities.n = s->priorities.buffer ? LINES : 0;
    for (size_t i = 0; i < s->priorities.n; i++)
        s->priorities.buffer[i] = (swap_buffer_priority){.address = FIRST * PAGE + i * PART,
                                                         .bytes = PART,
                                                         .app = SWAP_ANY_APP,
                                                         .priority = (uint8_t)(i * i * 7 + seed)};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char label[256];
    if (size < HEADER)
        return 0;
    setenv("CMOCKA_TEST_ABORT", "1", 0); /* what does not hold is a crash */
    label_of(data, label, sizeof label);
    script_begin(label);
    give_priorities(script_state(), data[SEED]);
    drive_begin(data + HEADER, size - HEADER, data[SEED]);
    drive.checks = fuzz_checks;
    drive_run(fuzz_steps(data, size, data[STEPS], 1));
    script_end();
    return 0;
}

#include "fuzz/replay.h"
