/* What DAWS knows of the loops of a kernel, and how it finds out: which loads a loop has, whether a load is
 * memory-divergent, which loads touch the same lines, whether warps use their lines again. Source: Rogers et
 * al., "Divergence-Aware Warp Scheduling", MICRO 2013 [D], Detected-DAWS. Sizes and limits of counters
 * without a source are our choice. */
#ifndef POISE_SIM_HOOKS_DAWS_LOOPS_H
#define POISE_SIM_HOOKS_DAWS_LOOPS_H

#include "sim_hooks/sched.h"

enum {
    DAWS_LOOPS = 16,
    DAWS_LOADS = 32, /* up to 26 were needed [D] */
    DAWS_NONE = 255,
    DAWS_REPEAT_SETS = 8, /* of the repetition detector: 64 entries [D] */
    DAWS_REPEAT_WAYS = 8,
};

typedef struct daws_load {
    uint32_t pc;
    int8_t divergence; /* grows when a load of more than two lanes touches more than two lines, falls else */
    uint8_t loop;      /* the innermost one */
    uint8_t repeats;   /* loads with equal numbers touch the same lines */
    uint8_t most;      /* lines that it has touched at once */
} daws_load;

/* Instructions begin to end, the last included. */
typedef struct daws_loop {
    uint32_t begin, end;
    int8_t locality; /* grows with every line used again, or lost before that, by its warp; falls else */
    uint8_t sampler; /* the warp that is watched */
    uint8_t load;    /* its last load, with lines touched so far */
    uint8_t lines, lanes;
} daws_loop;

/* A line that a sampled warp has touched in this iteration. */
typedef struct daws_touch {
    uint64_t line; /* line number + 1, 0 = empty */
    uint64_t used;
    uint8_t load, warp;
} daws_touch;

typedef struct daws_loops {
    uint32_t n_loops, n_loads;
    daws_loop loop[DAWS_LOOPS];
    daws_load load[DAWS_LOADS];
    daws_touch touch[DAWS_REPEAT_SETS][DAWS_REPEAT_WAYS];
    uint64_t touches;
} daws_loops;

/* The innermost loop around `pc`, DAWS_NONE = none. */
uint8_t daws_loop_at(const daws_loops *l, uint32_t pc);
/* The first loop that begins behind `pc` and whose warps use lines again. */
uint8_t daws_loop_after(const daws_loops *l, uint32_t pc);
/* Whether the begin of loop `inner` lies in loop `outer`. */
bool daws_encloses(const daws_loops *l, uint8_t outer, uint8_t inner);
/* Whether one loop encloses both `pc` and loop `inner`. */
bool daws_share_loop(const daws_loops *l, uint32_t pc, uint8_t inner);
/* Predicted footprint in lines of a warp with `lanes` active lanes: per group of loads a line for each lane
 * if one of them is divergent, otherwise two lines, and one line for a single lane. `seen`: a divergent group
 * has no more lines than one of its loads has been seen to touch (our extension). */
uint32_t daws_footprint(const daws_loops *l, uint8_t loop, uint32_t lanes, bool seen);

/* ---- learning ---- */
/* A warp has jumped back from `from` to `to`: the two are (from now on) in one loop that begins at `to`. */
void daws_learn_loop(daws_loops *l, uint32_t to, uint32_t from);
void daws_learn_load(daws_loops *l, uint32_t pc);
/* The warp enters the block at `pc`; a loop without a sampler that begins there takes it if it has at least
 * `least_lanes`. */
void daws_sample_block(daws_loops *l, uint32_t warp, uint32_t pc, uint32_t lanes, uint32_t least_lanes);
/* A line of a load; `again`: used again by the warp that brought it in, or lost before it was. */
void daws_sample_access(daws_loops *l, const sched_access *access, uint32_t lanes, bool again);
/* The warp has ended. */
void daws_sample_end(daws_loops *l, uint32_t warp);

/* Bits in hardware: load classes, loop counters, repetition detector. */
uint64_t daws_loops_bits(uint32_t warps);

#endif
