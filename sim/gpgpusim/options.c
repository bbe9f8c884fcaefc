/* The options of GPGPU-Sim and BookSim, and what settings of them may say. */
#include "common/nearest.h"
#include "sim/gpgpusim/convert.h"

#include <pthread.h>
#include <stdarg.h>
#include <string.h>

static const gpgpusim_option options[] = {
#define GPGPUSIM_MAPPED(name, convert, ours, text) \
    {name, GPGPUSIM_KIND_MAPPED, false, gpgpusim_convert_##convert, ours, text},
#define GPGPUSIM_COMPARED                    GPGPUSIM_MAPPED
#define GPGPUSIM_CHECKED(name, values, text) {name, GPGPUSIM_KIND_CHECKED, false, NULL, values, text},
#define GPGPUSIM_SWITCH(name, value, text)   {name, GPGPUSIM_KIND_CHECKED, true, NULL, value, text},
#define GPGPUSIM_IGNORED(name, text)         {name, GPGPUSIM_KIND_IGNORED, true, NULL, NULL, text},
#define GPGPUSIM_UNMODELLED(name, text)      {name, GPGPUSIM_KIND_UNMODELLED, true, NULL, NULL, text},
#define GPGPUSIM_RETIRED(name, new_name)     {name, GPGPUSIM_KIND_RETIRED, false, NULL, new_name, NULL},
#define GPGPUSIM_FILE(name, text)            {name, GPGPUSIM_KIND_FILE, false, NULL, NULL, text},
#include "sim/gpgpusim/gpgpusim.def"

#include "sim/gpgpusim/booksim.def" /* behind -icnt_flit_size, over which flit_size wins */
};
enum { N_OPTIONS = sizeof options / sizeof *options };

const gpgpusim_option *gpgpusim_options(size_t *n)
{
    *n = N_OPTIONS;
    return options;
}

/* Whether the name stands for all that begin so. */
static bool is_beginning(const char *name)
{
    return name[strlen(name) - 1] == '*';
}

static bool is_named(const gpgpusim_option *option, const char *name)
{
    if (is_beginning(option->name))
        return strncmp(option->name, name, strlen(option->name) - 1) == 0;
    return strcmp(option->name, name) == 0;
}

/* Of each option: most names are told apart by them. */
static uint32_t letters[N_OPTIONS];

static void read_letters(void)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const char *name = options[i].name;
        letters[i] = poise_letters(name, strlen(name) - is_beginning(name));
    }
}

static void know_letters(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_letters);
}

const gpgpusim_option *gpgpusim_find(const char *name)
{
    know_letters();
    const uint32_t of_name = poise_letters(name, strlen(name));
    for (size_t i = 0; i < N_OPTIONS; i++)
        if ((letters[i] & ~of_name) == 0 && is_named(&options[i], name))
            return &options[i];
    return NULL;
}

const char *gpgpusim_nearest(const char *name)
{
    know_letters();
    const char *names[N_OPTIONS + 1] = {0};
    const size_t length = strlen(name);
    const uint32_t of_name = poise_letters(name, length);
    size_t n = 0;
    for (size_t i = 0; i < N_OPTIONS; i++)
        if ((options[i].name[0] == '-') == (name[0] == '-') && options[i].kind != GPGPUSIM_KIND_RETIRED &&
            !poise_is_far(of_name, length, letters[i]) && !is_beginning(options[i].name))
            names[n++] = options[i].name;
    return length < 100 ? poise_nearest(name, names) : NULL;
}

gpgpusim_setting *gpgpusim_setting_of(const gpgpusim_reader *reader, const gpgpusim_option *option)
{
    return &reader->setting[option - options];
}

const char *gpgpusim_value(const gpgpusim_reader *reader, const char *name, const char *missing)
{
    const char *value = gpgpusim_setting_of(reader, gpgpusim_find(name))->value;
    return value ? value : missing;
}

void gpgpusim_refuse(gpgpusim_reader *reader, const gpgpusim_option *option, const char *format, ...)
{
    char reason[256];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    const gpgpusim_setting *setting = gpgpusim_setting_of(reader, option);
    sim_config_say(reader->notes->lenient ? &reader->notes->warnings : &reader->notes->refusals,
                   "%s: %s %.80s is not modelled: %s", setting->place, option->name, setting->value, reason);
}

int gpgpusim_wrong(const gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err,
                   const char *reason)
{
    const gpgpusim_setting *setting = gpgpusim_setting_of(reader, option);
    return poise_fail(err, POISE_USAGE, "%s: %s '%.80s' %s", setting->place, option->name, setting->value,
                      reason);
}

int gpgpusim_set(gpgpusim_reader *reader, const gpgpusim_option *option, const char *ours, const char *value,
                 poise_error *err)
{
    const gpgpusim_setting *setting = gpgpusim_setting_of(reader, option);
    poise_error reason = {0};
    int code = sim_config_assign(reader->config, reader->notes, setting->place, ours, value, &reason);
    if (code == POISE_USAGE) {
        gpgpusim_refuse(reader, option, "%s", reason.text);
        return POISE_OK;
    }
    return code != POISE_OK ? poise_fail(err, (poise_code)code, "%s: %s", setting->place, reason.text)
                            : POISE_OK;
}
