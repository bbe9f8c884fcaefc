/* What a warp of a launch that does not go on waits for. */
#ifndef POISE_SIM_STUCK_WARP_H
#define POISE_SIM_STUCK_WARP_H

#include "sim/sm/sm.h"

enum { STUCK_TEXT = 160 };
/* The resource that keeps a live warp from its next instruction, or from its end. */
void stuck_reason(const sim_sm *sm, const sm_warp *w, uint64_t now, char text[STUCK_TEXT]);

#endif
