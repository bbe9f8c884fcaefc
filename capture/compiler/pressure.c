#include "capture/compiler/pressure.h"

#include "trace/trace.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

/* Sets of registers as bit rows, one row per block: registers live where the block begins. */
typedef struct liveness {
    const capture_flow *flow;
    const capture_registers *registers;
    size_t row_words;
    uint64_t *at_begin; /* n_blocks rows */
    uint64_t *live;     /* one row: the set while walking a block backwards */
} liveness;

static uint64_t *row_of(const liveness *l, size_t block)
{
    return l->at_begin + block * l->row_words;
}

static void set_bit(uint64_t *row, uint16_t number, bool value)
{
    uint64_t bit = UINT64_C(1) << (number & 63);
    uint64_t *word = &row[number >> 6];
    *word = value ? *word | bit : *word & ~bit;
}

static uint32_t live_words(const liveness *l)
{
    uint32_t words = 0;
    for (size_t i = 0; i < l->row_words; i++) {
        for (uint64_t rest = l->live[i]; rest; rest &= rest - 1)
            words += l->registers->words[i * 64 + (size_t)__builtin_ctzll(rest)];
    }
    return words;
}

/* A phi whose input on this edge is a constant or an argument is set on the edge: not live before it. */
static void drop_phis_set_on_edge(liveness *l, size_t from, size_t to)
{
    for (size_t i = l->flow->first_inst[to]; i < l->flow->first_inst[to + 1]; i++) {
        LLVMValueRef phi = l->flow->inst[i];
        if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
            return;
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
            if (LLVMGetIncomingBlock(phi, k) == l->flow->block[from] &&
                capture_register_of(l->registers, LLVMGetIncomingValue(phi, k)) == TRACE_NO_REGISTER)
                set_bit(l->live, capture_register_of(l->registers, phi), false);
        }
    }
}

/* Live at the end of a block = live at the begin of any successor; a phi shares the register of its inputs.
 */
static void join_successors(liveness *l, size_t block)
{
    memset(l->live, 0, l->row_words * sizeof *l->live);
    for (size_t e = l->flow->first_edge[block]; e < l->flow->first_edge[block + 1]; e++) {
        const uint64_t *next = row_of(l, l->flow->edge[e]);
        for (size_t i = 0; i < l->row_words; i++)
            l->live[i] |= next[i];
        drop_phis_set_on_edge(l, block, l->flow->edge[e]);
    }
}

/* Steps the live set backwards over one instruction. A phi reads in its predecessors: it keeps its register
 * live, and so does a free instruction, which shares the register of its operands. */
static void step_back(liveness *l, size_t i)
{
    LLVMValueRef instruction = l->flow->inst[i];
    uint16_t written = capture_register_of(l->registers, instruction);
    if (written != TRACE_NO_REGISTER && !l->flow->operation[i].is_free)
        set_bit(l->live, written, false);
    if (LLVMGetInstructionOpcode(instruction) == LLVMPHI) {
        set_bit(l->live, written, true);
        return;
    }
    for (int k = 0; k < LLVMGetNumOperands(instruction); k++) {
        uint16_t read = capture_register_of(l->registers, LLVMGetOperand(instruction, (unsigned)k));
        if (read != TRACE_NO_REGISTER)
            set_bit(l->live, read, true);
    }
}

/* Recomputes the row of a block; raises *peak. Returns whether the row has grown. */
static bool update_block(liveness *l, size_t block, uint32_t *peak)
{
    join_successors(l, block);
    for (size_t i = l->flow->first_inst[block + 1]; i > l->flow->first_inst[block]; i--) {
        step_back(l, i - 1);
        uint32_t words = live_words(l);
        *peak = words > *peak ? words : *peak;
    }
    uint64_t *row = row_of(l, block);
    bool changed = memcmp(row, l->live, l->row_words * sizeof *row) != 0;
    memcpy(row, l->live, l->row_words * sizeof *row);
    return changed;
}

int capture_register_pressure(const capture_flow *flow, const capture_registers *registers,
                              uint32_t *pressure, poise_error *err)
{
    liveness l = {.flow = flow, .registers = registers, .row_words = registers->n_registers / 64 + 1};
    l.at_begin = calloc(flow->n_blocks * l.row_words, sizeof *l.at_begin);
    l.live = calloc(l.row_words, sizeof *l.live);
    int code = POISE_OK;
    if (!l.at_begin || !l.live) {
        code =
            poise_fail(err, POISE_FAILED, "out of memory for the live values of %zu blocks", flow->n_blocks);
    } else {
        uint32_t peak = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t b = flow->n_blocks; b > 0; b--)
                changed |= update_block(&l, b - 1, &peak);
        }
        peak += CAPTURE_RESERVED_REGISTERS;
        *pressure = peak < CAPTURE_MAX_REGISTERS ? peak : CAPTURE_MAX_REGISTERS;
    }
    free(l.at_begin);
    free(l.live);
    return code;
}
