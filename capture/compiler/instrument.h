/* Makes a kernel record its own execution: at the begin of every block the lane stores the block number and
 * reserves one word per memory instruction; each memory instruction first stores its address there. A lane's
 * record is thus [block][address]...; the static table says the rest. At loop heads the lane looks whether
 * its buffer is full and yields, so that buffers are bounded whatever the kernel. Accesses to private memory
 * and integer divisions are guarded. */
#ifndef POISE_CAPTURE_INSTRUMENT_H
#define POISE_CAPTURE_INSTRUMENT_H

#include "capture/compiler/control_flow.h"
#include "capture/compiler/guard_private.h"

typedef struct capture_instrumenter {
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef cursor; /* global variable KERNEL_CURSOR_SYMBOL */
    LLVMValueRef limit;  /* global variable KERNEL_LIMIT_SYMBOL */
    LLVMValueRef poll;   /* function that yields when the cursor has passed the limit */
    capture_guard guard;
} capture_instrumenter;

/* Adds the global variables and the functions to the module. */
void capture_instrumenter_open(capture_instrumenter *instrumenter, LLVMModuleRef module);
void capture_instrumenter_close(capture_instrumenter *instrumenter);

/* Instruments one kernel. The calls of the functions are still to be inlined. */
void capture_instrument(const capture_instrumenter *instrumenter, const capture_flow *flow);

/* Words that block `b` records: its number and one address per memory instruction. */
size_t capture_record_words(const capture_flow *flow, size_t b);

#endif
