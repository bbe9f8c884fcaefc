/* lacking seccomp|landlock|both PROGRAM ARGS...: runs a program as if the system lacked these: their system
 * calls are unknown. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, RESTRICT_SELF = 446 }; /* of Landlock, on every architecture */

#define UNKNOWN (SECCOMP_RET_ERRNO | ENOSYS)

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const int is_both = strcmp(argv[1], "both") == 0;
    const unsigned landlock = is_both || strcmp(argv[1], "landlock") == 0 ? UNKNOWN : SECCOMP_RET_ALLOW;
    const unsigned seccomp = is_both || strcmp(argv[1], "seccomp") == 0 ? UNKNOWN : SECCOMP_RET_ALLOW;
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, RESTRICT_SELF, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, CREATE_RULESET, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, landlock),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, seccomp),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, seccomp),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        puts("this system has no filters of system calls (seccomp)");
        return 77;
    }
    execvp(argv[2], argv + 2);
    return 1;
}
