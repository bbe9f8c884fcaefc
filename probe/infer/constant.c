/* The constant cache: all items of a warp go round a ring of constants (Wong et al., ISPASS 2010; Jia et al.
 * 2018). */
#include "probe/infer/asking.h"

#include <math.h>

enum {
    STRIDE = 64 /* bytes: no line of a constant cache is known to us to be shorter */,
    LOADS = 16,
    LEAST = 1024
};

typedef struct constants {
    probe_chain ring;
    asking_span small; /* time of a load from the smallest ring */
} constants;

/* Time of a load after the ring of `bytes` has been gone round. */
static int time_ring(asking *a, constants *c, uint64_t bytes, asking_span *load, poise_error *err)
{
    int code =
        probe_chain_walk(&c->ring, (probe_walk){.stride = STRIDE, .n = (uint32_t)(bytes / STRIDE)}, err);
    probe_launch launch = {.kernel = "constant_chase",
                           .groups = 1,
                           .group = asking_lanes(a),
                           .number = {(uint32_t)(bytes / STRIDE / LOADS)},
                           .is_constant = true,
                           .chain = &c->ring};
    if (code == POISE_OK)
        code = asking_each(a, &launch, &launch.number[0], load, err);
    if (code == POISE_OK)
        *load = asking_over(*load, LOADS);
    return code;
}

/* The first ring that is slower than the smallest, 0 = none, and the last that is not. */
static int find_capacity(asking *a, constants *c, uint64_t *fits, uint64_t *slower, poise_error *err)
{
    *slower = 0;
    *fits = LEAST;
    for (uint64_t bytes = 2 * LEAST; bytes <= a->runner->constant_bytes; bytes *= 2) {
        asking_span load;
        int code = time_ring(a, c, bytes, &load, err);
        if (code != POISE_OK)
            return code;
        if (load.middle > 1.1 * c->small.middle && load.least > c->small.most) { /* a tenth: our choice */
            *slower = bytes;
            return POISE_OK;
        }
        *fits = bytes;
    }
    return POISE_OK;
}

static int tell(asking *a, constants *c, poise_error *err)
{
    uint64_t fits, slower;
    int code = time_ring(a, c, LEAST, &c->small, err);
    if (code != POISE_OK)
        return code;
    if (!asking_is_positive(c->small)) {
        code = asking_unknown(a, "constant.latency", NULL, err, "a longer chase takes no longer");
        return code == POISE_OK ? asking_unknown(a, "constant.capacity", "bytes", err, "nor has it a latency")
                                : code;
    }
    code =
        asking_found(a, "constant.latency", NULL, c->small, err,
                     "from a load to the next, round %d bytes; the arithmetic of addresses is in it", LEAST);
    if (code == POISE_OK)
        code = find_capacity(a, c, &fits, &slower, err);
    if (code != POISE_OK)
        return code;
    const double most = slower > 0 ? (double)slower - 1 : INFINITY;
    return asking_found(
        a, "constant.capacity", "bytes", (asking_span){(double)fits, (double)fits, most}, err,
        slower > 0 ? "loads round %llu bytes are as fast as round the fewest, and slower round twice as "
                     "many"
                   : "loads round %llu bytes, the most there are, are as fast as round the fewest",
        (unsigned long long)fits);
}

int infer_constant(asking *a, poise_error *err)
{
    constants c = {0};
    int code = tell(a, &c, err);
    probe_chain_free(&c.ring);
    return code;
}
