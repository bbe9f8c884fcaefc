#include "sim/config/area.h"

#include "common/member.h"

/* 94 KB take 6.9 mm^2. [S3.7.3] */
#define MM2_PER_STORAGE_BYTE (6.9 / (94.0 * 1024.0))
/* The wires of a crossbar of 32 + 32 bytes take 11.6 of its 27 mm^2. [S3.7.3] */
#define MM2_PER_WIRE_BYTE (11.6 / 64.0)

/* Queues of the ring: 4.82 mm^2 for 15 nodes with 8 + 8 entries of 30 bits and 8 of a line and 4 bits; links
 * and shadow tags: 4.38 mm^2, of which the tags of 48 KB take 17.5 KB at the rate of storage (our reading:
 * the source gives the sum), the rest 36 bytes of channels from each of 15 nodes to the next. [S4.5.4, T4.3]
 */
#define RING_NODES            15.0
#define RING_REQUEST_BYTES    (30.0 / 8)
#define RING_RESPONSE_BYTES   128.5
#define RING_QUEUE_BYTES      (16 * RING_REQUEST_BYTES + 8 * RING_RESPONSE_BYTES)
#define MM2_PER_QUEUE_BYTE    (4.82 / (RING_NODES * RING_QUEUE_BYTES))
#define SHADOW_BYTES_PER_LINE (25.0 / 8) /* 24 bits of tag and a valid bit [S4.4.3] */
#define SHADOW_MM2            (RING_NODES * 384 * SHADOW_BYTES_PER_LINE * MM2_PER_STORAGE_BYTE)
#define RING_CHANNEL_BYTES    4.0 /* of requests [T4.3] */
#define MM2_PER_LINK_BYTE     ((4.38 - SHADOW_MM2) / (RING_NODES * (RING_CHANNEL_BYTES + 32)))

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

static sim_area_ring ring_of(const sim_config *c)
{
    sim_area_ring ring = {0};
    if (c->ccn != CCN_RING)
        return ring;
    const double entries = (double)c->ccn_buffer + c->ccn_requests;
    ring.queue_bytes = c->sms * (entries * RING_REQUEST_BYTES + c->ccn_responses * RING_RESPONSE_BYTES);
    ring.queue_mm2 = ring.queue_bytes * MM2_PER_QUEUE_BYTE;
    ring.shadow_bytes = (double)c->sms * c->l1_sets * c->l1_ways * SHADOW_BYTES_PER_LINE;
    ring.shadow_mm2 = sim_area_of_storage(ring.shadow_bytes);
    ring.wire_bytes = RING_CHANNEL_BYTES + c->ccn_link_bytes;
    ring.wire_mm2 = c->sms * ring.wire_bytes * MM2_PER_LINK_BYTE;
    return ring;
}

static sim_area_ring ring_added(const sim_config *machine, const sim_config *base)
{
    const sim_area_ring a = ring_of(machine), b = ring_of(base);
    return (sim_area_ring){.queue_bytes = a.queue_bytes - b.queue_bytes,
                           .queue_mm2 = a.queue_mm2 - b.queue_mm2,
                           .shadow_bytes = a.shadow_bytes - b.shadow_bytes,
                           .shadow_mm2 = a.shadow_mm2 - b.shadow_mm2,
                           .wire_bytes = a.wire_bytes - b.wire_bytes,
                           .wire_mm2 = a.wire_mm2 - b.wire_mm2};
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
    area.ring = ring_added(machine, base);
    area.total_mm2 =
        area.storage_mm2 + area.wire_mm2 + area.ring.queue_mm2 + area.ring.shadow_mm2 + area.ring.wire_mm2;
    return area;
}
