#include "cli/sim/area.h"

#include "cli/machine.h"
#include "sim/config/area.h"

#include <stdio.h>

static void row(const char *what, double bytes, double mm2)
{
    printf("%-20s %10.0f %8.2f %9.2f\n", what, bytes, mm2, 100 * mm2 / SIM_AREA_DIE_MM2);
}

int cli_area_print(const sim_config *machine, const char *base, poise_error *err)
{
    sim_config before;
    const cli_machine of_base = {.config = {.text = {base}, .n = 1}};
    int code = cli_machine_load(&before, &of_base, err);
    if (code != POISE_OK)
        return code;
    const sim_area area = sim_area_added(machine, &before);
    printf("%-20s %10s %8s %9s\n", "more than the base", "bytes", "mm^2", "% of die");
    for (size_t i = 0; i < SIM_AREA_BUFFERS; i++)
        if (area.buffer_bytes[i] != 0)
            row(sim_area_buffer(i), area.buffer_bytes[i], sim_area_of_storage(area.buffer_bytes[i]));
    row("all buffers", area.storage_bytes, area.storage_mm2);
    row("crossbar flits", area.wire_bytes, area.wire_mm2);
    if (area.ring.queue_bytes != 0) {
        row("queues of the ring", area.ring.queue_bytes, area.ring.queue_mm2);
        row("shadow tags", area.ring.shadow_bytes, area.ring.shadow_mm2);
        row("links of the ring", area.ring.wire_bytes, area.ring.wire_mm2);
    }
    printf("%-20s %10s %8.2f %9.2f\n", "together", "", area.total_mm2,
           100 * area.total_mm2 / SIM_AREA_DIE_MM2);
    return POISE_OK;
}
