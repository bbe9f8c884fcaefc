/* Long work that the user may interrupt. */
#ifndef POISE_CLI_INTERRUPT_H
#define POISE_CLI_INTERRUPT_H

#include <stdatomic.h>

/* From now on the first SIGINT or SIGTERM sets the flag that is returned; a second one ends the process. */
const atomic_bool *cli_interrupt_flag(void);

#endif
