/* Fibers: stacks that are switched by hand. A lane is one, so that it can stop at a barrier or when its
 * buffer is full. x86-64 has a switch of a dozen instructions; elsewhere (or with POISE_FIBER_UCONTEXT)
 * ucontext does it, about ten times slower because it saves the signal mask by a system call. */
#ifndef POISE_CAPTURE_FIBER_H
#define POISE_CAPTURE_FIBER_H

#include <stddef.h>

#if !defined(__x86_64__) && !defined(POISE_FIBER_UCONTEXT)
#define POISE_FIBER_UCONTEXT
#endif

#ifdef POISE_FIBER_UCONTEXT
#include <ucontext.h>
typedef struct capture_fiber {
    ucontext_t context;
} capture_fiber;
#else
typedef struct capture_fiber {
    void *stack_pointer;
} capture_fiber;
#endif

/* The fiber will be switched to soon: its stack is rarely in the first-level cache. */
static inline void capture_fiber_prefetch(const capture_fiber *fiber)
{
#ifdef POISE_FIBER_UCONTEXT
    (void)fiber;
#else
    const char *at = fiber->stack_pointer;
    for (int line = 0; line < 4; line++)
        __builtin_prefetch(at + (ptrdiff_t)line * 64);
#endif
}

/* Makes `fiber` start in entry() on the stack that ends at `top` (16-byte aligned) at its first switch.
 * entry() must never return. */
void capture_fiber_prepare(capture_fiber *fiber, void *top, size_t stack_bytes, void (*entry)(void));

/* Saves the running fiber in `from` and goes on in `to`. */
#ifdef POISE_FIBER_UCONTEXT
void capture_fiber_switch(capture_fiber *from, capture_fiber *to);
#else
/* In place, and by a jump: a call whose return is another fiber's would be predicted wrongly each time. What
 * the compiler has in registers it saves itself, but for the two that it may need as base pointers; 128 bytes
 * below the stack pointer are its own (System V ABI for AMD64, section 3.2.2). */
static inline void capture_fiber_switch(capture_fiber *from, capture_fiber *to)
{
    void **save = &from->stack_pointer;
    void *load = to->stack_pointer;
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\t"
                     "pushq %%rbp\n\t"
                     "pushq %%rbx\n\t"
                     "leaq 1f(%%rip), %%rax\n\t"
                     "pushq %%rax\n\t"
                     "movq %%rsp, (%0)\n\t"
                     "movq %1, %%rsp\n\t"
                     "popq %%rax\n\t"
                     "popq %%rbx\n\t"
                     "popq %%rbp\n\t"
                     "jmpq *%%rax\n"
                     "1:\n\t"
                     "leaq 128(%%rsp), %%rsp\n\t"
                     : "+D"(save), "+S"(load)
                     :
                     : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
                       "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                       "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
}
#endif

#endif
