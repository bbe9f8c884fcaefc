#include "capture/landlock.h"

#include "capture/confinement.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* struct landlock_ruleset_attr of version 6: a kernel takes as much of it as it knows. */
typedef struct ruleset {
    uint64_t files, network, scopes;
} ruleset;

/* Rights on files are bits from 0 on; each version of the interface has added some (linux/landlock.h). */
enum { FILE_RIGHTS_1 = 13, FILE_RIGHTS_2 = 14, FILE_RIGHTS_3 = 15, FILE_RIGHTS_5 = 16 };

#define BITS(n)          ((UINT64_C(1) << (n)) - 1)
#define READ_RIGHTS      UINT64_C(0xd)       /* execute, read a file, read a folder */
#define FILE_ONLY_RIGHTS UINT64_C(0xc007)    /* execute, write, read, truncate, control a device */
#define DEVICE_RIGHT     (UINT64_C(1) << 15) /* ioctl(2) on devices: nobody needs it */
#define NETWORK_RIGHTS   UINT64_C(0x3)       /* bind and connect TCP */
#define SCOPES           UINT64_C(0x3)       /* abstract sockets, signals */

enum { NETWORK_VERSION = 4, SCOPE_VERSION = 6 };

static uint64_t file_rights(int version)
{
    return BITS(version >= 5   ? FILE_RIGHTS_5
                : version >= 3 ? FILE_RIGHTS_3
                : version >= 2 ? FILE_RIGHTS_2
                               : FILE_RIGHTS_1);
}

static int make_ruleset(int version)
{
    const ruleset rules = {file_rights(version), version >= NETWORK_VERSION ? NETWORK_RIGHTS : 0,
                           version >= SCOPE_VERSION ? SCOPES : 0};
    const size_t size = version >= SCOPE_VERSION     ? sizeof rules
                        : version >= NETWORK_VERSION ? offsetof(ruleset, scopes)
                                                     : offsetof(ruleset, network);
    return (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
}

/* Returns non-zero when the rule cannot be made. */
static int add_rule(int rules, int version, const capture_landlock_path *path)
{
    const int file = open(path->path, O_PATH | O_CLOEXEC);
    struct stat status;
    if (file < 0)
        return 0;
    struct landlock_path_beneath_attr rule = {
        .allowed_access = path->use == LANDLOCK_WRITE ? file_rights(version) & ~DEVICE_RIGHT : READ_RIGHTS,
        .parent_fd = file,
    };
    if (fstat(file, &status) == 0 && !S_ISDIR(status.st_mode))
        rule.allowed_access &= FILE_ONLY_RIGHTS;
    const long failed = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(file);
    return failed != 0;
}

int capture_landlock_enter(const capture_landlock_path *paths, size_t n, poise_error *err)
{
    const int version = capture_landlock_offered();
    const int rules = version > 0 ? make_ruleset(version) : -1;
    int failed = rules < 0;
    for (size_t i = 0; i < n && !failed; i++)
        failed = add_rule(rules, version, &paths[i]);
    if (!failed)
        failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_landlock_restrict_self, rules, 0);
    if (failed)
        poise_fail_errno(err, POISE_FAILED, "Landlock cannot be used");
    if (rules >= 0)
        close(rules);
    return failed ? POISE_FAILED : POISE_OK;
}
