/* What poise_hie_step() does with random kernels, as lines for hie_bench.v. */
#ifndef TESTS_ORACLE_INFER_COURSES_H
#define TESTS_ORACLE_INFER_COURSES_H

#include "tests/oracle/infer/vectors.h"

/* The bits of a state machine's registers. */
typedef struct course_widths {
    unsigned warp_bits, counter_bits;
} course_widths;

/* Stretches between two steps, kernels of random warps that end anywhere. A line in hexadecimal: warps of the
 * kernel that begins, or 0; state, N, p; cycles of the stretch; the seven counters at its end. */
static inline void print_course(FILE *out, const poise_hie_parameters *parameters,
                                const poise_weights *weights, course_widths widths, unsigned stretches,
                                uint64_t seed)
{
    poise_random random;
    poise_random_seed(&random, seed);
    poise_hie hie;
    const uint32_t most = widths.counter_bits < 32 ? (UINT32_C(1) << widths.counter_bits) - 1 : UINT32_MAX;
    const uint64_t warps = widths.warp_bits < 7 ? (UINT64_C(1) << widths.warp_bits) - 1 : POISE_MAX_WARPS;
    bool begins = true;
    for (unsigned i = 0; i < stretches; i++) {
        if (begins)
            poise_hie_reset(&hie, parameters, 1 + (unsigned)poise_random_below(&random, warps));
        uint64_t cycles = poise_hie_next(&hie);
        poise_sample window =
            poise_random_below(&random, 8) > 0 ? plausible_sample(&random) : corner_window(&random);
        if (poise_random_below(&random, 4) == 0)
            window.instructions = 1000;          /* equally fast points */
        if (poise_random_below(&random, 8) == 0) /* I_n = I_max, or just above it */
            window.instructions = parameters->max_instructions_per_load * window.global_loads + (i & 1);
        window.instructions = window.instructions < most ? window.instructions : most;
        window.global_loads = window.global_loads < most ? window.global_loads : most;
        fprintf(out, "%x %x %x %x ", begins ? hie.warps : 0u, hie.state, hie.n, hie.p);
        begins = poise_random_below(&random, 200) == 0;
        if (begins)
            cycles = 1 + poise_random_below(&random, cycles);
        fprintf(out, "%" PRIx64 " ", cycles);
        print_window(out, &window);
        fputc('\n', out);
        poise_hie_step(&hie, parameters, weights, &window);
    }
}

#endif
