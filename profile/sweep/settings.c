#include "profile/sweep/settings.h"

#include "common/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SETTINGS = 256 << 10 };

/* malloc'ed; NULL without memory. */
static char *describe(const sweep_plan *plan)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    fprintf(stream,
            "poise sweep 3\nversion = " POISE_VERSION " (" POISE_COMMIT
            ")\ngrid = %s\nleast_p = %u\npolicies = %s\npolicies_hash = %s\nconfig_hash = %s\n%s",
            sweep_grid_names[plan->grid], plan->least_p, plan->result.policies, plan->result.policies_hash,
            plan->result.config_hash, plan->result.config_text);
    if (fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

static int put(const char *path, const char *text, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    fputs(text, file.stream);
    return poise_atomic_commit(&file, err);
}

static int length_of_line(const char *at)
{
    return (int)strcspn(at, "\n");
}

/* The first line in which the texts differ; the hash differs with any option, so it says least. */
static int explain(const char *path, const char *theirs, const char *ours, poise_error *err)
{
    while (*theirs != '\0' && *ours != '\0') {
        int a = length_of_line(theirs), b = length_of_line(ours);
        bool is_same = a == b && strncmp(theirs, ours, (size_t)a) == 0;
        if (!is_same && strncmp(ours, "config_hash", sizeof "config_hash" - 1) != 0)
            return poise_fail(err, POISE_FAILED,
                              "%s says that what is measured there has '%.*s', not '%.*s': choose another "
                              "output or remove that folder",
                              path, a, theirs, b, ours);
        theirs += a + (theirs[a] == '\n');
        ours += b + (ours[b] == '\n');
    }
    return poise_fail(err, POISE_FAILED,
                      "%s belongs to a sweep of another machine: choose another output or remove that folder",
                      path);
}

static int compare(const char *path, const char *ours, poise_error *err)
{
    char *theirs;
    size_t size;
    int code = poise_read_file(path, MAX_SETTINGS, &theirs, &size, err);
    if (code != POISE_OK)
        return code;
    if (strcmp(theirs, ours) != 0)
        code = explain(path, theirs, ours, err);
    free(theirs);
    return code;
}

int sweep_settings_claim(const char *path, const sweep_plan *plan, poise_error *err)
{
    char *ours = describe(plan);
    if (ours == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %s", path);
    int code = access(path, F_OK) == 0 ? POISE_OK : put(path, ours, err);
    if (code == POISE_OK) /* somebody else may have been faster */
        code = compare(path, ours, err);
    free(ours);
    return code;
}
