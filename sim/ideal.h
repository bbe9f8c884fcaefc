/* Memory that is only partly real, for studies of bandwidth (the machine option `memory`; [S3.3,
 * T3.2]). What an SM can answer itself is in sm_send. */
#ifndef POISE_SIM_IDEAL_H
#define POISE_SIM_IDEAL_H

#include "sim/network/packet.h"

struct gpu;

/* memory = infinite: answers the requests that SM `sm` has sent in the last window, and empties the box. */
void ideal_answer(struct gpu *gpu, uint32_t sm, packet_fifo *requests);

/* memory = ideal-dram: runs channel `index` in the current core cycle. */
__attribute__((cold)) void ideal_dram_run(struct gpu *gpu, uint32_t index);

#endif
