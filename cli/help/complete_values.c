/* What stands behind the words in capitals of help texts: files, policies, machines and so on. */
#include "cli/help/complete.h"
#include "cli/train/sets.h"
#include "cli/verb.h"
#include "sim/config/config.h"
#include "sim/config/presets.h"
#include "sim_hooks/scheme.h"

#include <stdbool.h>
#include <string.h>

/* A value that is being typed, the option that it is of ("" = none) and the endings that its files have. */
typedef struct request {
    const cli_typed *typed;
    const char *owner, *endings;
} request;

static void files(const request *r)
{
    fprintf(r->typed->out, ":files %zu%s%s\n", r->typed->settled, *r->endings == '\0' ? "" : " ", r->endings);
}

static void folders(const request *r)
{
    fprintf(r->typed->out, ":folders %zu\n", r->typed->settled);
}

static void commands(const request *r)
{
    fputs(":commands\n", r->typed->out);
}

static void verbs(const request *r)
{
    size_t n;
    const cli_verb *const *verb = cli_verbs(&n);
    for (size_t i = 0; i < n; i++)
        cli_offer(r->typed, verb[i]->name, "", verb[i]->summary);
}

/* Only when an '@' is typed: there are more than a hundred. */
static void sets(const request *r)
{
    if (r->typed->word[r->typed->settled] != '@')
        return;
    cli_words names;
    if (cli_set_names(&names, NULL) == POISE_OK) {
        for (int i = 0; i < names.n; i++)
            cli_offer(r->typed, names.word[i], "", NULL);
    }
    cli_words_free(&names);
}

static void traces(const request *r)
{
    sets(r);
    files(r);
}

static void machines(const request *r)
{
    sim_presets presets;
    sim_presets_list(&presets);
    for (size_t i = 0; i < presets.n; i++)
        cli_offer(r->typed, presets.name[i], "", "preset");
    files(r);
}

static void machine_options(const request *r)
{
    size_t n;
    const poise_option *table = sim_config_options(&n);
    const char *equals = strchr(r->typed->word + r->typed->settled, '=');
    for (size_t i = 0; i < n && equals == NULL; i++)
        cli_offer(r->typed, table[i].name, "=", table[i].help);
}

