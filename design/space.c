#include "design/space.h"

#include "common/member.h"
#include "common/text.h"
#include "sim/config/area.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *option, *ladder;
    bool is_default;
} builtin[] = {
#define KNOB(option, ladder, is_default, source) {#option, (ladder), (is_default) != 0},
#include "design/knobs.def"
#undef KNOB
};
enum { N_BUILTIN = sizeof builtin / sizeof builtin[0] };

/* ---- levels ---- */

/* "name = value" of an option as it stands: the value. */
static void value_of(const sim_config *config, const poise_option *option, char value[DESIGN_VALUE_TEXT])
{
    char line[128] = "";
    (void)poise_option_format(option, config, line, sizeof line);
    const char *equals = strstr(line, " = ");
    snprintf(value, DESIGN_VALUE_TEXT, "%.*s", DESIGN_VALUE_TEXT - 1, equals == NULL ? "" : equals + 3);
}

static int add_level(design_knob *knob, const char *value, poise_error *err)
{
    if (knob->n_levels == DESIGN_MOST_LEVELS)
        return poise_fail(err, POISE_USAGE, "knob %s has more than %d values", knob->option,
                          DESIGN_MOST_LEVELS);
    snprintf(knob->level[knob->n_levels++], DESIGN_VALUE_TEXT, "%s", value);
    return POISE_OK;
}

/* A multiple of the base that is no whole number is left out. */
static int add_multiples(design_knob *knob, const sim_config *base, const poise_option *option,
                         const char *ladder, poise_error *err)
{
    const uint32_t value = *(const uint32_t *)poise_const_member(base, option->offset);
    int code = POISE_OK;
    char *end = NULL;
    for (const char *at = ladder; code == POISE_OK && *at != '\0'; at = *end == ',' ? end + 1 : end) {
        const double level = strtod(at, &end) * value;
        char text[DESIGN_VALUE_TEXT];
        snprintf(text, sizeof text, "%.0f", level);
        if (level == floor(level) && level >= 1)
            code = add_level(knob, text, err);
    }
    return code;
}

/* Each value is one that the option may have, as the option is printed. */
static int add_values(design_knob *knob, const sim_config *base, const poise_option *option, char *values,
                      poise_error *err)
{
    char *rest = NULL;
    int code = POISE_OK;
    for (char *value = strtok_r(values, ":", &rest); code == POISE_OK && value != NULL;
         value = strtok_r(NULL, ":", &rest)) {
        sim_config config = *base;
        char text[DESIGN_VALUE_TEXT];
        code = poise_options_set(option, 1, &config, "machine option", option->name, value, err);
        value_of(&config, option, text);
        if (code == POISE_OK)
            code = add_level(knob, text, err);
    }
    return code;
}

static int find_base(design_knob *knob, const sim_config *base, const poise_option *option, poise_error *err)
{
    char value[DESIGN_VALUE_TEXT];
    value_of(base, option, value);
    for (size_t i = 0; i < knob->n_levels; i++) {
        if (strcmp(knob->level[i], value) == 0) {
            knob->base = (uint8_t)i;
            return POISE_OK;
        }
    }
    return poise_fail(err, POISE_USAGE, "knob %s: the base has %s, which is none of the values", knob->option,
                      value);
}

/* ---- knobs ---- */

static int put_knob(design_space *space, const design_knob *knob, poise_error *err)
{
    size_t i = 0;
    while (i < space->n_knobs && strcmp(space->knobs[i].option, knob->option) != 0)
        i++;
    if (i == DESIGN_MOST_KNOBS)
        return poise_fail(err, POISE_USAGE, "there are more than %d knobs", DESIGN_MOST_KNOBS);
    space->knobs[i] = *knob;
    space->n_knobs += i == space->n_knobs;
    return POISE_OK;
}

static int put_builtin(design_space *space, size_t i, poise_error *err)
{
    const poise_option *option = sim_config_option(builtin[i].option);
    design_knob knob = {.option = builtin[i].option};
    int code = add_multiples(&knob, &space->base, option, builtin[i].ladder, err);
    if (code == POISE_OK)
        code = find_base(&knob, &space->base, option, err);
    return code == POISE_OK ? put_knob(space, &knob, err) : code;
}

static int put_defaults(design_space *space, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < N_BUILTIN && code == POISE_OK; i++) {
        if (builtin[i].is_default)
            code = put_builtin(space, i, err);
    }
    return code;
}

