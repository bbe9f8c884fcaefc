#include "cli/profile_place.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
    snprintf(place->file, sizeof place->file, "%.*s%s", (int)length, output,
             place->keeps_parts ? "/profile.h5" : "");
    snprintf(place->parts, sizeof place->parts, "%.*s%s", (int)length, output,
             place->keeps_parts ? "/parts" : ".parts");
    return POISE_OK;
}
