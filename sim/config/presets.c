#include "sim/config/presets.h"

#include "common/file.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ending[] = ".conf";

static int is_preset(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot != NULL && dot != entry->d_name && strcmp(dot, ending) == 0;
}

/* Independent of the locale, unlike alphasort. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void add(sim_presets *presets, const char *file)
{
    const size_t length = strlen(file) - strlen(ending);
    if (presets->n < SIM_MOST_PRESETS && length < SIM_PRESET_NAME)
        snprintf(presets->name[presets->n++], SIM_PRESET_NAME, "%.*s", (int)length, file);
}

void sim_presets_list(sim_presets *presets)
{
    presets->n = 0;
    char folder[PATH_MAX];
    struct dirent **entries;
    if (poise_find_installed("presets", folder, sizeof folder, NULL) != 0)
        return;
    const int n = scandir(folder, &entries, is_preset, by_name);
    for (int i = 0; i < n; i++) {
        add(presets, entries[i]->d_name);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}
