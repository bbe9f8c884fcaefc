#include "profile/profile_schema.h"

#include <stdio.h>

const poise_h5_field profile_kernel_fields[PROFILE_KERNEL_FIELDS] = {PROFILE_KERNEL_COLUMNS(profile_kernel)};

poise_h5_column profile_counter_column(const sim_counter_info *info, char name[PROFILE_COLUMN_NAME])
{
    snprintf(name, PROFILE_COLUMN_NAME, "/%s", info->name);
    return (poise_h5_column){
        .name = name, .units = info->unit, .long_name = info->help, .axis = {"/kernel", "/N", "/p"}};
}
