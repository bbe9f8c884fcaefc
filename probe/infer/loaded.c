/* Latency while all SMs stream. A device has no clock that a kernel could read, so it follows from whole
 * launches: one group chases for longer than the others stream, and while they do it gets on more slowly. If
 * they stream for D longer the launch is longer by D (1 - L / L'), where L is the latency alone and L' that
 * beside them (our choice; Mei and Chu, TPDS 2017, read the clock). */
#include "probe/infer/asking.h"

#include <math.h>

enum { FAR = 4096 + 128, FAR_STEPS = 1 << 14, STEPS = 3, ROUNDS = 16 };
#define MOST_SHARE 0.95 /* of D: L' would be twenty times L, with an error as large (our choice) */

/* Times of launches whose groups stream for x, 2x and 3x rounds. */
static int time_steps(asking *a, probe_launch launch, asking_span time[STEPS], poise_error *err)
{
    const uint32_t x = launch.number[1];
    int code = POISE_OK;
    for (uint32_t i = 0; i < STEPS && code == POISE_OK; i++) {
        launch.number[1] = (i + 1) * x;
        code = asking_time(a, &launch, &time[i], err);
    }
    return code;
}

/* The latency beside streams between two launches; NAN: their share is out of range. */
static double beside(double alone, const asking_span *streams, const asking_span *both)
{
    const double share = (both[1].middle - both[0].middle) / (streams[1].middle - streams[0].middle);
    return share >= 0 && share < MOST_SHARE ? alone / (1 - share) : NAN;
}

static int tell(asking *a, probe_launch launch, poise_error *err)
{
    static const char name[] = "memory.latency_under_load";
    asking_span streams[STEPS], both[STEPS];
    launch.number[3] = 0;
    int code = time_steps(a, launch, streams, err);
    if (code != POISE_OK)
        return code;
    launch.number[3] = (uint32_t)(1.5 * streams[STEPS - 1].most / a->latency.middle) + 16;
    code = time_steps(a, launch, both, err);
    if (code != POISE_OK)
        return code;
    const double first = beside(a->latency.middle, streams, both),
                 second = beside(a->latency.middle, streams + 1, both + 1);
    if (isnan(first) || !(fmax(first, second) < 1.5 * fmin(first, second))) /* our choice */
        return asking_unknown(a, name, NULL, err,
                              "what streams add to a chase of %u loads does not tell how much slower it was",
                              launch.number[3]);
    return asking_found(
        a, name, NULL, (asking_span){fmin(first, second), first, fmax(first, second)}, err,
        "one group chases %u loads while %u stream; it loses %.0f %% of the time that they take",
        launch.number[3], launch.groups - 1, 100 * (1 - a->latency.middle / first));
}

int infer_loaded(asking *a, poise_error *err)
{
    probe_chain ring = {0};
    asking_span each;
    if (!asking_is_positive(a->latency) || a->sms == 0)
        return asking_unknown(a, "memory.latency_under_load", NULL, err,
                              "the latency of memory or the number of SMs is missing");
    probe_launch launch = infer_stream(a);
    launch.number[1] = ROUNDS;
    const uint64_t base = ((uint64_t)launch.number[0] + 1) * 16;
    int code = probe_chain_walk(&ring, (probe_walk){.base = base, .stride = FAR, .n = FAR_STEPS}, err);
    launch.chain = &ring;
    if (code == POISE_OK) {
        probe_chain_shuffle(&ring, 2);
        code = asking_each(a, &launch, &launch.number[1], &each, err);
    }
    if (code == POISE_OK)
        code = tell(a, launch, err);
    probe_chain_free(&ring);
    return code;
}
