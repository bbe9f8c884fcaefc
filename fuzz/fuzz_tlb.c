/* tlb policies under streams that the input chooses: the first bytes name a policy, its sizes and what
 * the requests are like, all others are choices of the stream, which goes on at random. Every request must be
 * answered once, from its own address space, by a walk in order of depth (tests/tlb_drive.h). */
#include "fuzz/steps.h"
#include "tests/tlb_drive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { POLICY, SIZE, CYCLES, PAGES, NEAR, MISSING, LARGE, CHANGES, LATENCY, SEED, HEADER };

static const char *const sizes[] = {"", ":l1=1:l1_large=0:ways=2:ports=1:latency=1:mshrs=2:walks=1",
                                    ":l1=8:latency=133:level1=5:level2=5:level3=5:level4=5"};

static void run(const policy_info *policy, const uint8_t *data, size_t size)
{
    static tlb_drive d;
    poise_error err;
    char string[200];
    const tlb_stream stream = {.pages = 1u + data[PAGES] * (TLB_DRIVE_PAGES - 1u) / 255,
                               .near = data[NEAR] % 101,
                               .missing = data[MISSING] % 101,
                               .large = data[LARGE] % 101,
                               .changes = data[CHANGES],
                               .latency = 1u + data[LATENCY]};
    snprintf(string, sizeof string, "%s%s", policy->name,
             policy->n_options ? sizes[data[SIZE] % (sizeof sizes / sizeof *sizes)] : "");
    if (tlb_drive_open(&d, string, NULL, data[SEED], &stream, &err)) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    d.input = data + HEADER;
    d.n_input = size - HEADER;
    if (!tlb_drive_run(&d, fuzz_steps(data, size, data[CYCLES], 4))) {
        fprintf(stderr, "%s\n", d.broken);
        abort();
    }
    tlb_drive_close(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n = 1; /* there is at least one */
    if (size < HEADER)
        return 0;
    while (policy_builtin(POLICY_TLB, n))
        n++;
    run(policy_builtin(POLICY_TLB, data[POLICY] % n), data, size);
    return 0;
}

#include "fuzz/replay.h"
