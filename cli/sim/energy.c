#include "cli/sim/energy.h"

#include "cli/sim/counts.h"
#include "sim/measure/energy.h"

#include <stdio.h>

/* Watts, not a number without a cycle. */
static double power(const sim_counters *c, const sim_config *machine, double joules)
{
    return joules / ((double)c->cycles / (machine->core_mhz * 1e6));
}

static void row(const char *name, double joules, double total, const char *help)
{
    printf("%-15s %12.3f %8.1f %% %s\n", name, joules * 1e6, total > 0 ? 100 * joules / total : 0, help);
}

void cli_energy_print(const sim_counters *counters, const sim_config *machine)
{
    const sim_energy energy = sim_energy_of(counters, machine);
    const double total = sim_energy_total(&energy);
    size_t n;
    const sim_energy_part *parts = sim_energy_parts(&n);
    char mean[40];
    snprintf(mean, sizeof mean, "%.1f W", power(counters, machine, total));
    printf("%-15s %12s %10s\n", "part", "microjoules", "share");
    for (size_t i = 0; i < n; i++)
        row(parts[i].name, sim_energy_value(&energy, &parts[i]), total, parts[i].help);
    row("together", total, total, mean);
}

static json_t *constants(void)
{
    size_t n;
    const sim_energy_constant *table = sim_energy_constants(&n);
    json_t *object = json_object();
    int bad = 0;
    for (size_t i = 0; i < n; i++)
        bad |= json_object_set_new(object, table[i].name,
                                   json_pack("{s:f,s:s,s:s}", "value", table[i].value, "unit", table[i].unit,
                                             "source", table[i].source));
    if (!bad)
        return object;
    json_decref(object);
    return NULL;
}

json_t *cli_energy_json(const sim_counters *counters, const sim_config *machine)
{
    const sim_energy energy = sim_energy_of(counters, machine);
    const double total = sim_energy_total(&energy);
    size_t n;
    const sim_energy_part *parts = sim_energy_parts(&n);
    json_t *object = json_object();
    int bad = 0;
    for (size_t i = 0; i < n; i++)
        bad |=
            json_object_set_new(object, parts[i].name, cli_json_number(sim_energy_value(&energy, &parts[i])));
    bad |= json_object_set_new(object, "total", cli_json_number(total));
    bad |= json_object_set_new(object, "watts", cli_json_number(power(counters, machine, total)));
    bad |= json_object_set_new(object, "constants", constants());
    if (!bad)
        return object;
    json_decref(object);
    return NULL;
}
