#include "capture/compiler/table_builder.h"

#include "capture/compiler/group_order.h"
#include "capture/compiler/instrument.h"
#include "capture/compiler/kernel_metadata.h"
#include "capture/compiler/kernel_properties.h"
#include "capture/compiler/pressure.h"

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <stdlib.h>
#include <string.h>

static int append(capture_section *section, const void *data, size_t bytes, poise_error *err)
{
    if (bytes == 0)
        return POISE_OK;
    if (section->used + bytes > section->room) {
        size_t room = 2 * (section->used + bytes) + 256;
        char *grown = realloc(section->data, room);
        if (!grown)
            return poise_fail(err, POISE_FAILED, "out of memory for the kernel table");
        section->data = grown;
        section->room = room;
    }
    memcpy(section->data + section->used, data, bytes);
    section->used += bytes;
    return POISE_OK;
}

/* Adds a register to the sources of an instruction unless it is there or there is no room: the simulators'
 * scoreboards read at most TRACE_MAX_SOURCES operands. */
static void add_source(trace_inst *inst, uint16_t number)
{
    if (number == TRACE_NO_REGISTER)
        return;
    for (unsigned i = 0; i < inst->n_sources; i++) {
        if (inst->source[i] == number)
            return;
    }
    if (inst->n_sources < TRACE_MAX_SOURCES)
        inst->source[inst->n_sources++] = number;
}

static trace_inst describe(const capture_flow *flow, const capture_registers *registers, size_t i)
{
    LLVMValueRef instruction = flow->inst[i];
    const capture_operation *operation = &flow->operation[i];
    trace_inst inst = {.op = (uint8_t)operation->op,
                       .access_bytes = (uint8_t)operation->access_bytes,
                       .destination = capture_register_of(registers, instruction),
                       .source_line = capture_source_line(instruction)};
    for (int k = 0; k < TRACE_MAX_SOURCES; k++)
        inst.source[k] = TRACE_NO_REGISTER;
    for (int k = 0; k < LLVMGetNumOperands(instruction); k++)
        add_source(&inst, capture_register_of(registers, LLVMGetOperand(instruction, (unsigned)k)));
    return inst;
}

/* Free instructions are left out. A block always keeps its terminator. */
static int add_code(capture_table_builder *builder, const capture_flow *flow,
                    const capture_registers *registers, kernel_entry *entry, poise_error *err)
{
    int code = POISE_OK;
    for (size_t b = 0; b < flow->n_blocks && code == POISE_OK; b++) {
        trace_basic_block block = {.first_inst = entry->n_inst};
        for (size_t i = flow->first_inst[b]; i < flow->first_inst[b + 1] && code == POISE_OK; i++) {
            if (flow->operation[i].is_free)
                continue;
            trace_inst inst = describe(flow, registers, i);
            code = append(&builder->inst, &inst, sizeof inst, err);
            block.n_inst++;
        }
        entry->n_inst += block.n_inst;
        if (code == POISE_OK)
            code = append(&builder->blocks, &block, sizeof block, err);
    }
    entry->n_blocks = (uint32_t)flow->n_blocks;
    return code;
}

/* *place is where the text begins in the strings section. */
static int add_text(capture_table_builder *builder, const char *text, uint32_t *place, poise_error *err)
{
    *place = (uint32_t)builder->strings.used;
    return append(&builder->strings, text, strlen(text) + 1, err);
}

static int add_argument(capture_table_builder *builder, LLVMTargetDataRef layout, LLVMValueRef kernel,
                        unsigned i, poise_error *err)
{
    kernel_argument argument;
    int code = capture_describe_argument(layout, kernel, i, &argument, err);
    if (code == POISE_OK)
        code = add_text(builder, capture_argument_text(kernel, "kernel_arg_name", i), &argument.name, err);
    if (code == POISE_OK)
        code =
            add_text(builder, capture_argument_text(kernel, "kernel_arg_type", i), &argument.type_name, err);
    if (code == POISE_OK)
        code = add_text(builder, capture_argument_text(kernel, "kernel_arg_type_qual", i),
                        &argument.type_qualifiers, err);
    return code != POISE_OK ? code : append(&builder->arguments, &argument, sizeof argument, err);
}

static int add_arguments(capture_table_builder *builder, LLVMTargetDataRef layout, LLVMValueRef kernel,
                         kernel_entry *entry, poise_error *err)
{
    entry->n_arguments = LLVMCountParams(kernel);
    int code = POISE_OK;
    for (unsigned i = 0; i < entry->n_arguments && code == POISE_OK; i++)
        code = add_argument(builder, layout, kernel, i, err);
    return code;
}

/* Most words that a lane can record from one look at the limit to the next. */
static int measure_records(const capture_flow *flow, kernel_entry *entry, poise_error *err)
{
    size_t *words = calloc(flow->n_blocks, sizeof *words);
    if (!words)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu basic blocks", flow->n_blocks);
    for (size_t b = 0; b < flow->n_blocks; b++)
        words[b] = capture_record_words(flow, b);
    size_t longest = 0;
    int code = capture_flow_longest_stretch(flow, words, &longest, err);
    entry->record_words = (uint32_t)longest;
    free(words);
    return code;
}

