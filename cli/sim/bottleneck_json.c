#include "cli/sim/bottleneck.h"

/* Numbers of an array without labels are a set of causes each: only those that occurred, by the value of the
 * set. */
static json_t *array_of(const sim_statistic_info *info, const uint64_t *values)
{
    json_t *object = json_object();
    int bad = object == NULL;
    for (size_t i = 0; i < info->length; i++) {
        char set[24];
        if (!info->label && !values[i])
            continue;
        snprintf(set, sizeof set, "%zu", i);
        const char *name = info->label ? info->label((uint32_t)i) : set;
        bad = bad || json_object_set_new(object, name, json_integer((json_int_t)values[i]));
    }
    if (!bad)
        return object;
    json_decref(object);
    return NULL;
}

static int add_derived(json_t *root, const cli_bottleneck *b)
{
    char text[160];
    cli_bottleneck_verdict(b, text, sizeof text);
    return json_object_set_new(root, "stall_share", json_real(sim_stall_share(b->statistics))) |
           json_object_set_new(root, "aml", json_real(sim_aml(b->statistics))) |
           json_object_set_new(root, "l2_ahl", json_real(sim_l2_ahl(b->statistics))) |
           json_object_set_new(root, "l2_queueing", json_real(sim_l2_queueing(b->statistics))) |
           json_object_set_new(root, "bank_divergence", json_real(sim_divergence(b->statistics))) |
           json_object_set_new(root, "bank_divergence_wait", json_real(sim_divergence_wait(b->statistics))) |
           json_object_set_new(root, "dram_efficiency", json_real(sim_dram_efficiency(b->statistics))) |
           json_object_set_new(root, "dram_banks_busy", json_real(sim_dram_banks(b->statistics))) |
           json_object_set_new(root, "bound_by", json_string(text));
}

json_t *cli_bottleneck_json(const cli_bottleneck *b)
{
    size_t n;
    const sim_statistic_info *table = sim_statistic_table(&n);
    json_t *root = json_object();
    int bad = root == NULL;
    for (size_t i = 0; i < n && !bad; i++) {
        const uint64_t *values = sim_statistic_values(b->statistics, &table[i]);
        json_t *value =
            table[i].length == 1 ? json_integer((json_int_t)*values) : array_of(&table[i], values);
        bad = json_object_set_new(root, table[i].name, value);
    }
    bad = bad || add_derived(root, b);
    if (!bad)
        return root;
    json_decref(root);
    return NULL;
}
