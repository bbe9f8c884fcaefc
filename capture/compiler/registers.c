#include "capture/compiler/registers.h"

#include "capture/compiler/classify.h"
#include "trace/trace.h"

#include <llvm-c/Core.h>
#include <stdlib.h>

/* Disjoint sets of instructions that share a register; Tarjan's union-find with path halving. */
typedef struct sets {
    size_t *parent;
    bool *has_register; /* of a root: one member defines a value that is neither argument nor constant */
} sets;

static size_t root_of(sets *s, size_t i)
{
    while (s->parent[i] != i)
        i = s->parent[i] = s->parent[s->parent[i]];
    return i;
}

static void join(sets *s, size_t a, size_t b)
{
    a = root_of(s, a);
    b = root_of(s, b);
    size_t low = a < b ? a : b, high = a < b ? b : a;
    s->parent[high] = low;
    s->has_register[low] = s->has_register[low] || s->has_register[high];
}

static bool is_void(LLVMValueRef value)
{
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVoidTypeKind;
}

/* Value number `i` shares its register with those operands that are instructions. */
static void join_operands(const capture_registers *registers, sets *s, size_t i, LLVMValueRef instruction)
{
    for (int k = 0; k < LLVMGetNumOperands(instruction); k++) {
        size_t operand = capture_value_map_get(&registers->index, LLVMGetOperand(instruction, (unsigned)k));
        if (operand != (size_t)CAPTURE_ABSENT)
            join(s, i, operand);
    }
}

static void join_all(const capture_flow *flow, const capture_registers *registers, sets *s)
{
    for (size_t i = 0; i < flow->n_inst; i++) {
        LLVMValueRef instruction = flow->inst[i];
        bool is_free = flow->operation[i].is_free;
        if (is_void(instruction))
            continue;
        if (!is_free || LLVMGetInstructionOpcode(instruction) == LLVMPHI)
            s->has_register[root_of(s, i)] = true;
        if (is_free && !capture_is_parameter(instruction))
            join_operands(registers, s, i, instruction);
    }
}

/* 32-bit words of a value; a truth value is a predicate and takes none. */
static uint32_t words_of(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1)
        return 0;
    return (capture_type_bytes(type) + 3) / 4;
}

/* The root of a set is its first member, so that a set gets its number when its root is met. */
static int number_densely(const capture_flow *flow, capture_registers *registers, sets *s, poise_error *err)
{
    for (size_t i = 0; i < flow->n_inst; i++) {
        size_t root = root_of(s, i);
        registers->number[i] = TRACE_NO_REGISTER;
        if (!s->has_register[root])
            continue;
        if (root == i && registers->n_registers == TRACE_NO_REGISTER)
            return poise_fail(err, POISE_FAILED, "a kernel of more than %d values cannot be traced",
                              TRACE_NO_REGISTER);
        uint16_t number = root == i ? (uint16_t)registers->n_registers++ : registers->number[root];
        registers->number[i] = number;
        uint32_t words = words_of(LLVMTypeOf(flow->inst[i]));
        if (words > registers->words[number])
            registers->words[number] = words;
    }
    return POISE_OK;
}

static int assign(const capture_flow *flow, capture_registers *registers, sets *s, poise_error *err)
{
    size_t n = flow->n_inst;
    registers->number = calloc(n, sizeof *registers->number);
    registers->words = calloc(n, sizeof *registers->words);
    s->parent = calloc(n, sizeof *s->parent);
    s->has_register = calloc(n, sizeof *s->has_register);
    if (!registers->number || !registers->words || !s->parent || !s->has_register ||
        capture_value_map_open(&registers->index, n))
        return poise_fail(err, POISE_FAILED, "out of memory for %zu instructions", n);
    for (size_t i = 0; i < n; i++) {
        s->parent[i] = i;
        capture_value_map_put(&registers->index, flow->inst[i], i);
    }
    join_all(flow, registers, s);
    return number_densely(flow, registers, s, err);
}

int capture_registers_assign(const capture_flow *flow, capture_registers *registers, poise_error *err)
{
    *registers = (capture_registers){0};
    sets s = {0};
    int code = assign(flow, registers, &s, err);
    free(s.parent);
    free(s.has_register);
    if (code != POISE_OK)
        capture_registers_free(registers);
    return code;
}

void capture_registers_free(capture_registers *registers)
{
    capture_value_map_free(&registers->index);
    free(registers->number);
    free(registers->words);
    *registers = (capture_registers){0};
}

uint16_t capture_register_of(const capture_registers *registers, LLVMValueRef value)
{
    size_t i = capture_value_map_get(&registers->index, value);
    return i == (size_t)CAPTURE_ABSENT ? TRACE_NO_REGISTER : registers->number[i];
}
