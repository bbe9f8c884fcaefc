#include "profile/profile_schema.h"

#include <stdio.h>

const poise_h5_field profile_kernel_fields[PROFILE_KERNEL_FIELDS] = {PROFILE_KERNEL_COLUMNS(profile_kernel)};

bool profile_counter_may_be_unknown(const sim_counter_info *info)
{
    return info->offset == offsetof(sim_counters, l1_polluting_accesses) ||
           info->offset == offsetof(sim_counters, l1_polluting_hits) ||
           info->offset == offsetof(sim_counters, l1_sector_misses) ||
           info->offset == offsetof(sim_counters, l1_miss_sectors);
}

poise_h5_column profile_counter_column(const sim_counter_info *info, char name[PROFILE_COLUMN_NAME])
{
    snprintf(name, PROFILE_COLUMN_NAME, "/%s", info->name);
    return (poise_h5_column){
        .name = name, .units = info->unit, .long_name = info->help, .axis = {"/kernel", "/N", "/p"}};
}
