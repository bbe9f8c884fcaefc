#include "trace/accelsim/line_words.h"
#include "trace/accelsim/traceg.h"

#include <string.h>

enum {
    MOST_REGISTER = 255,         /* R255 reads as zero; Accel-Sim's scoreboard treats it like any other */
    FIRST_GENERIC = 50,          /* Maxwell; on Kepler LD and ST are global, as Accel-Sim takes them too */
    MOST_DESTINATIONS = 1,       /* Accel-Sim asserts it */
    LOCAL_WINDOW_BYTES = 1 << 14 /* local memory of a thread; Accel-Sim's bound of the generic window */
};

/* How the addresses of the active lanes are written. */
enum { LIST_ALL, BASE_STRIDE, BASE_DELTA };

static int take_register(char **line, uint16_t *number, poise_error *err)
{
    const char *word = traceg_word(line);
    uint64_t value;
    if (word == NULL || *word != 'R' || !traceg_number(word + 1, 10, MOST_REGISTER, &value))
        return poise_fail(err, POISE_DAMAGED, "'%s' is not a register R0 to R%d",
                          word == NULL ? "" : traceg_quote(word), MOST_REGISTER);
    *number = (uint16_t)value;
    return POISE_OK;
}

static int take_destination(char **line, trace_inst *inst, poise_error *err)
{
    uint64_t n;
    int code = traceg_word_number(line, "number of destinations", 10, MOST_DESTINATIONS, &n, err);
    inst->destination = TRACE_NO_REGISTER;
    if (code == POISE_OK && n == 1)
        code = take_register(line, &inst->destination, err);
    return code;
}

static int take_sources(char **line, trace_inst *inst, poise_error *err)
{
    uint64_t n;
    int code = traceg_word_number(line, "number of sources", 10, TRACE_MAX_SOURCES, &n, err);
    for (uint64_t i = 0; code == POISE_OK && i < n; i++)
        code = take_register(line, &inst->source[inst->n_sources++], err);
    return code;
}

static int take_address(char **line, uint64_t *address, poise_error *err)
{
    return traceg_word_number(line, "address", 16, UINT64_MAX, address, err);
}

static int take_difference(char **line, uint64_t *difference, poise_error *err)
{
    const char *word = traceg_word(line);
    if (word != NULL && traceg_difference(word, difference))
        return POISE_OK;
    return poise_fail(err, POISE_DAMAGED, "'%s' is not a distance of addresses",
                      word == NULL ? "" : traceg_quote(word));
}

static int take_list(char **line, traceg_inst *inst, poise_error *err)
{
    int code = 0;
    for (uint32_t i = 0; code == POISE_OK && i < inst->n_addresses; i++)
        code = take_address(line, &inst->address[i], err);
    return code;
}

static bool is_contiguous(uint32_t mask)
{
    const uint64_t lowest = mask & (0 - mask);
    return ((mask + lowest) & mask) == 0;
}

static int take_stride(char **line, traceg_inst *inst, poise_error *err)
{
    uint64_t stride = 0;
    if (!is_contiguous(inst->mask))
        return poise_fail(err, POISE_DAMAGED, "gives base and stride for lanes with gaps, mask %08x",
                          inst->mask);
    int code = take_address(line, &inst->address[0], err);
    if (code == POISE_OK)
        code = take_difference(line, &stride, err);
    for (uint32_t i = 1; code == POISE_OK && i < inst->n_addresses; i++)
        inst->address[i] = inst->address[i - 1] + stride;
    return code;
}

static int take_deltas(char **line, traceg_inst *inst, poise_error *err)
{
    int code = take_address(line, &inst->address[0], err);
    for (uint32_t i = 1; code == POISE_OK && i < inst->n_addresses; i++) {
        uint64_t difference = 0;
        code = take_difference(line, &difference, err);
        if (code == POISE_OK)
            inst->address[i] = inst->address[i - 1] + difference;
    }
    return code;
}

static int take_addresses(char **line, traceg_inst *inst, poise_error *err)
{
    uint64_t mode;
    const int code = traceg_word_number(line, "address mode", 10, BASE_DELTA, &mode, err);
    if (code != POISE_OK)
        return code;
    inst->n_addresses = (uint32_t)__builtin_popcount(inst->mask);
    return mode == LIST_ALL      ? take_list(line, inst, err)
           : mode == BASE_STRIDE ? take_stride(line, inst, err)
                                 : take_deltas(line, inst, err);
}

