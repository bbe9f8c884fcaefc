/* Small deterministic traces for tests and benchmarks, made directly in memory.
 *
 * Every warp runs the same three basic blocks:
 *     0  int    r0 <-                         (address)
 *     1  ld.global r1 <- r0; alu_per_load times fp r2 <- r1 (the first) or r2; stores_per_load times
 *        st.global <- r2 (or r1); branch <- r2 (or r1)
 *     2  exit
 * block 1 once per iteration. So the loop branch waits for the ALU chain, the chain for the load, and a warp
 * has one load under way at a time: a warp executes 2 + iterations * (2 + alu_per_load + stores_per_load)
 * instructions. Every store writes a whole line that no other warp touches. */
#ifndef POISE_TRACE_SYNTHETIC_H
#define POISE_TRACE_SYNTHETIC_H

#include "trace/trace.h"

typedef struct trace_synthetic {
    uint32_t thread_blocks;     /* 1..2^20 */
    uint32_t threads_per_block; /* 1..TRACE_MAX_BLOCK_THREADS; a last partial warp has fewer active lanes */
    uint32_t iterations;        /* loads per warp, 1..2^20; trace_make_reuse: walks over the footprint */
    uint32_t alu_per_load;      /* dependent single-precision instructions after each load, 0..4096 */
    uint32_t stores_per_load;   /* 0..64 */
    uint32_t lines_per_load;    /* 1..32 lines of one load: 4-byte words dealt evenly to lines */
    uint32_t footprint_lines;   /* reuse: lines private to each warp, a multiple of lines_per_load;
                                   random: lines shared by all warps, at least lines_per_load */
    uint32_t pages;             /* ll, hl, hh: pages of 4 KB of the set, 0 = 96, 320, 16384; up to 2^20 */
    uint32_t visit; /* ll, lh, hl, hh: loads of a warp in a page that it visits, 0 = 32, 32, 1, 2 */
    uint64_t seed;  /* random, ll, hl, hh */
    uint32_t registers_per_thread, shared_bytes_per_block; /* for occupancy */
} trace_synthetic;

/* Every line once: iteration i of warp w loads lines (i * n_warps + w) * lines_per_load onwards. */
int trace_make_stream(warp_trace *trace, const trace_synthetic *shape, poise_error *err);

/* Every warp walks its own `footprint_lines` lines `iterations` times, lines_per_load at a time: with an
 * infinite cache the hit rate is (iterations - 1) / iterations, all of it intra-warp. */
int trace_make_reuse(warp_trace *trace, const trace_synthetic *shape, poise_error *err);

/* Every warp loads the one line of its own over and over: compute-bound for a large alu_per_load. */
int trace_make_compute(warp_trace *trace, const trace_synthetic *shape, poise_error *err);

/* Every load touches `lines_per_load` distinct lines, drawn from `footprint_lines` shared ones by `seed`. */
int trace_make_random(warp_trace *trace, const trace_synthetic *shape, poise_error *err);

/* The four classes of programs of MASK by the miss rates of L1 and L2 TLB, low below 20 % (thesis of
 * Ausavarungnirun, 2017, section 6.5 and Table 6.2), for the TLBs of its Table 6.1, 64 and 512 entries; the
 * shapes are our choice. The lines of a load lie in one page.
 *   ll  low, low    each warp visits pages drawn from a set a half larger than an L1 TLB, for long
 *   lh  low, high   a stream: two warps share each page for long, and nobody comes back
 *   hl  high, low   each load in another page of a set larger than an L1 TLB and smaller than the L2 TLB
 *   hh  high, high  pages drawn from a set much larger than the L2 TLB; all warps of a block visit the same
 */
int trace_make_ll(warp_trace *trace, const trace_synthetic *shape, poise_error *err);
int trace_make_lh(warp_trace *trace, const trace_synthetic *shape, poise_error *err);
int trace_make_hl(warp_trace *trace, const trace_synthetic *shape, poise_error *err);
int trace_make_hh(warp_trace *trace, const trace_synthetic *shape, poise_error *err);

/* All: POISE_USAGE names the parameter that is out of range, POISE_FAILED means no memory. The caller
 * frees `trace` with warp_trace_free. trace->hash is a hash of the words, not that of a file. */

/* Replaces the buffer events of a trace that is in memory: a program that created its buffers before the
 * launch, one for each run of consecutive pages of 2 MiB that the kernel touches, in order of address. */
int trace_add_buffers(warp_trace *trace, poise_error *err);

#endif
