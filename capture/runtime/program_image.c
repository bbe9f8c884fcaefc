#include "capture/runtime/program_image.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes the functions of kernel_abi.h visible to the kernels, whichever way the platform itself was loaded.
 */
static int export_kernel_functions(poise_error *err)
{
    static const char marker[] = "";
    static bool is_exported;
    Dl_info info;
    void *executable = dlopen(NULL, RTLD_NOW);
    if (is_exported || (executable && dlsym(executable, "poise_barrier")))
        return POISE_OK; /* the server has them itself */
    if (!dladdr(marker, &info) || !dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL))
        return poise_fail(err, POISE_FAILED, "the platform cannot find its own shared object");
    is_exported = true;
    return POISE_OK;
}

static bool fits(uint64_t offset, uint64_t count, uint64_t size, uint64_t bytes)
{
    return offset <= bytes && count * size <= bytes - offset;
}

static bool table_is_ours(const kernel_table *table)
{
    return memcmp(table->magic, KERNEL_TABLE_MAGIC, sizeof table->magic) == 0 &&
           table->version == KERNEL_TABLE_VERSION &&
           fits(table->kernels, table->n_kernels, sizeof(kernel_entry), table->bytes) &&
           fits(table->arguments, table->n_arguments, sizeof(kernel_argument), table->bytes) &&
           fits(table->blocks, table->n_blocks, sizeof(trace_basic_block), table->bytes) &&
           fits(table->inst, table->n_inst, sizeof(trace_inst), table->bytes) &&
           fits(table->strings, table->strings_bytes, 1, table->bytes) &&
           (table->n_kernels == 0 ||
            (table->strings_bytes > 0 &&
             ((const char *)table)[table->strings + table->strings_bytes - 1] == '\0'));
}

static bool entry_is_in_table(const kernel_table *table, const kernel_entry *entry)
{
    const kernel_argument *arguments =
        (const kernel_argument *)(const void *)((const char *)table + table->arguments);
    for (uint32_t i = 0;
         fits(entry->first_argument, entry->n_arguments, 1, table->n_arguments) && i < entry->n_arguments;
         i++) {
        const kernel_argument *a = &arguments[entry->first_argument + i];
        if (a->name >= table->strings_bytes || a->type_name >= table->strings_bytes ||
            a->type_qualifiers >= table->strings_bytes)
            return false;
    }
    return entry->name < table->strings_bytes &&
           fits(entry->first_argument, entry->n_arguments, 1, table->n_arguments) &&
           fits(entry->first_block, entry->n_blocks, 1, table->n_blocks) &&
           fits(entry->first_inst, entry->n_inst, 1, table->n_inst);
}

static capture_access_site site_of(const trace_inst *inst)
{
    return (capture_access_site){
        .op = inst->op,
        .bytes = inst->access_bytes,
        .is_private = inst->op == TRACE_OP_LOAD_PRIVATE || inst->op == TRACE_OP_STORE_PRIVATE,
        .line = inst->source_line,
    };
}

/* Lists the memory instructions of each block. */
static int list_sites(capture_code *kernel, poise_error *err)
{
    const kernel_entry *entry = kernel->entry;
    kernel->blocks = calloc(entry->n_blocks + 1, sizeof *kernel->blocks);
    kernel->sites = calloc(entry->n_inst + 1, sizeof *kernel->sites);
    if (!kernel->blocks || !kernel->sites)
        return poise_fail(err, POISE_FAILED, "out of memory for kernel %s", kernel->name);
    uint32_t n = 0;
    for (uint32_t b = 0; b < entry->n_blocks; b++) {
        const trace_basic_block *block = &kernel->trace_blocks[b];
        if (!fits(block->first_inst, block->n_inst, 1, entry->n_inst))
            return poise_fail(err, POISE_DAMAGED, "kernel %s: block %u is not in the program's table",
                              kernel->name, b);
        kernel->blocks[b] = (capture_code_block){.first_site = n, .n_inst = block->n_inst};
        for (uint32_t i = block->first_inst; i < block->first_inst + block->n_inst; i++) {
            const trace_inst *inst = &kernel->inst[i];
            kernel->has_barrier = kernel->has_barrier || inst->op == TRACE_OP_BARRIER;
            if (trace_op_is_memory((trace_op)inst->op))
                kernel->sites[n++] = site_of(inst);
        }
        uint32_t sites = kernel->blocks[b].n_sites = n - kernel->blocks[b].first_site;
        kernel->most_sites = sites > kernel->most_sites ? sites : kernel->most_sites;
    }
    kernel->n_sites = n;
    return POISE_OK;
}

