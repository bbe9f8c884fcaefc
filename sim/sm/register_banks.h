/* The register banks of an SM: a bank serves one read or write a turn in order of request, a write first.
 * Times are computed when an instruction enters its collector unit (operands.h). What is done here is
 * compiled twice: `whole` is true of a machine without sub-cores, common collectors and register ports, whose
 * turns are cycles. Source: opndcoll_rfu_t::arbiter_t, register_bank() [GS]. */
#ifndef POISE_SIM_SM_REGISTER_BANKS_H
#define POISE_SIM_SM_REGISTER_BANKS_H

#include "sim/sm/program.h"

#include <stdbool.h>
#include <stdint.h>

enum { REGISTER_MAX_BANKS = 64 };
/* Writes are booked this many cycles ahead; later ones meet no read by plan (our choice). */
enum { REGISTER_HORIZON = 64 };

typedef struct register_banks {
    uint32_t part_mask;  /* sub-cores, a power of two, minus one; a warp's is the number of its scheduler */
    uint32_t turn_shift; /* 2^this turns a cycle */
    uint32_t mask;       /* number of banks of a sub-core, a power of two, minus one */
    uint32_t shift;      /* 2^this banks */
    uint64_t next_read[REGISTER_MAX_BANKS]; /* turn */
    struct bank_writes {
        uint64_t cycle; /* results written in this cycle */
        uint64_t banks; /* go to these banks, a mask */
    } writes[REGISTER_HORIZON];
} register_banks;

static inline __attribute__((always_inline)) uint32_t bank_of(const register_banks *banks, uint32_t reg,
                                                              uint32_t warp, bool whole)
{
    const uint32_t bank = (reg + warp) & banks->mask;
    return whole ? bank : bank | (warp & banks->part_mask) << banks->shift;
}

/* Whether a result goes to the bank in this turn: writes take the first of a cycle. */
static inline __attribute__((always_inline)) bool bank_is_written(const register_banks *banks, uint32_t bank,
                                                                  uint64_t turn, bool whole)
{
    const uint64_t cycle = whole ? turn : turn >> banks->turn_shift;
    const struct bank_writes *writes = &banks->writes[cycle % REGISTER_HORIZON];
    return (writes->cycle == cycle) & (writes->banks >> bank & 1) &
           (whole || cycle << banks->turn_shift == turn); /* one branch, hardly ever taken */
}

/* Reads the operands of `inst` for hardware warp `warp`, whose collector unit is entered in turn `entered`.
 * Returns the turn in which it may be left. */
static inline __attribute__((always_inline)) uint64_t
banks_read(register_banks *banks, const program_inst *inst, uint32_t warp, uint64_t entered, bool whole)
{
    uint64_t last = entered;
    for (uint32_t i = 0; i < inst->n_sources; i++) {
        uint32_t bank = bank_of(banks, inst->reg[i], warp, whole);
        uint64_t turn = banks->next_read[bank] > entered ? banks->next_read[bank] : entered + 1;
        while (bank_is_written(banks, bank, turn, whole))
            turn++;
        banks->next_read[bank] = turn + 1;
        last = turn > last ? turn : last;
    }
    return last + 1;
}

/* A result is written to `reg` of `warp` in cycle `when`, as is known in cycle `now`. */
static inline __attribute__((always_inline)) void
banks_write(register_banks *banks, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when, bool whole)
{
    if (when - now >= REGISTER_HORIZON)
        return;
    struct bank_writes *writes = &banks->writes[when % REGISTER_HORIZON];
    uint64_t bit = 1ull << bank_of(banks, reg, warp, whole);
    writes->banks = writes->cycle == when ? writes->banks | bit : bit;
    writes->cycle = when;
}

/* It is not written then. */
static inline void banks_withdraw(register_banks *banks, uint32_t reg, uint32_t warp, uint64_t when)
{
    struct bank_writes *writes = &banks->writes[when % REGISTER_HORIZON];
    if (writes->cycle == when)
        writes->banks &= ~(1ull << bank_of(banks, reg, warp, false));
}

#endif
