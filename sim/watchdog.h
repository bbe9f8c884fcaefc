/* The watchdog of a program: a launch in which nothing retires for `watchdog` core cycles is stopped, and a
 * report says what every warp waits for. The same report is made when nothing can move any more. */
#ifndef POISE_SIM_WATCHDOG_H
#define POISE_SIM_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

struct gpu;
struct sim_app;

typedef struct watchdog {
    uint64_t look_at;  /* core cycle of the next look, UINT64_MAX = off */
    uint64_t retired;  /* as of the last look */
    uint64_t since;    /* look from which on nothing has retired */
    uint64_t fired_at; /* core cycle, 0 = it has not */
} watchdog;

void watchdog_begin(struct sim_app *app, uint64_t now);
/* Whether the launch must stop; `now` is the beginning of a window, at or after look_at. */
bool watchdog_looks(struct sim_app *app, uint64_t now);

/* What every warp and queue of the program, L2 bank and DRAM channel that is not idle waits for, as lines of
 * text, in about 60 lines; a section with more ends with the number of the rest. malloc'ed, NULL when there
 * is no memory. (stuck.c) */
char *stuck_report(const struct sim_app *app, uint64_t now);

/* ---- between stuck.c (what to say) and stuck_warp.c (what a warp waits for) ---- */

struct sim_sm;
struct sm_warp;
enum { STUCK_TEXT = 160 };
/* The resource that keeps a live warp from its next instruction, or from its end. */
void stuck_reason(const struct sim_sm *sm, const struct sm_warp *w, uint64_t now, char text[STUCK_TEXT]);

#endif
