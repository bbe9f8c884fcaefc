/* Priorities that lie beside programs: the policy vm:gpuswap:priorities=beside has those that `poise profile
 * --buffers --priorities beside` has left in the folder of each program's traces (swap/swap_priorities.h),
 * those of chunks with pick=chunks. */
#ifndef POISE_EVALUATE_BESIDE_H
#define POISE_EVALUATE_BESIDE_H

#include "common/hash.h"
#include "sim/sim.h"

/* The policies for programs whose first traces are `traces`, in the order of the programs: *vm is malloc'ed,
 * stands in the policies from now on and names the files; it is NULL where nothing lies beside programs. With
 * n = 0, of no programs, such as to see whether a machine can be made: without priorities. POISE_USAGE: a
 * folder whose name cannot stand in a policy string; POISE_FAILED: there is no such file, or no memory. */
int evaluate_beside(sim_policies *policies, char **vm, const char *const *traces, size_t n, poise_error *err);

/* Identity of the files, "" where none are used: results depend on them. */
int evaluate_beside_hash(const policy_scheme *scheme, const char *const *traces, size_t n,
                         char text[POISE_HASH_TEXT], poise_error *err);

#endif
