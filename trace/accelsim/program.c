#include "trace/accelsim/program.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(((trace_inst *)0)->source) == 2 * sizeof(uint64_t),
               "pack() copies two words of sources");

enum {
    FIRST_CAPACITY = 256,
    SLOTS_PER_INST = 4,      /* of capacity: at most a quarter of the slots is used */
    MOST_BLOCK_INSTS = 1024, /* bounds what a basic block holds in memory; our choice */
    INST_BYTES = 16,
    MOST_PLACES_PER_INST = 16, /* bounds the places of instructions that nobody executed; our choice */
};

/* ---- finding ---- */

enum { PACKED_WORDS = 5 };

/* All members without the padding between them, to be compared and hashed as they stand. */
static void pack(const traceg_static *inst, uint64_t packed[PACKED_WORDS])
{
    packed[0] = inst->pc;
    packed[1] = (uint64_t)inst->inst.source_line << 32 | inst->inst.destination;
    packed[2] = (uint64_t)inst->inst.n_sources << 16 | (uint64_t)inst->inst.access_bytes << 8 | inst->inst.op;
    memcpy(packed + 3, inst->inst.source, sizeof inst->inst.source);
}

static bool is_same(const traceg_static *inst, const uint64_t packed[PACKED_WORDS])
{
    uint64_t other[PACKED_WORDS];
    pack(inst, other);
    return memcmp(other, packed, sizeof other) == 0;
}

/* The slot of `inst`, or the free one where it would stand. */
static uint32_t *find_slot(const traceg_program *program, const traceg_static *inst)
{
    const uint32_t last = program->n_slots - 1;
    uint64_t packed[PACKED_WORDS];
    pack(inst, packed);
    uint32_t at = (uint32_t)poise_checksum64(packed, sizeof packed) & last;
    while (program->slots[at] != 0 && !is_same(&program->insts[program->slots[at] - 1], packed))
        at = (at + 1) & last;
    return &program->slots[at];
}

uint32_t traceg_program_find(const traceg_program *program, const traceg_static *inst)
{
    const uint32_t slot = program->n == 0 ? 0 : *find_slot(program, inst);
    return slot == 0 ? TRACEG_NOTHING : slot - 1;
}

/* ---- adding ---- */

static bool grow_array(void *array, size_t size, uint32_t capacity)
{
    void **known = array, *grown = reallocarray(*known, capacity, size);
    if (grown != NULL)
        *known = grown;
    return grown != NULL;
}

static int grow(traceg_program *program, poise_error *err)
{
    const uint32_t capacity = program->capacity == 0 ? FIRST_CAPACITY : 2 * program->capacity;
    uint32_t *slots = calloc((size_t)capacity * SLOTS_PER_INST, sizeof *slots);
    if (slots == NULL || !grow_array(&program->insts, sizeof *program->insts, capacity) ||
        !grow_array(&program->before, sizeof *program->before, capacity) ||
        !grow_array(&program->behind, sizeof *program->behind, capacity)) {
        free(slots);
        return poise_fail(err, POISE_FAILED, "no memory for %u instructions of a program", capacity);
    }
    free(program->slots);
    program->slots = slots;
    program->n_slots = capacity * SLOTS_PER_INST;
    program->capacity = capacity;
    for (uint32_t i = 0; i < program->n; i++)
        *find_slot(program, &program->insts[i]) = i + 1;
    return POISE_OK;
}

static void count_register(traceg_program *program, uint16_t number)
{
    if (number != TRACE_NO_REGISTER && number >= program->n_registers)
        program->n_registers = number + UINT32_C(1);
}

static int add(traceg_program *program, const traceg_static *inst, uint32_t *index, poise_error *err)
{
    if (program->n == TRACE_MAX_INSTS)
        return poise_fail(err, POISE_DAMAGED, "the kernel has more than %d instructions", TRACE_MAX_INSTS);
    const int code = program->n == program->capacity ? grow(program, err) : POISE_OK;
    if (code != POISE_OK)
        return code;
    *index = program->n++;
    program->insts[*index] = *inst;
    program->before[*index] = program->behind[*index] = TRACEG_NOTHING;
    *find_slot(program, inst) = *index + 1;
    count_register(program, inst->inst.destination);
    for (uint32_t i = 0; i < inst->inst.n_sources; i++)
        count_register(program, inst->inst.source[i]);
    return POISE_OK;
}

static void see(uint32_t *neighbour, uint32_t seen)
{
    *neighbour = *neighbour == TRACEG_NOTHING || *neighbour == seen ? seen : TRACEG_SEVERAL;
}

