#include "sim/config/area.h"

/* 94 KB take 6.9 mm^2. [S3.7.3] */
#define MM2_PER_STORAGE_BYTE (6.9 / (94.0 * 1024.0))
/* The wires of a crossbar of 32 + 32 bytes take 11.6 of its 27 mm^2. [S3.7.3] */
#define MM2_PER_WIRE_BYTE (11.6 / 64.0)

static const char *const names[SIM_AREA_BUFFERS] = {
#define AREA_BUFFER(entries, copies, bytes, what) what,
#include "sim/config/area.def"
#undef AREA_BUFFER
};

const char *sim_area_buffer(size_t i)
{
    return names[i];
}

double sim_area_of_storage(double bytes)
{
    return bytes * MM2_PER_STORAGE_BYTE;
}

static void buffers_of(const sim_config *c, double bytes_of[SIM_AREA_BUFFERS])
{
    size_t i = 0;
#define AREA_BUFFER(entries, copies, bytes, what) \
    bytes_of[i++] = (double)c->entries * (double)c->copies * (bytes);
#include "sim/config/area.def"
#undef AREA_BUFFER
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
    area.wire_bytes = (double)(machine->flit_request_bytes + machine->flit_reply_bytes) -
                      (double)(base->flit_request_bytes + base->flit_reply_bytes);
    area.wire_mm2 = area.wire_bytes * MM2_PER_WIRE_BYTE;
    area.total_mm2 = area.storage_mm2 + area.wire_mm2;
    return area;
}
