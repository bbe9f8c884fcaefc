/* A scheduler that does not keep to C, in the way that the environment names (MISBEHAVES): code for code
 * that a plug-in should not have. */
#include "sim_hooks/sched.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int zero, counted;
static char *volatile nowhere;
static void (*volatile nothing)(void);

static bool is(const char *what)
{
    const char *wanted = getenv("MISBEHAVES");
    return wanted != NULL && strcmp(wanted, what) == 0;
}

static int recurse(volatile int depth)
{
    char room[256];
    memset(room, depth, sizeof room);
    return depth < 0 ? 0 : recurse(depth + 1) + room[depth & 255];
}

static void misbehave(void)
{
    if (is("exit"))
        exit(0);
    if (is("_exit"))
        _exit(0);
    if (is("quick_exit"))
        quick_exit(0);
    if (is("write"))
        *nowhere = 1;
    if (is("c_library"))
        counted = (int)strlen(nowhere);
    if (is("jump"))
        nothing();
    if (is("abort"))
        abort();
    if (is("divide"))
        counted = counted / zero;
    if (is("recurse"))
        counted = recurse(0);
    while (is("hang"))
        counted++;
    while (is("sleep"))
        pause();
}

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    static char something;
    (void)host, (void)options;
    *state = &something;
    if (is("exit_in_create"))
        exit(0);
    while (is("hang_in_create"))
        counted++;
    if (is("says_why"))
        return poise_fail(err, POISE_FAILED, "it is Monday");
    return is("code") ? 7777 : is("negative_code") ? -1 : is("no_reason") ? POISE_FAILED : POISE_OK;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    misbehave();
    return (unsigned)__builtin_ctzll(view->ready);
}

static const sched_policy sched = {.info = {.abi = POISE_POLICY_ABI,
                                            .struct_size = sizeof(sched_policy),
                                            .name = "mis",
                                            .summary = "misbehaves",
                                            .source = "a test"},
                                   .create = create,
                                   .pick = pick};

const policy_library *poise_policies(void)
{
    static const policy_entry entries[] = {{POLICY_SCHED, &sched.info}};
    static const policy_library library = POLICY_LIBRARY(entries);
    if (is("exit_when_loaded"))
        exit(0);
    return &library;
}