static int add_described(capture_table_builder *builder, LLVMTargetDataRef layout, LLVMValueRef kernel,
                         const capture_flow *flow, kernel_entry *entry, poise_error *err)
{
    capture_registers registers;
    int code = capture_registers_assign(flow, &registers, err);
    if (code != POISE_OK)
        return code;
    entry->n_registers = (uint32_t)registers.n_registers;
    code = capture_register_pressure(flow, &registers, &entry->registers_per_thread, err);
    if (code == POISE_OK)
        code = add_code(builder, flow, &registers, entry, err);
    if (code == POISE_OK)
        code = add_arguments(builder, layout, kernel, entry, err);
    if (code == POISE_OK)
        code = measure_records(flow, entry, err);
    capture_registers_free(&registers);
    return code;
}

int capture_table_add(capture_table_builder *builder, LLVMTargetDataRef layout, LLVMValueRef kernel,
                      const capture_flow *flow, poise_error *err)
{
    size_t length;
    const char *name = LLVMGetValueName2(kernel, &length);
    kernel_entry entry = {
        .name = (uint32_t)builder->strings.used,
        .first_argument = (uint32_t)(builder->arguments.used / sizeof(kernel_argument)),
        .first_block = (uint32_t)(builder->blocks.used / sizeof(trace_basic_block)),
        .first_inst = (uint32_t)(builder->inst.used / sizeof(trace_inst)),
        .local_bytes = capture_local_bytes(layout, kernel),
        .private_bytes = capture_private_bytes(layout, flow),
        .needs_group_order = capture_needs_group_order(flow),
    };
    capture_required_group(kernel, entry.required_group);
    char attributes[CAPTURE_ATTRIBUTES_ROOM];
    capture_attributes_text(kernel, attributes);
    int code = append(&builder->strings, name, length + 1, err);
    if (code == POISE_OK)
        code = add_text(builder, attributes, &entry.attributes, err);
    if (code == POISE_OK)
        code = add_described(builder, layout, kernel, flow, &entry, err);
    if (code == POISE_OK)
        code = append(&builder->kernels, &entry, sizeof entry, err);
    if (code != POISE_OK)
        return poise_error_prefix(err, "kernel %s", name);
    builder->n_kernels++;
    return POISE_OK;
}

/* Gives a section its place behind `*end`. */
static uint32_t place(const capture_section *section, size_t *end)
{
    uint32_t offset = (uint32_t)*end;
    *end += section->used;
    return offset;
}

/* Head and sections in one piece. All sections but the strings, which come last, are multiples of 4 bytes. */
static int serialise(const capture_table_builder *builder, capture_section *all, poise_error *err)
{
    const capture_section *sections[] = {&builder->kernels, &builder->arguments, &builder->blocks,
                                         &builder->inst, &builder->strings};
    size_t end = sizeof(kernel_table);
    kernel_table head = {.magic = KERNEL_TABLE_MAGIC,
                         .version = KERNEL_TABLE_VERSION,
                         .llvm = LLVM_VERSION_MAJOR,
                         .n_kernels = (uint32_t)builder->n_kernels,
                         .kernels = place(&builder->kernels, &end)};
    head.arguments = place(&builder->arguments, &end);
    head.n_arguments = (uint32_t)(builder->arguments.used / sizeof(kernel_argument));
    head.blocks = place(&builder->blocks, &end);
    head.n_blocks = (uint32_t)(builder->blocks.used / sizeof(trace_basic_block));
    head.inst = place(&builder->inst, &end);
    head.n_inst = (uint32_t)(builder->inst.used / sizeof(trace_inst));
    head.strings = place(&builder->strings, &end);
    head.strings_bytes = (uint32_t)builder->strings.used;
    head.bytes = (uint32_t)end;
    if (end > UINT32_MAX)
        return poise_fail(err, POISE_FAILED, "the program is too large: its kernel table has %zu bytes", end);
    int code = append(all, &head, sizeof head, err);
    for (size_t i = 0; i < sizeof sections / sizeof(capture_section *) && code == POISE_OK; i++)
        code = append(all, sections[i]->data, sections[i]->used, err);
    return code;
}

int capture_table_embed(const capture_table_builder *builder, LLVMModuleRef module, poise_error *err)
{
    capture_section all = {0};
    int code = serialise(builder, &all, err);
    if (code == POISE_OK) {
        LLVMContextRef context = LLVMGetModuleContext(module);
        LLVMValueRef bytes = LLVMConstStringInContext(context, all.data, (unsigned)all.used, true);
        LLVMValueRef table = LLVMAddGlobal(module, LLVMTypeOf(bytes), KERNEL_TABLE_SYMBOL);
        LLVMSetInitializer(table, bytes);
        LLVMSetGlobalConstant(table, true);
        LLVMSetAlignment(table, sizeof(uint64_t));
    }
    free(all.data);
    return code;
}

void capture_table_free(capture_table_builder *builder)
{
    free(builder->kernels.data);
    free(builder->arguments.data);
    free(builder->blocks.data);
    free(builder->inst.data);
    free(builder->strings.data);
    *builder = (capture_table_builder){0};
}
