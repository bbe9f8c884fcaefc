#include "capture/runtime/fiber.h"

#include <string.h>

#ifdef POISE_FIBER_UCONTEXT

void capture_fiber_prepare(capture_fiber *fiber, void *top, size_t stack_bytes, void (*entry)(void))
{
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = (char *)top - stack_bytes;
    fiber->context.uc_stack.ss_size = stack_bytes;
    fiber->context.uc_link = NULL;
    makecontext(&fiber->context, entry, 0);
}

void capture_fiber_switch(capture_fiber *from, capture_fiber *to)
{
    swapcontext(&from->context, &to->context);
}

#else

/* The stack looks as if entry() had switched away at its first instruction: where to go on, two registers,
 * and above them a null return address that keeps the stack aligned as after a call. */
void capture_fiber_prepare(capture_fiber *fiber, void *top, size_t stack_bytes, void (*entry)(void))
{
    (void)stack_bytes;
    enum { SAVED_REGISTERS = 2 };
    void **stack = top;
    *--stack = NULL;
    stack -= SAVED_REGISTERS;
    memset(stack, 0, SAVED_REGISTERS * sizeof *stack);
    --stack;
    memcpy(stack, &entry, sizeof entry);
    fiber->stack_pointer = stack;
}

#endif
