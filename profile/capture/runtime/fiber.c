#include "profile/capture/runtime/fiber.h"

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

/* Registers that a function must preserve: System V ABI for AMD64, section 3.2.1. */
void capture_fiber_swap_stacks(void **save, void *load);
__asm__(".text\n"
        ".hidden capture_fiber_swap_stacks\n"
        ".globl capture_fiber_swap_stacks\n"
        ".type capture_fiber_swap_stacks, @function\n"
        "capture_fiber_swap_stacks:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size capture_fiber_swap_stacks, . - capture_fiber_swap_stacks\n");

enum { SAVED_REGISTERS = 6 };

/* The stack looks as if entry() had been called and had switched away at once: saved registers, the address
 * to return to, and above it a null return address that keeps the stack aligned as after a call. */
void capture_fiber_prepare(capture_fiber *fiber, void *top, size_t stack_bytes, void (*entry)(void))
{
    (void)stack_bytes;
    void **stack = top;
    *--stack = NULL;
    --stack;
    memcpy(stack, &entry, sizeof entry);
    stack -= SAVED_REGISTERS;
    memset(stack, 0, SAVED_REGISTERS * sizeof *stack);
    fiber->stack_pointer = stack;
}

void capture_fiber_switch(capture_fiber *from, capture_fiber *to)
{
    capture_fiber_swap_stacks(&from->stack_pointer, to->stack_pointer);
}

#endif
