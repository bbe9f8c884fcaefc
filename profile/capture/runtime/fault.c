#include "profile/capture/runtime/fault.h"

#include "profile/capture/runtime/work_item.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

enum { HANDLER_STACK_BYTES = 64 << 10 }; /* a lane's own stack may be what has overflowed */

static const int caught_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { N_SIGNALS = sizeof caught_signals / sizeof *caught_signals };

static struct {
    sigjmp_buf way_back;
    const void *address;
} fault;

static void handle(int number, siginfo_t *info, void *context)
{
    (void)context;
    fault.address = info->si_addr;
    siglongjmp(fault.way_back, number);
}

static int describe(int number, poise_error *err)
{
    const capture_work_item *item = &capture_running_item;
    size_t id[3];
    for (int d = 0; d < 3; d++)
        id[d] = item->geometry->offset[d] + item->group[d] * item->geometry->local[d] + item->local[d];
    if (number == SIGFPE)
        return poise_fail(err, POISE_FAILED, "work-item (%zu, %zu, %zu) divided by zero", id[0], id[1],
                          id[2]);
    if (number == SIGILL)
        return poise_fail(
            err, POISE_FAILED,
            "work-item (%zu, %zu, %zu) reached an instruction that this processor lacks (AVX2 is needed)",
            id[0], id[1], id[2]);
    return poise_fail(err, POISE_FAILED,
                      "work-item (%zu, %zu, %zu) accessed address %p, which is in no buffer", id[0], id[1],
                      id[2], fault.address);
}

static int install(struct sigaction old[N_SIGNALS], stack_t *old_stack, void *handler_stack)
{
    stack_t stack = {.ss_sp = handler_stack, .ss_size = HANDLER_STACK_BYTES};
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    if (sigaltstack(&stack, old_stack))
        return -1;
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(caught_signals[i], &action, &old[i]);
    return 0;
}

static void restore(const struct sigaction old[N_SIGNALS], const stack_t *old_stack)
{
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(caught_signals[i], &old[i], NULL);
    sigaltstack(old_stack, NULL);
}

int capture_run_guarded(int (*body)(void *argument, poise_error *err), void *argument, poise_error *err)
{
    struct sigaction old[N_SIGNALS];
    stack_t old_stack;
    void *handler_stack = malloc(HANDLER_STACK_BYTES);
    if (!handler_stack || install(old, &old_stack, handler_stack)) {
        free(handler_stack);
        return poise_fail_errno(err, POISE_FAILED, "cannot install a signal handler");
    }
    int number = sigsetjmp(fault.way_back, 1);
    int failed = number ? describe(number, err) : body(argument, err);
    restore(old, &old_stack);
    free(handler_stack);
    return failed;
}
