/* What an SM and the memory system deliver in a time, found by launches that keep one part of them busy
 * (Wong et al., Demystifying GPU Microarchitecture through Microbenchmarking, ISPASS 2010; Mei and Chu,
 * Dissecting GPU Memory Hierarchy through Microbenchmarking, TPDS 2017; Jia et al., Dissecting the NVIDIA
 * Volta GPU Architecture via Microbenchmarking, 2018). Nothing is known of the machine but times; what does
 * not follow from them is said to be unknown. */
#ifndef POISE_PROBE_INFER_THROUGHPUT_H
#define POISE_PROBE_INFER_THROUGHPUT_H

#include "probe/finding.h"
#include "probe/runner.h"

/* Told what is asked next, of how many parts how many are done; NULL = nobody is. */
typedef void probe_throughput_progress(void *user, const char *part, uint32_t done, uint32_t parts);

/* Appends, in the runner's unit of time:
 *
 *     sm.lanes                   work-items of a warp
 *     sm.count                   SMs
 *     sm.groups, sm.warps        thread blocks and warps that an SM holds at once
 *     issue.int, .float, .special, .shared
 *                                warp instructions of a class that an SM executes in a unit of time, of
 * kernels that do little else: what fetch and registers hold up is in it shared.latency             of a load
 * from shared memory that needs the one before shared.banks               of words shared.conflict time of
 * each further access to a bank constant.latency, constant.capacity l1.mshrs                   misses of an
 * SM that can be under way; only a least number where the L1 may have had no more lines l1.bandwidth bytes in
 * a unit of time, of one SM l2.bandwidth, memory.bandwidth what all SMs get, crossbar included; without an
 * upper end where half of the SMs get less, as then it is they who bound it memory.copy                bytes
 * read and written memory.latency             of a load, nobody else loading memory.latency_under_load  while
 * all SMs stream atomics.rate, atomics.rate_apart operations of work-items on one word, and on a word each
 *
 * each with a range or as not identifiable, always with its evidence. POISE_FAILED: a launch that fails, no
 * memory; what was found before stays in `findings`. */
int probe_infer_throughput(probe_runner *runner, probe_findings *findings, poise_error *err);
int probe_infer_throughput_and_tell(probe_runner *runner, probe_throughput_progress *progress, void *user,
                                    probe_findings *findings, poise_error *err);

#endif