/* The beginning of a warp and a change of the mask are "several", since both need a record of their own. */
int traceg_program_execute(traceg_program *program, const traceg_static *inst, uint32_t mask,
                           poise_error *err)
{
    const bool begins = program->last_mask == 0; /* an executed instruction has a lane */
    uint32_t index = traceg_program_find(program, inst);
    const int code = index == TRACEG_NOTHING ? add(program, inst, &index, err) : POISE_OK;
    if (code != POISE_OK)
        return code;
    const bool joined = !begins && program->last_mask == mask;
    see(&program->before[index], joined ? program->last : TRACEG_SEVERAL);
    if (!begins)
        see(&program->behind[program->last], joined ? index : TRACEG_SEVERAL);
    program->last = index;
    program->last_mask = mask;
    return POISE_OK;
}

void traceg_program_end_warp(traceg_program *program)
{
    if (program->last_mask != 0)
        see(&program->behind[program->last], TRACEG_SEVERAL);
    program->last_mask = 0;
}

/* ---- dividing ---- */

static bool is_joined(const traceg_program *program, uint32_t first, uint32_t second)
{
    return program->behind[first] == second && program->before[second] == first;
}

/* An instruction where it stands in the code. */
typedef struct code_place {
    uint64_t pc;
    uint32_t index;
} code_place;

static int by_pc(const void *a, const void *b)
{
    const code_place *x = a, *y = b;
    return x->pc != y->pc ? (x->pc > y->pc) - (x->pc < y->pc) : (x->index > y->index) - (x->index < y->index);
}

/* Whether program counters tell where instructions stand among others that nobody executed: they are
 * INST_BYTES apart, as those of Volta and later are, and not too far. */
static bool tells_places(const code_place *code, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (code[i].pc % INST_BYTES != 0 || (i > 0 && code[i].pc == code[i - 1].pc))
            return false;
    return code[n - 1].pc / INST_BYTES < MOST_PLACES_PER_INST * (uint64_t)n &&
           code[n - 1].pc / INST_BYTES < TRACE_MAX_INSTS;
}

static void add_block(traceg_program *program, uint32_t first)
{
    program->blocks[program->n_blocks++] = (trace_basic_block){.first_inst = first};
}

/* Places up to `place` of instructions that nobody executed. */
static void skip_to(traceg_program *program, uint32_t place)
{
    if (program->n_places < place)
        add_block(program, program->n_places);
    for (; program->n_places < place; program->n_places++) {
        if (program->blocks[program->n_blocks - 1].n_inst == MOST_BLOCK_INSTS)
            add_block(program, program->n_places);
        program->blocks[program->n_blocks - 1].n_inst++;
    }
}

/* Instructions in the order of the code. */
static void lay(traceg_program *program, const code_place *code)
{
    const bool by_place = tells_places(code, program->n);
    for (uint32_t i = 0; i < program->n; i++) {
        const uint32_t index = code[i].index, place = program->n_places;
        skip_to(program, by_place ? (uint32_t)(code[i].pc / INST_BYTES) : place);
        const bool goes_on =
            i > 0 && program->n_places == place && is_joined(program, code[i - 1].index, index);
        if (!goes_on || program->blocks[program->n_blocks - 1].n_inst == MOST_BLOCK_INSTS)
            add_block(program, program->n_places);
        program->blocks[program->n_blocks - 1].n_inst++;
        program->place[index] = program->n_places++;
        program->block[index] = program->n_blocks - 1;
    }
}

int traceg_program_divide(traceg_program *program, poise_error *err)
{
    const size_t n = program->n, most_gaps = MOST_PLACES_PER_INST * n / MOST_BLOCK_INSTS + n;
    code_place *code = calloc(n + 1, sizeof *code);
    program->place = calloc(n + 1, sizeof *program->place);
    program->block = calloc(n + 1, sizeof *program->block);
    program->blocks = calloc(n + most_gaps + 1, sizeof *program->blocks);
    const bool ok = code && program->place && program->block && program->blocks;
    for (uint32_t i = 0; ok && i < n; i++)
        code[i] = (code_place){program->insts[i].pc, i};
    if (ok && n > 0) {
        qsort(code, n, sizeof *code, by_pc);
        lay(program, code);
    }
    free(code);
    return ok ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for the basic blocks of a program");
}

void traceg_program_free(traceg_program *program)
{
    free(program->insts);
    free(program->before);
    free(program->behind);
    free(program->slots);
    free(program->place);
    free(program->block);
    free(program->blocks);
    memset(program, 0, sizeof *program);
}
