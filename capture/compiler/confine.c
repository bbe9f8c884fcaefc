#include "capture/compiler/confine.h"

#include "capture/landlock.h"

#include <errno.h>
#include <limits.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CALL(name) SCMP_SYS(name)

/* What would reach other processes, the network or the system: compilers do without. They fail with EPERM. */
static const int refused_calls[] = {
    CALL(socket),
    CALL(socketpair),
    CALL(connect),
    CALL(bind),
    CALL(kill),
    CALL(tkill),
    CALL(ptrace),
    CALL(process_vm_readv),
    CALL(process_vm_writev),
    CALL(pidfd_getfd),
    CALL(pidfd_send_signal),
    CALL(io_uring_setup),
    CALL(bpf),
    CALL(perf_event_open),
    CALL(userfaultfd),
    CALL(mount),
    CALL(umount2),
    CALL(pivot_root),
    CALL(chroot),
    CALL(unshare),
    CALL(setns),
    CALL(add_key),
    CALL(request_key),
    CALL(keyctl),
    CALL(shmget),
    CALL(shmat),
    CALL(shmctl),
    CALL(semget),
    CALL(msgget),
    CALL(mq_open),
    CALL(init_module),
    CALL(finit_module),
    CALL(kexec_load),
    CALL(reboot),
    CALL(swapon),
    CALL(settimeofday),
    CALL(clock_settime),
    CALL(sethostname),
    CALL(quotactl),
    CALL(acct),
};

static int load_filter(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter)
        return -ENOMEM;
    int failed = 0;
    for (size_t i = 0; i < sizeof refused_calls / sizeof *refused_calls && !failed; i++)
        failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), refused_calls[i], 0);
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1); /* unknown to systems before Linux 4.17 */
    if (!failed)
        failed = seccomp_load(filter);
    seccomp_release(filter);
    return failed;
}

static int folder_of(const char *path, char folder[PATH_MAX], poise_error *err)
{
    const char *slash = strrchr(path, '/');
    char named[PATH_MAX];
    const size_t bytes = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (bytes >= sizeof named)
        return poise_fail(err, POISE_FAILED, "the path %.60s... is too long", path);
    snprintf(named, sizeof named, "%.*s", (int)bytes, slash == NULL ? "." : path);
    return realpath(named, folder) ? POISE_OK : poise_fail_errno(err, POISE_FAILED, "cannot find %s", named);
}

/* Also what a compiler leaves that crashes is removed with the folder. */
static int put_temporary_files_into(const char *folder, poise_error *err)
{
    return setenv("TMPDIR", folder, 1) ? poise_fail_errno(err, POISE_FAILED, "cannot set TMPDIR") : POISE_OK;
}

int capture_confine_compiler(capture_confinement how, const char *output, poise_error *err)
{
    char folder[PATH_MAX];
    int code = folder_of(output, folder, err);
    if (code == POISE_OK)
        code = put_temporary_files_into(folder, err);
    if (code != POISE_OK || how == CONFINE_OFF)
        return code;
    const capture_landlock_path paths[] = {
        {"/", LANDLOCK_READ}, {"/dev/null", LANDLOCK_WRITE}, {folder, LANDLOCK_WRITE}};
    close_range(STDERR_FILENO + 1, ~0U, 0);
    code = capture_landlock_enter(paths, sizeof paths / sizeof *paths, err);
    if (code != POISE_OK && how == CONFINE_REQUIRE)
        return poise_error_prefix(err, "the kernel compiler cannot be confined (--sandbox require)");
    const int failed = load_filter();
    if (failed && how == CONFINE_REQUIRE) {
        errno = -failed;
        return poise_fail_errno(
            err, POISE_FAILED,
            "the kernel compiler cannot be confined (--sandbox require): seccomp cannot be used");
    }
    return POISE_OK;
}