/* The address of PREFIX NAME, NULL when there is none. */
static int find_symbol(void *handle, const char *prefix, const char *name, void **function, poise_error *err)
{
    char *symbol;
    if (asprintf(&symbol, "%s%s", prefix, name) < 0)
        return poise_fail(err, POISE_FAILED, "out of memory for the name of kernel %.60s", name);
    *function = dlsym(handle, symbol);
    free(symbol);
    return POISE_OK;
}

static int find_functions(void *handle, capture_code *kernel, poise_error *err)
{
    void *launch = NULL, *group = NULL, *context = NULL;
    int code = find_symbol(handle, KERNEL_LAUNCH_SYMBOL_PREFIX, kernel->name, &launch, err);
    if (code == POISE_OK)
        code = find_symbol(handle, KERNEL_GROUP_SYMBOL_PREFIX, kernel->name, &group, err);
    if (code == POISE_OK)
        code = find_symbol(handle, KERNEL_CONTEXT_SYMBOL_PREFIX, kernel->name, &context, err);
    if (code == POISE_OK && !launch)
        code = poise_fail(err, POISE_DAMAGED, "the program lacks kernel %.200s", kernel->name);
    memcpy(&kernel->launch, &launch, sizeof launch);
    memcpy(&kernel->group, &group, sizeof group);
    kernel->context_bytes = context;
    return code;
}

static int load_kernel(const capture_program_image *image, const kernel_table *table, uint32_t k,
                       capture_code *kernel, poise_error *err)
{
    const char *base = (const char *)table;
    const kernel_entry *entry = (const kernel_entry *)(const void *)(base + table->kernels) + k;
    if (!entry_is_in_table(table, entry))
        return poise_fail(err, POISE_DAMAGED, "kernel %u is not in the program's table", k);
    kernel->entry = entry;
    kernel->strings = base + table->strings;
    kernel->name = kernel->strings + entry->name;
    kernel->arguments =
        (const kernel_argument *)(const void *)(base + table->arguments) + entry->first_argument;
    kernel->trace_blocks =
        (const trace_basic_block *)(const void *)(base + table->blocks) + entry->first_block;
    kernel->inst = (const trace_inst *)(const void *)(base + table->inst) + entry->first_inst;
    int code = find_functions(image->handle, kernel, err);
    return code != POISE_OK ? code : list_sites(kernel, err);
}

static int load_kernels(capture_program_image *image, const kernel_table *table, poise_error *err)
{
    image->kernels = calloc(table->n_kernels + 1, sizeof *image->kernels);
    if (!image->kernels)
        return poise_fail(err, POISE_FAILED, "out of memory for %u kernels", table->n_kernels);
    int code = POISE_OK;
    for (; image->n_kernels < table->n_kernels && code == POISE_OK; image->n_kernels++)
        code = load_kernel(image, table, image->n_kernels, &image->kernels[image->n_kernels], err);
    return code;
}

static int bind_symbols(capture_program_image *image, poise_error *err)
{
    const kernel_table *table = dlsym(image->handle, KERNEL_TABLE_SYMBOL);
    const char *const *constants = dlsym(image->handle, KERNEL_CONSTANTS_SYMBOL);
    image->cursor = dlsym(image->handle, KERNEL_CURSOR_SYMBOL);
    image->limit = dlsym(image->handle, KERNEL_LIMIT_SYMBOL);
    image->locals = dlsym(image->handle, KERNEL_LOCALS_SYMBOL);
    bool has_symbols = constants && image->locals && image->cursor && image->limit;
    if (table && table_is_ours(table) && table->n_kernels == 0)
        return POISE_OK; /* a program of functions only */
    if (!table || !has_symbols || !table_is_ours(table))
        return poise_fail(err, POISE_DAMAGED,
                          "the program binary was not made by this version of the platform");
    image->llvm = table->llvm;
    image->constants_begin = constants[0];
    image->constants_end = constants[1];
    return load_kernels(image, table, err);
}

int capture_program_load(const char *path, capture_program_image *image, poise_error *err)
{
    *image = (capture_program_image){0};
    int code = export_kernel_functions(err);
    if (code != POISE_OK)
        return code;
    image->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!image->handle)
        return poise_fail(err, POISE_DAMAGED, "the program binary cannot be loaded: %s", dlerror());
    code = bind_symbols(image, err);
    if (code != POISE_OK)
        capture_program_unload(image);
    return code;
}

void capture_program_unload(capture_program_image *image)
{
    for (uint32_t k = 0; image->kernels && k < image->n_kernels; k++) {
        free(image->kernels[k].blocks);
        free(image->kernels[k].sites);
    }
    free(image->kernels);
    if (image->handle)
        dlclose(image->handle);
    *image = (capture_program_image){0};
}

const capture_code *capture_program_kernel(const capture_program_image *image, const char *name)
{
    for (uint32_t k = 0; k < image->n_kernels; k++) {
        if (strcmp(image->kernels[k].name, name) == 0)
            return &image->kernels[k];
    }
    return NULL;
}
