#include "capture/server/confine.h"

#include "capture/landlock.h"

#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define CALL(name) SCMP_SYS(name)

/* What computing takes: memory, the signals of a fault, clocks, the end. None of them reaches anything
 * outside the process. */
static const int free_calls[] = {
    CALL(munmap),         CALL(madvise),      CALL(mremap),      CALL(brk),       CALL(rt_sigaction),
    CALL(rt_sigprocmask), CALL(rt_sigreturn), CALL(sigaltstack), CALL(setitimer), CALL(clock_gettime),
    CALL(gettimeofday),   CALL(time),         CALL(getpid),      CALL(gettid),    CALL(getcpu),
    CALL(sched_yield),    CALL(sysinfo),      CALL(getrandom),   CALL(futex),     CALL(restart_syscall),
    CALL(exit),           CALL(exit_group),
};

/* Numbers of files and processes are ints: the upper half of a register means nothing. */
#define IS_INT(argument, value)  SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, (uint32_t)(value))
#define LACKS_BIT(argument, bit) SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, bit, 0)

static int allow_free_calls(scmp_filter_ctx filter)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof free_calls / sizeof *free_calls && !failed; i++)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, free_calls[i], 0);
    return failed;
}

/* New memory is of no file and holds no code. abort(3) and the C library say on standard error why they end
 * the process. */
static int allow_by_arguments(scmp_filter_ctx filter, int orders, int stream)
{
    int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(recvfrom), 1, IS_INT(0, orders));
    if (!failed)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(write), 1, IS_INT(0, stream));
    if (!failed)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(writev), 1, IS_INT(0, STDERR_FILENO));
    if (!failed)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(tgkill), 1, IS_INT(0, getpid()));
    if (!failed)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(mprotect), 1, LACKS_BIT(2, PROT_EXEC));
    if (!failed)
        failed =
            seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(mmap), 2, LACKS_BIT(2, PROT_EXEC), IS_INT(4, -1));
    return failed;
}

/* Systems before Linux 5.16 slow down what has a filter, so that it cannot find out its own memory by
 * speculation unless told that it may: a kernel can read the memory of its process anyway. */
static int load_filter(int orders, int stream)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_TRAP);
    if (!filter)
        return -ENOMEM;
    int failed = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_TRAP);
    if (!failed && seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1))
        failed = 0; /* such an old kernel does as it does */
    if (!failed)
        failed = allow_free_calls(filter);
    if (!failed)
        failed = allow_by_arguments(filter, orders, stream);
    if (!failed)
        failed = seccomp_load(filter);
    seccomp_release(filter);
    return failed;
}

/* Every system has these: no new file, no longer file, no new process (but for root), no image of the process
 * on disk. */
static void limit_resources(void)
{
    static const __rlimit_resource_t limited[] = {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_CORE};
    const struct rlimit none = {0, 0};
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        setrlimit(limited[i], &none);
}

int capture_confine(capture_confinement how, int orders, int stream, poise_error *err)
{
    if (how == CONFINE_OFF)
        return POISE_OK;
    int code = capture_landlock_enter(NULL, 0, err);
    if (code != POISE_OK && how == CONFINE_REQUIRE)
        return poise_error_prefix(err, "kernels cannot be confined (--sandbox require)");
    limit_resources();
    const int failed = load_filter(orders, stream);
    if (failed && how == CONFINE_REQUIRE) {
        errno = -failed;
        return poise_fail_errno(err, POISE_FAILED,
                                "kernels cannot be confined (--sandbox require): seccomp cannot be used");
    }
    return POISE_OK;
}

const char *capture_call_name(int number, unsigned architecture)
{
    const char *name = seccomp_syscall_resolve_num_arch(architecture, number);
    return name ? name : "?";
}
