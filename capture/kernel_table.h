/* The static table of a compiled program: what the kernel compiler found out about each kernel and the
 * platform needs to launch it and to write its trace. It travels inside the program's shared object as the
 * symbol `poise_kernel_table`, so that a program binary is one self-contained file. The sections follow the
 * head in one block of memory, each at the offset that the head names. */
#ifndef POISE_CAPTURE_KERNEL_TABLE_H
#define POISE_CAPTURE_KERNEL_TABLE_H

#include "trace/trace.h"

#include <stdint.h>

#define KERNEL_TABLE_MAGIC "poiseKT" /* 8 bytes with the NUL */

enum { KERNEL_TABLE_VERSION = 3 };

/* Symbols of the shared object that the platform looks up. Each kernel NAME has one function
 * `void poise_launch_NAME(void **arguments)` that runs one work-item; arguments[i] points at the value. */
#define KERNEL_TABLE_SYMBOL         "poise_kernel_table"
#define KERNEL_CURSOR_SYMBOL        "poise_lane_cursor" /* uint64_t *: where the running lane records next */
#define KERNEL_LIMIT_SYMBOL         "poise_lane_limit"  /* uint64_t *: at a loop head, yield from here on */
#define KERNEL_CONSTANTS_SYMBOL     "poise_constant_data" /* char *[2]: begin and end of __constant variables */
#define KERNEL_LOCALS_SYMBOL        "poise_local_variables" /* kernel_local[], ends with a null address */
#define KERNEL_LAUNCH_SYMBOL_PREFIX "poise_launch_"

/* Most kernels have a second function, for launches without a trace: the same code without records,
 * `uint32_t poise_group_NAME(void **arguments, const kernel_position *position, uint64_t *memory)`. It runs
 * all work-items of a group, x fastest. With barriers it keeps what they need in `memory`, of
 * poise_context_NAME bytes (uint64_t) for each of the group's work-items, their number rounded up to a
 * multiple of KERNEL_CONTEXT_ALIGNMENT, which is its alignment too; 1 = they wait at different barriers. A
 * kernel with barriers but without poise_context_NAME runs one work-item, that at memory[0 .. 2] of the
 * group. */
#define KERNEL_GROUP_SYMBOL_PREFIX   "poise_group_"
#define KERNEL_CONTEXT_SYMBOL_PREFIX "poise_context_"
enum { KERNEL_CONTEXT_ALIGNMENT = 128 };

/* Where a group is: what the functions without records get, as 64-bit words one behind the other. */
typedef struct kernel_position {
    uint64_t first[3]; /* get_global_id() of the group's first work-item */
    uint64_t group[3], local_size[3], groups[3], global_size[3], offset[3];
    uint64_t dimensions;
} kernel_position;

typedef enum kernel_argument_kind {
    KERNEL_ARGUMENT_VALUE,    /* scalar, vector or structure by value */
    KERNEL_ARGUMENT_GLOBAL,   /* __global pointer */
    KERNEL_ARGUMENT_CONSTANT, /* __constant pointer */
    KERNEL_ARGUMENT_LOCAL,    /* __local pointer: the host gives only a size */
} kernel_argument_kind;

typedef struct kernel_argument {
    uint32_t kind;                             /* kernel_argument_kind */
    uint32_t bytes;                            /* of the value; 8 for pointers */
    uint32_t is_read_only;                     /* pointers: the kernel writes nothing through it */
    uint32_t name, type_name, type_qualifiers; /* as written; offsets into the strings section */
} kernel_argument;

/* A __local variable of the program: one place for all groups of a process, one after the other. */
typedef struct kernel_local {
    char *address;
    uint64_t bytes;
} kernel_local;

typedef struct kernel_entry {
    uint32_t name; /* offset into the strings section */
    uint32_t n_arguments, first_argument;
    uint32_t n_blocks, first_block; /* blocks are numbered in weak topological order */
    uint32_t n_inst, first_inst;    /* trace_basic_block.first_inst counts from here */
    uint32_t n_registers;           /* virtual registers */
    uint32_t registers_per_thread;  /* estimate for occupancy, 32-bit registers */
    uint32_t local_bytes;           /* __local variables declared in the kernel */
    uint32_t private_bytes;         /* private arrays that stayed in memory, per work-item */
    uint32_t record_words;          /* most words a lane records between two looks at the limit */
    uint32_t needs_group_order;     /* the result may depend on the order in which groups run */
    uint32_t required_group[3];     /* reqd_work_group_size; 0 = not given */
    uint32_t attributes;            /* as CL_KERNEL_ATTRIBUTES says them; offset into the strings section */
} kernel_entry;

typedef struct kernel_table {
    char magic[8];
    uint32_t version;
    uint32_t bytes;              /* of the whole table */
    uint32_t llvm;               /* major version of the LLVM that compiled the program */
    uint32_t n_kernels, kernels; /* count and byte offset of kernel_entry[] */
    uint32_t n_arguments, arguments;
    uint32_t n_blocks, blocks; /* trace_basic_block[] */
    uint32_t n_inst, inst;     /* trace_inst[] */
    uint32_t strings_bytes, strings;
} kernel_table;

#endif
