#include "cli/verb.h"

#include <string.h>

/* Shown by --help as they stand. */
static const cli_verb *const verbs[] = {
    &verb_capture, &verb_trace,   &verb_sim,      &verb_profile, &verb_features, &verb_train,
    &verb_regress, &verb_predict, &verb_model,    &verb_compile, &verb_evaluate, &verb_design,
    &verb_probe,   &verb_report,  &verb_policies, &verb_bench,   &verb_help,
};
enum { N_VERBS = sizeof verbs / sizeof verbs[0] };

const cli_verb *const *cli_verbs(size_t *n)
{
    *n = N_VERBS;
    return verbs;
}

const cli_verb *cli_verb_find(const char *name)
{
    for (size_t i = 0; i < N_VERBS; i++) {
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    }
    return NULL;
}

const char *cli_verb_nearest(const char *name)
{
    const char *names[N_VERBS + 1] = {0};
    for (size_t i = 0; i < N_VERBS; i++)
        names[i] = verbs[i]->name;
    return poise_nearest(name, names);
}
