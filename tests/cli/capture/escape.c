/* What a kernel would do that runs code of its own choice: linked into its program in the place of the
 * function that it calls (escape.sh), it makes the system calls by itself. Attack number `which` is made, by
 * the first work-item; the others return. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static long call6(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#define CALL(number, a, b, c, d) call6(number, (long)(a), (long)(b), (long)(c), (long)(d), -1, 0)

/* The system calls of 32-bit programs have other numbers: 20 is getpid there. */
static long call_as_32_bits(void)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "r8", "r9", "r10", "r11", "memory");
    return result;
}

static char text[] = "harm";
static char *const touch[] = {"/bin/touch", "harm_by_exec", NULL};

static long run_child(void)
{
    const long child = CALL(SYS_clone, SIGCHLD, 0, 0, 0);
    if (child == 0) {
        CALL(SYS_execve, touch[0], touch, touch + 2, 0);
        /* Refused: rather than be a second process of the kernel, for which the first waits. */
        CALL(SYS_exit_group, 1, 0, 0, 0);
    }
    return CALL(SYS_wait4, child, 0, 0, 0);
}

static long create(const char *name)
{
    const long file = CALL(SYS_openat, AT_FDCWD, name, O_CREAT | O_WRONLY, 0644);
    return CALL(SYS_write, file, text, sizeof text, 0);
}

static long kill_server(void)
{
    return CALL(SYS_kill, CALL(SYS_getppid, 0, 0, 0, 0), SIGKILL, 0, 0);
}

static int deep(volatile int n)
{
    volatile char room[256] = {0};
    return n < 0 ? room[3] : deep(n + 1) + room[n & 255];
}

/* To whatever the process holds: the file through which the server is told of the launch is among it. */
static long lie(void)
{
    static const long nonsense[4] = {2, 1L << 40, 4, 0};
    for (int file = 3; file < 64; file++)
        CALL(SYS_write, file, nonsense, sizeof nonsense, 0);
    return 0;
}

static long attack(int which)
{
    static const struct rlimit no_limit = {RLIM_INFINITY, RLIM_INFINITY};
    switch (which) {
    case 1: return CALL(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY, 0);
    case 2: return create("harm_by_open");
    case 3: return CALL(SYS_unlink, "harmless", 0, 0, 0);
    case 4: return CALL(SYS_socket, AF_INET, SOCK_STREAM, 0, 0);
    case 5: return run_child();
    case 6: return CALL(SYS_execve, touch[0], touch, touch + 2, 0);
    case 7: return kill_server();
    case 8: return CALL(SYS_kill, -1, 0, 0, 0);
    case 9: return CALL(SYS_tgkill, 1, 1, 0, 0);
    case 10: return CALL(SYS_ptrace, PTRACE_ATTACH, 1, 0, 0);
    case 11: return CALL(SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS);
    case 12: return CALL(SYS_mprotect, (long)text & -4096L, 4096, PROT_READ | PROT_EXEC, 0);
    case 13: return CALL(SYS_shmget, 0, 4096, 01600, 0);
    case 14: return CALL(SYS_write, 1, text, sizeof text, 0);
    case 15: return CALL(SYS_memfd_create, "harm", 0, 0, 0);
    case 16: return CALL(SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0);
    case 17: return CALL(SYS_prlimit64, 0, RLIMIT_NOFILE, &no_limit, 0);
    case 18: return CALL(SYS_io_uring_setup, 4, text, 0, 0);
    case 19: return CALL(SYS_ioctl, 0, 0x5412, text, 0);
    case 20: return call_as_32_bits();
    case 21: return CALL(SYS_getuid | 0x40000000, 0, 0, 0, 0);
    case 22: return deep(1);
    case 23: *(volatile int *)16 = 1; return 0;
    case 24: return lie();
    default: return 0;
    }
}

float poise_math_sin_f(float which);
float poise_math_sin_f(float which)
{
    return (float)attack((int)which);
}
