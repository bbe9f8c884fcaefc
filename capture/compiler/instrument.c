#include "capture/compiler/instrument.h"

#include "capture/compiler/guard_division.h"
#include "capture/kernel_table.h"

#include <llvm-c/Core.h>
#include <string.h>

static LLVMTypeRef word_type(LLVMModuleRef module)
{
    return LLVMInt64TypeInContext(LLVMGetModuleContext(module));
}

static LLVMTypeRef void_function_type(LLVMModuleRef module)
{
    return LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(module)), NULL, 0, false);
}

/* Protected: found by the platform by name, yet reached from the kernel without a detour. */
static LLVMValueRef add_pointer_variable(LLVMModuleRef module, const char *name)
{
    LLVMTypeRef type = LLVMPointerType(word_type(module), 0);
    LLVMValueRef variable = LLVMAddGlobal(module, type, name);
    LLVMSetInitializer(variable, LLVMConstNull(type));
    LLVMSetVisibility(variable, LLVMProtectedVisibility);
    return variable;
}

static LLVMValueRef load_pointer(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef variable)
{
    return LLVMBuildLoad2(builder, LLVMPointerType(word_type(module), 0), variable, "");
}

/* if (cursor >= limit) poise_yield(); */
static LLVMValueRef add_poll(const capture_instrumenter *in)
{
    LLVMContextRef context = LLVMGetModuleContext(in->module);
    LLVMTypeRef type = void_function_type(in->module);
    LLVMValueRef yield = LLVMAddFunction(in->module, "poise_yield", type);
    LLVMValueRef poll = LLVMAddFunction(in->module, "poise_poll", type);
    LLVMSetLinkage(poll, LLVMInternalLinkage);
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
    LLVMAddAttributeAtIndex(poll, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind, 0));
    LLVMBasicBlockRef look = LLVMAppendBasicBlockInContext(context, poll, "");
    LLVMBasicBlockRef full = LLVMAppendBasicBlockInContext(context, poll, "");
    LLVMBasicBlockRef room = LLVMAppendBasicBlockInContext(context, poll, "");
    LLVMPositionBuilderAtEnd(in->builder, look);
    LLVMValueRef is_full =
        LLVMBuildICmp(in->builder, LLVMIntUGE, load_pointer(in->builder, in->module, in->cursor),
                      load_pointer(in->builder, in->module, in->limit), "");
    LLVMBuildCondBr(in->builder, is_full, full, room);
    LLVMPositionBuilderAtEnd(in->builder, full);
    LLVMBuildCall2(in->builder, type, yield, NULL, 0, "");
    LLVMBuildBr(in->builder, room);
    LLVMPositionBuilderAtEnd(in->builder, room);
    LLVMBuildRetVoid(in->builder);
    return poll;
}

void capture_instrumenter_open(capture_instrumenter *instrumenter, LLVMModuleRef module)
{
    instrumenter->module = module;
    instrumenter->builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    instrumenter->cursor = add_pointer_variable(module, KERNEL_CURSOR_SYMBOL);
    instrumenter->limit = add_pointer_variable(module, KERNEL_LIMIT_SYMBOL);
    instrumenter->poll = add_poll(instrumenter);
    capture_guard_open(&instrumenter->guard, module, instrumenter->builder);
}

void capture_instrumenter_close(capture_instrumenter *instrumenter)
{
    LLVMDisposeBuilder(instrumenter->builder);
}

size_t capture_record_words(const capture_flow *flow, size_t b)
{
    size_t words = 1;
    for (size_t i = flow->first_inst[b]; i < flow->first_inst[b + 1]; i++)
        words += flow->operation[i].pointer != NULL;
    return words;
}

static LLVMValueRef first_after_phis(const capture_flow *flow, size_t b)
{
    size_t i = flow->first_inst[b];
    while (LLVMGetInstructionOpcode(flow->inst[i]) == LLVMPHI)
        i++;
    return flow->inst[i];
}

static LLVMValueRef word_address(const capture_instrumenter *in, LLVMValueRef record, size_t place)
{
    LLVMValueRef index = LLVMConstInt(word_type(in->module), place, false);
    return LLVMBuildGEP2(in->builder, word_type(in->module), record, &index, 1, "");
}

/* Stores the block number and advances the cursor over the whole record; returns the record's address. */
static LLVMValueRef open_record(const capture_instrumenter *in, const capture_flow *flow, size_t b)
{
    LLVMPositionBuilderBefore(in->builder, first_after_phis(flow, b));
    if (flow->is_loop_head[b])
        LLVMBuildCall2(in->builder, void_function_type(in->module), in->poll, NULL, 0, "");
    LLVMValueRef record = load_pointer(in->builder, in->module, in->cursor);
    LLVMBuildStore(in->builder, LLVMConstInt(word_type(in->module), b, false), record);
    LLVMBuildStore(in->builder, word_address(in, record, capture_record_words(flow, b)), in->cursor);
    return record;
}

/* The memory instruction stores its address to its word of the record. */
static void instrument_access(const capture_instrumenter *in, LLVMValueRef inst,
                              const capture_operation *operation, LLVMValueRef record, size_t place)
{
    LLVMPositionBuilderBefore(in->builder, inst);
    LLVMValueRef word = word_address(in, record, place);
    LLVMBuildStore(in->builder, LLVMBuildPtrToInt(in->builder, operation->pointer, word_type(in->module), ""),
                   word);
    if (operation->op == TRACE_OP_LOAD_PRIVATE || operation->op == TRACE_OP_STORE_PRIVATE)
        capture_guard_access(&in->guard, in->builder, LLVMGetModuleDataLayout(in->module), inst, word);
}

void capture_instrument(const capture_instrumenter *in, const capture_flow *flow)
{
    for (size_t b = 0; b < flow->n_blocks; b++) {
        LLVMValueRef record = open_record(in, flow, b);
        size_t place = 1;
        for (size_t i = flow->first_inst[b]; i < flow->first_inst[b + 1]; i++) {
            if (flow->operation[i].pointer)
                instrument_access(in, flow->inst[i], &flow->operation[i], record, place++);
            else
                capture_guard_division(in->builder, flow->inst[i]);
        }
    }
}