static int refuse_knob(const char *name, poise_error *err)
{
    const char *names[N_BUILTIN + 2] = {"default"};
    for (size_t i = 0; i < N_BUILTIN; i++)
        names[i + 1] = builtin[i].option;
    const char *nearest = poise_nearest(name, names);
    return poise_fail(
        err, POISE_USAGE,
        "there is no knob '%.60s'%s%s%s: name one of design/knobs.def, or OPTION=VALUE:VALUE of a "
        "machine option",
        name, nearest == NULL ? "" : "; did you mean '", nearest == NULL ? "" : nearest,
        nearest == NULL ? "" : "'");
}

static int put_values(design_space *space, const char *name, char *values, poise_error *err)
{
    const poise_option *option = sim_config_option(name);
    if (option == NULL)
        return refuse_knob(name, err);
    design_knob knob = {.option = option->name};
    int code = add_values(&knob, &space->base, option, values, err);
    if (code == POISE_OK)
        code = find_base(&knob, &space->base, option, err);
    return code == POISE_OK ? put_knob(space, &knob, err) : code;
}

static int take_knob(void *context, char *item, poise_error *err)
{
    design_space *space = context;
    char *name, *values;
    if (poise_split_pair(item, &name, &values))
        return put_values(space, name, values, err);
    name = poise_trim(item);
    if (strcmp(name, "default") == 0)
        return put_defaults(space, err);
    for (size_t i = 0; i < N_BUILTIN; i++) {
        if (strcmp(builtin[i].option, name) == 0)
            return put_builtin(space, i, err);
    }
    return refuse_knob(name, err);
}

int design_space_make(design_space *space, const sim_config *base, const char *knobs, poise_error *err)
{
    *space = (design_space){.base = *base};
    int code = poise_take_items(knobs == NULL ? "default" : knobs, take_knob, space, err);
    if (code == POISE_OK && space->n_knobs == 0)
        return poise_fail(err, POISE_USAGE, "--knobs names no knob");
    return code;
}

/* ---- points ---- */

design_point design_space_start(const design_space *space)
{
    design_point start = {0};
    for (size_t i = 0; i < space->n_knobs; i++)
        start.level[i] = space->knobs[i].base;
    return start;
}

int design_space_machine(const design_space *space, const design_point *point, sim_config *machine,
                         poise_error *err)
{
    *machine = space->base;
    int code = POISE_OK;
    for (size_t i = 0; i < space->n_knobs && code == POISE_OK; i++) {
        const design_knob *knob = &space->knobs[i];
        code = poise_options_set(sim_config_option(knob->option), 1, machine, "machine option", knob->option,
                                 knob->level[point->level[i]], err);
    }
    return code == POISE_OK ? sim_config_check(machine, err) : code;
}

double design_space_area(const design_space *space, const design_point *point)
{
    sim_config machine;
    return design_space_machine(space, point, &machine, NULL) == POISE_OK
               ? sim_area_added(&machine, &space->base).total_mm2
               : NAN;
}

void design_space_text(const design_space *space, const design_point *point, char text[DESIGN_TEXT])
{
    size_t length = 0;
    snprintf(text, DESIGN_TEXT, "base");
    for (size_t i = 0; i < space->n_knobs && length < DESIGN_TEXT; i++) {
        const design_knob *knob = &space->knobs[i];
        if (point->level[i] != knob->base)
            length += (size_t)snprintf(text + length, DESIGN_TEXT - length, "%s%s=%s", length > 0 ? " " : "",
                                       knob->option, knob->level[point->level[i]]);
    }
}

int design_budget_read(const char *text, double *mm2, poise_error *err)
{
    char *end;
    errno = 0;
    const double value = strtod(text, &end);
    const bool is_share = strcmp(end, "%") == 0;
    if (errno != 0 || end == text || !(value >= 0 && value < 1e6) ||
        !(is_share || *end == '\0' || strcmp(end, "mm2") == 0))
        return poise_fail(err, POISE_USAGE,
                          "the budget '%.40s' is no area: give a share of the die such as 1.5%%, 10.5mm2, or "
                          "the name of a compared machine",
                          text);
    *mm2 = is_share ? value / 100 * SIM_AREA_DIE_MM2 : value;
    return POISE_OK;
}
