#include "sim/config/area.h"

#include "common/member.h"

/* 94 KB take 6.9 mm^2. [S3.7.3] */
#define MM2_PER_STORAGE_BYTE (6.9 / (94.0 * 1024.0))
/* The wires of a crossbar of 32 + 32 bytes take 11.6 of its 27 mm^2. [S3.7.3] */
#define MM2_PER_WIRE_BYTE (11.6 / 64.0)

/* Buffers whose size a machine may change. Sizes of entries: 128 bytes in queues that hold lines, 8 in miss
 * queues and MSHRs. An entry of the memory pipeline is not given: 34 bytes bring the sum of the
 * cost-effective configuration to the 94 KB of the thesis. [S3.7.3] */
static const struct {
    const char *name;
    size_t entries, copies; /* offsets of machine options */
    double entry_bytes;
} buffers[SIM_AREA_BUFFERS] = {
    {"L1 miss queues", offsetof(sim_config, l1_miss_queue), offsetof(sim_config, sms), 8},
    {"L1 MSHRs", offsetof(sim_config, l1_mshrs), offsetof(sim_config, sms), 8},
    {"memory pipelines", offsetof(sim_config, lsu_queue), offsetof(sim_config, sms), 34},
    {"L2 access queues", offsetof(sim_config, l2_access_queue), offsetof(sim_config, l2_banks), 128},
    {"L2 response queues", offsetof(sim_config, l2_response_queue), offsetof(sim_config, l2_banks), 128},
    {"L2 miss queues", offsetof(sim_config, l2_miss_queue), offsetof(sim_config, l2_banks), 8},
    {"L2 MSHRs", offsetof(sim_config, l2_mshrs), offsetof(sim_config, l2_banks), 8},
};

const char *sim_area_buffer(size_t i)
{
    return buffers[i].name;
}

double sim_area_of_storage(double bytes)
{
    return bytes * MM2_PER_STORAGE_BYTE;
}

static void buffers_of(const sim_config *c, double bytes_of[SIM_AREA_BUFFERS])
{
    for (size_t i = 0; i < SIM_AREA_BUFFERS; i++) {
        const uint32_t *entries = poise_const_member(c, buffers[i].entries);
        const uint32_t *copies = poise_const_member(c, buffers[i].copies);
        bytes_of[i] = *entries * (double)*copies * buffers[i].entry_bytes;
    }
}

sim_area sim_area_added(const sim_config *machine, const sim_config *base)
{
    sim_area area = {0};
    double before[SIM_AREA_BUFFERS];
    buffers_of(machine, area.buffer_bytes);
    buffers_of(base, before);
    for (size_t i = 0; i < SIM_AREA_BUFFERS; i++) {
        area.buffer_bytes[i] -= before[i];
        area.storage_bytes += area.buffer_bytes[i];
    }
    area.storage_mm2 = sim_area_of_storage(area.storage_bytes);
    area.wire_bytes = (double)machine->flit_request_bytes + machine->flit_reply_bytes -
                      base->flit_request_bytes - base->flit_reply_bytes;
    area.wire_mm2 = area.wire_bytes * MM2_PER_WIRE_BYTE;
    area.total_mm2 = area.storage_mm2 + area.wire_mm2;
    return area;
}
