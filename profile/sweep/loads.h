/* The search for the best schedule of a launch beyond its warp-tuple: {N, p} and a set of load instructions
 * that allocate nothing (docs/BEYOND.md). All rules here are our choice.
 *
 * Looked at are the loads that ask the L1 for at least 1 % of the lines of all loads, at most 16. The
 * adaptive search begins when the plane is measured, at (W, W), the best N = p and the best {N, p}: there it
 * adds the load without whose lines the launch is fastest, again and again; from all loads at the best N = p
 * it takes loads away in the same way. Each set that was found is tried at every N = p of the coarse grid,
 * the best one then with every p. From there it goes on downhill: N to the values beside it, p to the values
 * beside it, each load added or taken away, until nothing is 0.1 % faster. At most 160 simulations; `poise
 * profile --loads full` measures every set at the coarse grid, which tells what the search has missed.
 *
 * A search has no state but what is measured: what comes next is a function of it. */
#ifndef POISE_PROFILE_SWEEP_LOADS_H
#define POISE_PROFILE_SWEEP_LOADS_H

#include "profile/profile.h"
#include "trace/trace.h"

typedef enum sweep_loads {
    SWEEP_LOADS_NONE,
    SWEEP_LOADS_ADAPTIVE,
    SWEEP_LOADS_FULL, /* every set of the five loads that ask for most lines, at the coarse grid */
} sweep_loads;

/* The names in the order of the enum, for an option table. */
#define SWEEP_LOADS_CHOICES "none|adaptive|full"
extern const char *const sweep_loads_names[];

/* Finds the loads of a launch: kernel->loads, malloc'ed, and room for the sets that may be measured. */
int sweep_loads_find(profile_kernel *kernel, const warp_trace *trace, sweep_loads mode, uint32_t least_p,
                     poise_error *err);
/* Gives the loads their lines of the source that lies beside the trace `path`; without one they stay "". A
 * source that is another one is warned of. */
void sweep_loads_quote(profile_kernel *kernel, const char *path, const trace_header *header);
/* Sets that are measured, at most. */
size_t sweep_loads_most(sweep_loads mode, uint32_t warps, uint32_t n_loads, uint32_t least_p);

/* Appends the sets to measure next, with no cycles yet, to those of the kernel, whose plane and other sets
 * are measured; returns their number, 0 at the end. */
size_t sweep_loads_next(sweep_loads mode, profile_kernel *kernel, uint32_t least_p);

#endif
