#include "capture/runtime/fault.h"

#include "capture/capture_environment.h"
#include "capture/runtime/device_memory.h"
#include "capture/runtime/group.h"
#include "capture/runtime/locate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    HANDLER_STACK_BYTES = 64 << 10, /* a lane's own stack may be what has overflowed */
    MICROSECONDS_AGAIN = 500000,    /* for the second run of a group; our choice */
};

static const int caught_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGSYS, CAPTURE_SIGNAL_TIME};

static struct {
    char *sentence;
    size_t size;
    const capture_ranges *ranges;
    double seconds;
    bool is_time_up; /* that is why the group runs once more */
    capture_name_call *name_call;
    char call[80]; /* that was refused; "" = none */
} fault;

static bool is_on_guard_page(const lane *l, uint64_t address)
{
    uint64_t top = (uint64_t)(uintptr_t)l->stack_top;
    uint64_t depth = LANE_STACK_BYTES + capture_running_code()->entry->private_bytes;
    return address < top && top - address >= depth && top - address <= depth + ((uint64_t)64 << 10);
}

/* What has happened to the running work-item, and where in the block it can be. */
static void explain(int number, uint64_t address, const lane *l, const capture_place *place, char *text,
                    size_t size)
{
    if (number == CAPTURE_SIGNAL_TIME)
        snprintf(text, size, "the launch did not end within %g s (--time-limit)", fault.seconds);
    else if (number == SIGILL)
        snprintf(text, size,
                 "reached an instruction that this processor lacks (AVX2 is needed) or no return");
    else if (number == SIGABRT)
        snprintf(text, size, "the kernel gave up");
    else if (number == SIGSYS)
        snprintf(text, size, "tried the system call %s, which kernels may not make", fault.call);
    else if (is_on_guard_page(l, address))
        snprintf(text, size, "the stack overflows");
    else {
        char where[160];
        unsigned bytes = place->site ? place->site->bytes : 1;
        capture_ranges_describe(fault.ranges, address, bytes, where, sizeof where);
        snprintf(text, size, "%s of %u bytes at 0x%llx: %s%s",
                 place->site ? trace_op_name((trace_op)place->site->op) : "access", bytes,
                 (unsigned long long)address, where,
                 capture_memory_is_near(address) ? CAPTURE_BOUNDS_ADVICE : "");
    }
}

static void describe(int number, uint64_t address)
{
    if (!fault.sentence)
        return; /* before the first launch */
    const uint64_t *recorded = NULL;
    bool is_inside, is_access = number == SIGSEGV || number == SIGBUS;
    const capture_code *code = capture_running_code();
    const lane *l = capture_running_lane(&recorded, &is_inside);
    const char *name = code ? code->name : "?";
    if (!l || (!is_inside && number != CAPTURE_SIGNAL_TIME)) {
        snprintf(fault.sentence, fault.size,
                 "kernel %s has overwritten memory that is not its own (signal %d at 0x%llx%s%s)", name,
                 number, (unsigned long long)address, *fault.call ? ", system call " : "", fault.call);
        return;
    }
    capture_place place = capture_locate(l, recorded, code, is_access ? &address : NULL);
    char what[320], line[32] = "";
    size_t id[3];
    explain(number, address, l, &place, what, sizeof what);
    capture_global_id(l->local, id);
    if (place.line)
        snprintf(line, sizeof line, " line %u:", place.line);
    snprintf(fault.sentence, fault.size, "kernel %s:%s work-item (%zu, %zu, %zu), %s", name, line, id[0],
             id[1], id[2], what);
}

/* A fault in a handler itself must not come back. */
static int catch_signals(void (*handler)(int number, siginfo_t *info, void *context))
{
    struct sigaction action = {.sa_sigaction = handler,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
    int failed = 0;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught_signals / sizeof *caught_signals && !failed; i++)
        failed = sigaction(caught_signals[i], &action, NULL);
    return failed;
}

/* The number first: to look up the name takes more of a process that may be in any state. */
static void note_call(int number, const siginfo_t *info)
{
    if (number != SIGSYS)
        return;
    snprintf(fault.call, sizeof fault.call, "%d", info->si_syscall);
    snprintf(fault.call, sizeof fault.call, "%s (%d)", fault.name_call(info->si_syscall, info->si_arch),
             info->si_syscall);
}

/* ---- code without records ---- */

/* What it knows of the place is the group. */
static void describe_group(int number, uint64_t address)
{
    char what[320];
    const size_t *group = capture_running_item.group;
    explain(number, address, capture_now.running, &(capture_place){0}, what, sizeof what);
    snprintf(fault.sentence, fault.size, "kernel %s: group (%zu, %zu, %zu), %s", capture_running_code()->name,
             group[0], group[1], group[2], what);
}

/* The group has failed with records too, and now the place is known. Only when time was up is it a place that
 * the end of time finds. */
static void handle_again(int number, siginfo_t *info, void *context)
{
    (void)context;
    note_call(number, info);
    if (number == CAPTURE_SIGNAL_TIME ? fault.is_time_up : capture_now.is_inside)
        describe(number, (uint64_t)(uintptr_t)info->si_addr);
    _exit(1);
}

/* Runs the group once more, here in the handler: its lanes have stacks of their own, and what they have done
 * to buffers does not matter any more. */
static void find_place(int number)
{
    const struct itimerval soon = {.it_value = {.tv_usec = MICROSECONDS_AGAIN}};
    sigset_t none;
    sigemptyset(&none);
    fault.is_time_up = number == CAPTURE_SIGNAL_TIME;
    if (catch_signals(handle_again) || sigprocmask(SIG_SETMASK, &none, NULL) ||
        setitimer(ITIMER_REAL, &soon, NULL))
        return;
    capture_run_group_recorded(NULL);
}

static void handle(int number, siginfo_t *info, void *context)
{
    (void)context;
    const uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    note_call(number, info);
    if (fault.sentence && capture_now.is_inside && capture_now.is_unrecorded) {
        describe_group(number, address);
        find_place(number);
    } else {
        describe(number, address);
    }
    _exit(1);
}

int capture_fault_install(capture_name_call *name_call, poise_error *err)
{
    fault.name_call = name_call;
    stack_t stack = {.ss_sp = malloc(HANDLER_STACK_BYTES), .ss_size = HANDLER_STACK_BYTES};
    int code = stack.ss_sp ? sigaltstack(&stack, NULL) : -1;
    if (code == POISE_OK)
        code = catch_signals(handle);
    return code != POISE_OK ? poise_fail_errno(err, POISE_FAILED, "cannot install a signal handler")
                            : POISE_OK;
}

void capture_fault_watch(char *sentence, size_t size, const capture_ranges *ranges, double seconds)
{
    fault.sentence = sentence;
    fault.size = size;
    fault.ranges = ranges;
    fault.seconds = seconds;
}
