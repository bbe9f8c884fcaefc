/* Fibers: stacks that are switched by hand. A lane is one, so that it can stop at a barrier or when its
 * buffer is full. x86-64 has a switch of a dozen instructions; elsewhere (or with POISE_FIBER_UCONTEXT)
 * ucontext does it, about ten times slower because it saves the signal mask by a system call (capture.md
 * section 3). */
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

/* Makes `fiber` start in entry() on the stack that ends at `top` (16-byte aligned) at its first switch.
 * entry() must never return. */
void capture_fiber_prepare(capture_fiber *fiber, void *top, size_t stack_bytes, void (*entry)(void));

/* Saves the running fiber in `from` and goes on in `to`. */
void capture_fiber_switch(capture_fiber *from, capture_fiber *to);

#endif
