#include "cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool is_interrupted; /* lock-free, so a handler may set it (C11 7.14.1.1) */

static void interrupt(int number)
{
    (void)number;
    atomic_store(&is_interrupted, true);
}

const atomic_bool *cli_interrupt_flag(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &is_interrupted;
}
