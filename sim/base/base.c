#include "sim/base/base.h"

void base_init(sim_base *base, const sim_config *config, uint32_t n_cpus)
{
    const sim_config *c = config;
    *base = (sim_base){.config = *c,
                       .icnt_clock = clock_domain_make(c->icnt_mhz, c->core_mhz),
                       .l2_clock = clock_domain_make(c->l2_mhz, c->core_mhz),
                       .dram_clock = clock_domain_make(c->dram_mhz, c->core_mhz),
                       .cpu_clock = clock_domain_make(c->cpu_mhz, c->core_mhz),
                       .n_sms = c->sms,
                       .n_cpus = n_cpus,
                       .n_ports = (c->sms + c->icnt_port_sms - 1) / c->icnt_port_sms};
    base->host_link = c->channels;
    base->first_bank = base->host_link + 1;
    base->first_reply = base->first_bank + c->l2_banks;
    base->first_cpu = base->first_reply + base->n_ports + n_cpus;
    base->n_components = base->first_cpu + n_cpus;
    base->window = clock_to_core(&base->icnt_clock, c->icnt_latency);
    for (uint32_t part = 0; part < c->memory_parts; part++) {
        address_map *map = &base->map[part];
        address_map_init(map, c, part);
        for (uint64_t i = 0; i < map->channels.divisor; i++)
            base->part_of_channel[map->first_channel + i] = (uint8_t)part;
    }
}

int base_make_wheel(sim_base *base, poise_error *err)
{
    if (wheel_init(&base->wheel, &base->storage, base->n_components))
        return POISE_OK;
    return poise_fail(err, POISE_FAILED, "no memory for the event wheel");
}

void base_free(sim_base *base)
{
    storage_free(&base->storage);
}
