#include "sim/config/notes.h"

#include "common/option_value.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void sentences_free(sim_config_sentences *list)
{
    for (size_t i = 0; i < list->n && i < SIM_CONFIG_SENTENCES; i++)
        free(list->text[i]);
    *list = (sim_config_sentences){0};
}

void sim_config_notes_free(sim_config_notes *notes)
{
    for (size_t i = 0; i < SIM_CONFIG_OPTIONS; i++)
        free(notes->origin[i]);
    free(notes->scheduler);
    free(notes->scheduler_place);
    sentences_free(&notes->warnings);
    sentences_free(&notes->refusals);
    *notes = (sim_config_notes){0};
}

const char *sim_config_origin(const sim_config_notes *notes, size_t index)
{
    return notes->origin[index] ? notes->origin[index] : "default";
}

/* A sentence is one line whatever the file names in it are. */
static void keep_on_one_line(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

void sim_config_say(sim_config_sentences *list, const char *format, ...)
{
    const size_t index = list->n++;
    if (index >= SIM_CONFIG_SENTENCES)
        return;
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    keep_on_one_line(text);
    list->text[index] = strdup(text);
}

int sim_config_assign(sim_config *config, sim_config_notes *notes, const char *origin, const char *key,
                      const char *value, poise_error *err)
{
    size_t n;
    const poise_option *table = sim_config_options(&n);
    const poise_option *option = sim_config_option(key);
    /* Without one it says which was meant. */
    int code = option ? option_value_parse(option, config, "machine option", value, err)
                      : poise_options_set(table, n, config, "machine option", key, value, err);
    if (code != POISE_OK)
        return code;
    char *copy = strdup(origin);
    if (!copy)
        return poise_fail(err, POISE_FAILED, "out of memory for the origin of %s", key);
    keep_on_one_line(copy);
    const size_t index = (size_t)(option - table);
    free(notes->origin[index]);
    notes->origin[index] = copy;
    return POISE_OK;
}
