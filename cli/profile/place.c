#include "cli/profile/place.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Whether the name is one of a file of another kind, which would become a folder. */
static bool is_slip(const char *name)
{
    static const char *const endings[] = {".hdf5", ".hdf", ".csv", ".json", ".txt",
                                          ".html", ".md",  ".wtr", ".log"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(name + length - ending, endings[i]) == 0)
            return true;
    }
    return false;
}

int profile_place_of(const char *output, profile_place *place, poise_error *err)
{
    static const char suffix[] = ".h5";
    size_t length = strlen(output), n = sizeof suffix - 1;
    while (length > 1 && output[length - 1] == '/')
        length--; /* DIR/ is DIR */
    if (length + sizeof "/profile.h5" > PATH_MAX)
        return poise_fail(err, POISE_USAGE, "the name of the output is too long: %.40s...", output);
    place->keeps_parts = length < n || strncmp(output + length - n, suffix, n) != 0;
    struct stat info;
    if (place->keeps_parts && stat(output, &info) == 0 && !S_ISDIR(info.st_mode))
        return poise_fail(err, POISE_USAGE,
                          "%s is a file: the output is a name that ends in .h5, or a folder", output);
    if (place->keeps_parts && is_slip(output) && stat(output, &info) != 0)
        return poise_fail(
            err, POISE_USAGE,
            "%s is named as a file, but a profile is a file whose name ends in .h5, or a folder "
            "(%s/ if that is meant)",
            output, output);
    snprintf(place->file, sizeof place->file, "%.*s%s", (int)length, output,
             place->keeps_parts ? "/profile.h5" : "");
    snprintf(place->parts, sizeof place->parts, "%.*s%s", (int)length, output,
             place->keeps_parts ? "/parts" : ".parts");
    return POISE_OK;
}
