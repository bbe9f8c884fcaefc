#include "cli/machine.h"

#include <stdlib.h>
#include <string.h>

static int apply(sim_config *config, const char *assignments, poise_error *err)
{
    char *copy = strdup(assignments);
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for --set");
    int code = POISE_OK;
    char *rest = NULL;
    for (char *one = strtok_r(copy, ",", &rest); one != NULL && code == POISE_OK;
         one = strtok_r(NULL, ",", &rest))
        code = sim_config_set(config, one, err);
    free(copy);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "--set");
}

int cli_machine_load(sim_config *config, const cli_machine *machine, poise_error *err)
{
    sim_config_default(config);
    int code = machine->config == NULL ? POISE_OK : sim_config_load(config, machine->config, err);
    if (code == POISE_OK && machine->set != NULL)
        code = apply(config, machine->set, err);
    return code == POISE_OK ? sim_config_check(config, err) : code;
}
