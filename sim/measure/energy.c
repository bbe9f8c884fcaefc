#include "sim/measure/energy.h"

#define ENERGY_CONSTANT(id, value, unit, source) static const double id = (value);
#include "sim/measure/energy.def"
#undef ENERGY_CONSTANT

enum { LINE_BYTES = 128, BITS = 8 };

/* Parts are computed in picojoules. */
static const double JOULE = 1e-12;

static double difference(uint64_t from, uint64_t less)
{
    return from > less ? (double)(from - less) : 0;
}

static double instructions(const sim_counters *c)
{
    return INSTRUCTION * (double)c->warp_insts + LANE * (double)c->thread_insts;
}

/* A fill writes the line; a miss that reserves none does not. */
static double l1(const sim_counters *c)
{
    const double accesses = (double)c->l1_read_accesses + (double)c->l1_writes;
    return L1_BYTE * LINE_BYTES * (accesses + difference(c->l1_read_misses, c->l1_bypasses));
}

static double l2_unit_bytes(const sim_config *m)
{
    return m->l2_sector_bytes;
}

/* A request takes its header whatever the flit could hold; stores take data along, whole units of the L2 (our
 * choice: which bytes they write is not counted). */
static double network(const sim_counters *c, const sim_config *m)
{
    const double requests =
        (double)c->request_flits * m->header_bytes + (double)c->l2_writes * l2_unit_bytes(m);
    const double replies = (double)c->reply_flits * m->flit_reply_bytes;
    return WIRE_BYTE_MM * NETWORK_MM * (requests + replies);
}

/* Of files of older programs, which did not count it: nothing. */
static double known(uint64_t count)
{
    return count == SIM_UNKNOWN ? 0 : (double)count;
}

/* A look-up compares the tags of a set, as one in the L2 does; a request is one entry of 30 bits [T4.3]. */
static double cooperation(const sim_counters *c, const sim_config *m)
{
    const double request_bytes = 30.0 / BITS;
    const double bytes = request_bytes * known(c->ccn_hops) + m->ccn_link_bytes * known(c->ccn_beats);
    return L2_TAG * m->l1_ways * known(c->ccn_lookups) + L1_BYTE * LINE_BYTES * known(c->ccn_reads) +
           WIRE_BYTE_MM * RING_HOP_MM * bytes;
}

static double l2_tags(const sim_counters *c, const sim_config *m)
{
    return L2_TAG * m->l2_ways * ((double)c->l2_reads + (double)c->l2_writes);
}

/* A miss is answered from its fill, which is written once for all that merged with it. */
static double l2_data(const sim_counters *c, const sim_config *m)
{
    const double fills = difference(c->l2_reads, c->l2_read_hits + c->l2_merges);
    const double accesses = (double)c->l2_read_hits + (double)c->l2_writes + fills;
    return L2_BYTE * (l2_unit_bytes(m) * accesses + LINE_BYTES * (double)c->l2_writebacks);
}

static double dram_rows(const sim_counters *c, const sim_config *m)
{
    return ROW_BYTE * m->dram_row_bytes * difference(c->dram_reads + c->dram_writes, c->dram_row_hits);
}

/* A burst keeps the bus for tCCD. */
static double dram_data(const sim_counters *c, const sim_config *m)
{
    return DRAM_BIT * BITS * m->dram_burst_bytes * (double)c->dram_busy / m->t_ccd;
}

/* Joules, of `n` parts of `watts` each. */
static double idle(const sim_counters *c, const sim_config *m, double watts, uint32_t n)
{
    const double seconds = (double)c->cycles / (m->core_mhz * 1e6);
    return watts * n * seconds;
}

sim_energy sim_energy_of(const sim_counters *counters, const sim_config *machine)
{
    return (sim_energy){
        .instructions = JOULE * instructions(counters),
        .l1 = JOULE * l1(counters),
        .network = JOULE * network(counters, machine),
        .cooperation = JOULE * cooperation(counters, machine),
        .l2_tags = JOULE * l2_tags(counters, machine),
        .l2_data = JOULE * l2_data(counters, machine),
        .dram_rows = JOULE * dram_rows(counters, machine),
        .dram_data = JOULE * dram_data(counters, machine),
        .static_sms = idle(counters, machine, SM_POWER, machine->sms),
        .static_memory = idle(counters, machine, CHANNEL_POWER, machine->channels),
    };
}

const sim_energy_part *sim_energy_parts(size_t *n)
{
    static const sim_energy_part table[] = {
#define ENERGY_PART(member, meaning) {#member, meaning, offsetof(sim_energy, member)},
#include "sim/measure/energy.def"
#undef ENERGY_PART
    };
    *n = sizeof table / sizeof *table;
    return table;
}

double sim_energy_total(const sim_energy *energy)
{
    size_t n;
    const sim_energy_part *parts = sim_energy_parts(&n);
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += sim_energy_value(energy, &parts[i]);
    return total;
}

const sim_energy_constant *sim_energy_constants(size_t *n)
{
    static const sim_energy_constant table[] = {
#define ENERGY_CONSTANT(id, value, unit, source) {#id, value, unit, source},
#include "sim/measure/energy.def"
#undef ENERGY_CONSTANT
    };
    *n = sizeof table / sizeof *table;
    return table;
}