/* Since 2024 a line may end in an immediate number. */
static int take_end(char **line, poise_error *err)
{
    uint64_t unused;
    char *word = traceg_word(line);
    if (word != NULL && !traceg_difference(word, &unused) && !traceg_number(word, 16, UINT64_MAX, &unused))
        return poise_fail(err, POISE_DAMAGED, "has '%s' behind its end", traceg_quote(word));
    word = traceg_word(line);
    return word == NULL ? POISE_OK
                        : poise_fail(err, POISE_DAMAGED, "has '%s' behind its end", traceg_quote(word));
}

/* As Accel-Sim: without known windows every generic access is one to shared memory. */
static trace_op resolve_generic(const traceg_launch *launch, trace_op op, uint64_t address)
{
    if (launch->binary_version < FIRST_GENERIC && launch->binary_version != 0)
        return op;
    const bool load = op == TRACE_OP_LOAD_GLOBAL;
    if (launch->shared_base == 0 || launch->local_base == 0 ||
        (address >= launch->shared_base && address < launch->local_base))
        return load ? TRACE_OP_LOAD_SHARED : TRACE_OP_STORE_SHARED;
    if (address >= launch->local_base && address - launch->local_base < LOCAL_WINDOW_BYTES)
        return load ? TRACE_OP_LOAD_PRIVATE : TRACE_OP_STORE_PRIVATE;
    return op;
}

/* Decides on the class, once opcode and addresses are known. */
static int classify(const traceg_launch *launch, traceg_inst *inst, poise_error *err)
{
    trace_op op = inst->kind.op;
    const traceg_rule rule = inst->kind.rule;
    if (rule == TRACEG_NEVER)
        inst->n_addresses = 0;
    else if (rule == TRACEG_IF_ADDRESSED && inst->n_addresses == 0)
        op = TRACE_OP_INT;
    else if (inst->n_addresses == 0 && inst->mask != 0)
        return poise_fail(err, POISE_DAMAGED, "%s accesses memory, but the line has no addresses",
                          traceg_quote(inst->opcode));
    else if (rule == TRACEG_GENERIC && inst->mask != 0)
        op = resolve_generic(launch, op, inst->address[0]);
    inst->inst.op = (uint8_t)op;
    inst->inst.access_bytes = trace_op_is_memory(op) ? inst->kind.bytes : 0;
    return POISE_OK;
}

static int take_operands(char **line, traceg_inst *inst, poise_error *err)
{
    int code = take_destination(line, &inst->inst, err);
    if (code != POISE_OK)
        return code;
    inst->opcode = traceg_word(line);
    if (inst->opcode == NULL)
        return poise_fail(err, POISE_DAMAGED, "ends before the opcode");
    inst->kind = traceg_find_opcode(inst->opcode);
    return take_sources(line, &inst->inst, err);
}

/* Without active lanes there is nothing to know: what stands behind the width is not looked at. */
static int take_memory(char **line, traceg_inst *inst, poise_error *err)
{
    uint64_t width;
    int code = traceg_word_number(line, "access width", 10, TRACE_LINE_BYTES, &width, err);
    if (code != POISE_OK || inst->mask == 0)
        return code;
    if (width != 0)
        code = take_addresses(line, inst, err);
    return code == POISE_OK ? take_end(line, err) : code;
}

int traceg_inst_line(const traceg_launch *launch, char *line, traceg_inst *inst, poise_error *err)
{
    uint64_t source_line = 0, mask = 0;
    memset(inst, 0, sizeof *inst);
    int code = 0;
    if (launch->line_info != 0)
        code = traceg_word_number(&line, "source line", 10, UINT32_MAX, &source_line, err);
    if (code == POISE_OK)
        code = traceg_word_number(&line, "program counter", 16, UINT64_MAX, &inst->pc, err);
    if (code == POISE_OK)
        code = traceg_word_number(&line, "mask", 16, UINT32_MAX, &mask, err);
    inst->mask = (uint32_t)mask;
    inst->inst.source_line = (uint32_t)source_line;
    if (code == POISE_OK)
        code = take_operands(&line, inst, err);
    if (code == POISE_OK)
        code = take_memory(&line, inst, err);
    return code == POISE_OK ? classify(launch, inst, err) : code;
}
