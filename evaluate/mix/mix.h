/* Mixes: programs side by side on one machine (sim/mix.h), the SMs that each has, and CPU programs beside
 * them. */
#ifndef POISE_EVALUATE_MIX_MIX_H
#define POISE_EVALUATE_MIX_MIX_H

#include "common/hash.h"
#include "sim/sim.h"
#include "trace/files.h"

/* The SMs that somebody asks for. */
typedef struct evaluate_sms {
    uint32_t n;     /* 0 = an equal share of what is left */
    uint32_t first; /* used when is_placed; otherwise the first that are free */
    bool is_placed;
} evaluate_sms;

typedef struct evaluate_mix_program {
    char *name, *folder;
    trace_files files; /* launches, in order; none where results were read */
    size_t n_launches;
    evaluate_sms sms;
    /* evaluate_mix_describe: of the contents of all launches; empty and 0 before it. */
    char hash[POISE_HASH_TEXT];
    uint64_t warp_insts;
} evaluate_mix_program;

/* The program of a CPU core. */
typedef struct evaluate_mix_cpu {
    char *name, *path;
    uint64_t instructions;      /* as many of them, and what these ask for, run; 0 = all */
    char hash[POISE_HASH_TEXT]; /* likewise */
    uint64_t all_instructions;
} evaluate_mix_cpu;

typedef struct evaluate_mix {
    char *name; /* NULL = it has none */
    size_t n;
    evaluate_mix_program *programs;
    size_t n_cpus;
    evaluate_mix_cpu *cpus;
} evaluate_mix;

/* Cuts "@8" or "@0-7" off the end of `word`, which names traces, and stores what it asks for; without it n =
 * 0. An empty range is POISE_USAGE. */
int evaluate_sms_split(char *word, evaluate_sms *sms, poise_error *err);
/* Appends the program whose launches are the traces of `folder`. */
int evaluate_mix_add(evaluate_mix *mix, const char *folder, const evaluate_sms *sms, poise_error *err);
/* Appends a CPU core that runs the program of a .cpu file. More than SIM_MOST_CPUS are POISE_USAGE. */
int evaluate_mix_add_cpu(evaluate_mix *mix, const char *path, poise_error *err);
/* The first trace of each program, [n], malloc'ed; NULL without memory. */
const char **evaluate_mix_traces(const evaluate_mix *mix);
/* A zeroed one is fine. */
void evaluate_mix_free(evaluate_mix *mix);

/* Programs, then CPU cores. */
static inline size_t evaluate_mix_parties(const evaluate_mix *mix)
{
    return mix->n + mix->n_cpus;
}
/* One of them with the machine to itself; borrows all from the mix. */
evaluate_mix evaluate_mix_only(const evaluate_mix *mix, size_t party);

/* Reads all files of n mixes, each once, to learn their hashes and sizes; they are not kept. */
int evaluate_mix_describe(evaluate_mix *mixes, size_t n, poise_error *err);

/* SMs first .. first + n - 1. */
typedef struct evaluate_range {
    uint32_t first, n;
} evaluate_range;

/* Deals `sms` SMs to the programs: first to those that name them, then to those that name a number, then
 * equal shares of the rest, of which the first programs have one more when it does not divide. POISE_USAGE
 * when there are not enough. */
int evaluate_mix_partition(const evaluate_mix *mix, uint32_t sms, evaluate_range *ranges, poise_error *err);

#endif