static void scale_groups(const request *r)
{
    const char *last = "";
#define SCALE(group, ...)          \
    if (strcmp(last, #group) != 0) \
        cli_offer(r->typed, last = #group, "=", NULL);
#include "sim/config/scale.def"
#undef SCALE
}

static void knobs(const request *r)
{
    cli_offer(r->typed, "default", "", "those of T3.3 whose area is known");
#define KNOB(option, ladder, is_default, source) cli_offer(r->typed, #option, "", source);
#include "design/knobs.def"
#undef KNOB
}

static void metrics(const request *r)
{
#define METRIC(member, unit, scale, decimals, mean, title) cli_offer(r->typed, #member, "", title);
#include "evaluate/metrics.def"
#undef METRIC
}

static void kernels(const request *r)
{
#define KERNEL(name, make, loads, alu, lines, footprint, help) cli_offer(r->typed, #name, "", help);
#include "bench/kernels.def"
#undef KERNEL
}

/* ---- policies ---- */

/* Options are named after the interface, those of caches after the cache. Of no option: all interfaces. */
static bool is_for(policy_interface interface, const char *owner)
{
    const bool any = *owner == '\0';
    const bool cache = strcmp(owner, "l1") == 0 || strcmp(owner, "l2") == 0;
    return any || strcmp(policy_interface_name(interface), cache ? "cache" : owner) == 0;
}

/* "name=" of each argument behind the last ':', and what the argument in its place may be. */
static void policy_arguments(const request *r, const policy_info *info, const char *string)
{
    cli_typed typed = *r->typed;
    size_t place = 0;
    for (const char *colon = strchr(string, ':'); colon != NULL; colon = strchr(colon + 1, ':'), place++)
        typed.settled = (size_t)(colon + 1 - typed.word);
    const char *piece = typed.word + typed.settled, *equals = strchr(piece, '=');
    for (size_t i = 0; i < info->n_options; i++) {
        const poise_option *option = &info->options[i];
        const bool named = equals != NULL && strlen(option->name) == (size_t)(equals - piece) &&
                           strncmp(option->name, piece, strlen(option->name)) == 0;
        if (equals == NULL)
            cli_offer(&typed, option->name, "=", option->help);
        if (!named && (equals != NULL || i + 1 != place))
            continue;
        if (named)
            typed.settled = (size_t)(equals + 1 - typed.word);
        if (option->type == POISE_OPT_CHOICE)
            cli_offer_choices(&typed, option->choices);
        else
            cli_offer_values(&typed, poise_option_metavar(option), option->name);
    }
}

/* Goes behind "NAME=", behind the parts of a scheme that are whole and "PLACE:", and returns the place. Where
 * none is typed it offers them, and returns the scheduler's, NULL for --scheme, which has none. */
static const char *enter_part(cli_typed *typed, bool has_scheduler)
{
    const char *piece = typed->word + typed->settled;
    const size_t head = strcspn(piece, "=:+/");
    const char *parts = piece[head] == '=' ? piece + head + 1 : piece, *plus = strrchr(parts, '+');
    const char *part = plus == NULL ? parts : plus + 1;
    typed->settled = (size_t)(part - typed->word);
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        const char *name = policy_places[place].name;
        const size_t length = strlen(name);
        if (strncmp(part, name, length) == 0 && part[length] == ':') {
            typed->settled += length + 1;
            return name;
        }
        if (has_scheduler || place != POLICY_AT_SCHED)
            cli_offer(typed, name, ":", "place of a policy");
    }
    return has_scheduler ? "sched" : NULL;
}

static void policies_of(const request *r)
{
    const char *string = r->typed->word + r->typed->settled;
    const size_t length = strcspn(string, ":");
    const policy_info *info;
    for (int interface = 0; interface < POLICY_INTERFACES; interface++) {
        for (size_t i = 0; (info = policy_builtin((policy_interface)interface, i)) != NULL; i++) {
            if (!is_for((policy_interface)interface, r->owner))
                continue;
            if (string[length] == '\0')
                cli_offer(r->typed, info->name, "", info->summary);
            else if (strlen(info->name) == length && strncmp(info->name, string, length) == 0)
                policy_arguments(r, info, string);
        }
    }
}

static void policies(const request *r)
{
    cli_typed typed = *r->typed;
    const bool has_scheduler = strcmp(r->owner, "sched") == 0;
    const char *owner = r->owner;
    if (has_scheduler || strcmp(r->owner, "scheme") == 0)
        owner = enter_part(&typed, has_scheduler);
    if (owner != NULL)
        policies_of(&(request){&typed, owner, r->endings});
}

/* What the words in capitals of help texts stand for. "NAME,..." is a list of NAME. What is not listed here
 * may be anything. */
static const struct {
    const char *metavar;
    void (*offer)(const request *r);
    const char *endings; /* of files */
} metavars[] = {
    {"FILE", files, ""},
    {"DIR", folders, ""},
    {"DIR|FILE", files, ""},
    {"DIR|FILE.wtrs", files, ".wtrs"},
    {"MODEL", files, ".model .bin"},
    {"DATASET", files, ".h5"},
    {"PROFILE", files, ".h5"},
    {"FULL", files, ".h5"},
    {"DESIGN", files, ".h5"},
    {"OLD.json", files, ".json"},
    {"NEW.json", files, ".json"},
    {"TABLE.csv", files, ".csv"},
    {"TRACE", traces, ".wtr .wtrs .g .traceg .xz .cpu"},
    {"FOLDER", traces, ".wtrs"},
    {"TRACES[@SMS]", traces, ".wtr .wtrs"},
    {"MACHINE", machines, ".conf .config"},
    {"BASE", machines, ".conf .config"},
    {"POLICY", policies, ""},
    {"KERNEL", kernels, ""},
    {"KEY=VALUE", machine_options, ""},
    {"GROUP=N", scale_groups, ""},
    {"METRIC", metrics, ""},
    {"KNOB", knobs, ""},
    {"VERB", verbs, ""},
    {"PROGRAM", commands, ""},
};

void cli_offer_values(const cli_typed *typed, const char *metavar, const char *owner)
{
    cli_typed piece = *typed;
    size_t length = strlen(metavar);
    const char *list = strstr(metavar, ",...");
    if (list != NULL) {
        length = (size_t)(list - metavar);
        const char *comma = strrchr(piece.word + piece.settled, ',');
        piece.settled = comma == NULL ? piece.settled : (size_t)(comma + 1 - piece.word);
    }
    for (size_t i = 0; i < sizeof metavars / sizeof metavars[0]; i++) {
        if (strlen(metavars[i].metavar) == length && strncmp(metavars[i].metavar, metavar, length) == 0) {
            metavars[i].offer(&(request){&piece, owner, metavars[i].endings});
            return;
        }
    }
    if (strchr(metavar, '|') != NULL) /* "none|program|kfold:K" */
        cli_offer_choices(&piece, metavar);
}
