/* How kernels and their compiler are confined: what `poise capture --sandbox` says, and what the running
 * system offers. */
#ifndef POISE_CAPTURE_CONFINEMENT_H
#define POISE_CAPTURE_CONFINEMENT_H

#include "capture/capture_environment.h"

#include <linux/seccomp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum capture_confinement {
    CONFINE_AUTO,    /* as far as the system can */
    CONFINE_REQUIRE, /* or fail */
    CONFINE_OFF,
} capture_confinement;

/* In the processes that the command starts, and under an ordinary OpenCL program. */
static inline capture_confinement capture_confinement_read(void)
{
    const char *said = getenv(CAPTURE_ENV_SANDBOX);
    if (said && strcmp(said, CAPTURE_SANDBOX_REQUIRE) == 0)
        return CONFINE_REQUIRE;
    return said && strcmp(said, CAPTURE_SANDBOX_OFF) == 0 ? CONFINE_OFF : CONFINE_AUTO;
}

/* Whether filters of system calls can be loaded here. */
static inline bool capture_has_seccomp(void)
{
    const uint32_t action = SECCOMP_RET_TRAP;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

/* Version of Landlock's interface (landlock.h); 0 = there is none, or it is forbidden to use it. */
static inline int capture_landlock_offered(void)
{
    const unsigned version_flag = 1; /* LANDLOCK_CREATE_RULESET_VERSION */
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, version_flag);
    return version > 0 ? (int)version : 0;
}

#endif
