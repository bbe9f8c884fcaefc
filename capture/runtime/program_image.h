/* A compiled program in memory: its shared object, its static table and its entry points. */
#ifndef POISE_CAPTURE_PROGRAM_IMAGE_H
#define POISE_CAPTURE_PROGRAM_IMAGE_H

#include "capture/kernel_table.h"

#include <stdbool.h>

/* A memory instruction of a block. */
typedef struct capture_access_site {
    uint8_t op; /* trace_op */
    uint8_t bytes;
    bool is_private;
    uint32_t line; /* of the source, 0 = unknown */
} capture_access_site;

typedef struct capture_code_block {
    uint32_t first_site, n_sites;
    uint32_t n_inst;
} capture_code_block;

typedef struct capture_code {
    const char *name;
    const kernel_entry *entry;
    const kernel_argument *arguments;
    const char *strings; /* of the table: kernel_argument's texts are offsets into it */
    const trace_basic_block *trace_blocks;
    const trace_inst *inst;
    void (*launch)(void **arguments);
    /* Without records, for launches without a trace; NULL when the kernel has none (kernel_table.h). */
    uint32_t (*group)(void **arguments, const kernel_position *position, uint64_t *memory);
    const uint64_t *context_bytes; /* NULL = it needs no contexts */
    capture_code_block *blocks;    /* entry->n_blocks */
    capture_access_site *sites;
    uint32_t n_sites;
    uint32_t most_sites; /* of any block */
    bool has_barrier;
} capture_code;

typedef struct capture_program_image {
    void *handle;
    uint32_t llvm; /* major version of the compiler's LLVM */
    uint32_t n_kernels;
    capture_code *kernels;
    uint64_t **cursor, **limit;                  /* variables of the kernels, see kernel_table.h */
    const char *constants_begin, *constants_end; /* __constant variables, equal when there are none */
    const kernel_local *locals;                  /* __local variables, ends with a null address */
} capture_program_image;

/* Loads the shared object `path` and checks its table: POISE_DAMAGED when it is not one of ours. The file may
 * be removed afterwards. */
int capture_program_load(const char *path, capture_program_image *image, poise_error *err);
void capture_program_unload(capture_program_image *image);

/* The kernel of that name or NULL. */
const capture_code *capture_program_kernel(const capture_program_image *image, const char *name);

#endif
