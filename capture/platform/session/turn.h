/* The end of a capture after a launch (`poise capture --stop-after`). A process holds a lock while it runs a
 * launch, so that the command knows when all launches up to the last one are complete, whatever becomes of
 * the process. */
#ifndef POISE_CAPTURE_PLATFORM_SESSION_TURN_H
#define POISE_CAPTURE_PLATFORM_SESSION_TURN_H

#include <stdbool.h>
#include <stdint.h>

/* Before a launch gets its number: takes the lock, if there is a last launch. To be given to
 * capture_turn_end.
 */
int capture_turn_begin(void);
void capture_turn_end(int turn);

/* Whether nothing is to run after, or from, that launch. */
bool capture_turn_is_last(uint32_t index);
bool capture_turn_is_over(uint32_t index);

/* Until the command ends this process. */
_Noreturn void capture_turn_await_end(void);

#endif
