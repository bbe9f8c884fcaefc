#include "cli/evaluate/outputs.h"

#include "cli/output.h"
#include "common/file.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

typedef struct form {
    const char *option, *name, *endings[2], *hint;
} form;

static const form forms[EVALUATE_OUTPUTS] = {
    {"-o", "HDF5", {".h5", ".hdf5"}, "-o FILE writes everything in HDF5"},
    {"--csv", "CSV", {".csv"}, "--csv FILE writes a table"},
    {"--json", "JSON", {".json"}, "--json FILE writes everything in JSON"},
};

static bool has_ending(const char *path, const form *of)
{
    for (size_t i = 0; i < sizeof of->endings / sizeof of->endings[0] && of->endings[i] != NULL; i++) {
        const size_t length = strlen(path), ending = strlen(of->endings[i]);
        if (length >= ending && strcasecmp(path + length - ending, of->endings[i]) == 0)
            return true;
    }
    return false;
}

/* A name that promises another form is a slip, and the file would be of no use under it. */
static int check_ending(const form *meant, const char *path, poise_error *err)
{
    for (size_t i = 0; path != NULL && i < EVALUATE_OUTPUTS; i++) {
        if (&forms[i] != meant && has_ending(path, &forms[i]))
            return poise_fail(err, POISE_USAGE, "%s writes %s, but %s is named as %s: %s", meant->option,
                              meant->name, path, forms[i].name, forms[i].hint);
    }
    return POISE_OK;
}

int evaluate_check_outputs(const char *const outputs[EVALUATE_OUTPUTS], const char *profile, poise_error *err)
{
    char *input = (char *)profile;
    int code = POISE_OK;
    for (size_t i = 0; i < EVALUATE_OUTPUTS && code == POISE_OK; i++) {
        code = check_ending(&forms[i], outputs[i], err);
        if (code == POISE_OK)
            code = cli_output_check(outputs[i], input == NULL ? 0 : 1, &input, err);
    }
    return code;
}

void evaluate_clean_outputs(const char *const outputs[EVALUATE_OUTPUTS])
{
    for (size_t i = 0; i < EVALUATE_OUTPUTS; i++)
        if (outputs[i] != NULL)
            poise_atomic_clean(outputs[i]);
}
