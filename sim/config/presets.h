/* The machines that -c takes by name. */
#ifndef POISE_SIM_CONFIG_PRESETS_H
#define POISE_SIM_CONFIG_PRESETS_H

#include <stddef.h>

enum { SIM_MOST_PRESETS = 64, SIM_PRESET_NAME = 64 };

typedef struct sim_presets {
    size_t n;
    char name[SIM_MOST_PRESETS][SIM_PRESET_NAME];
} sim_presets;

/* Those that stand beside the command, in byte order of their files; a longer name, or one more, is left out.
 */
void sim_presets_list(sim_presets *presets);

#endif
