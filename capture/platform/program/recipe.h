/* What decides the result of a run of the kernel compiler. Two runs with the same key make the same. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_RECIPE_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_RECIPE_H

#include "capture/platform/program/included_files.h"

typedef struct capture_recipe {
    const char *action;   /* first word of the compiler's command line */
    const char *compiler; /* path */
    const char *options;  /* NULL when it takes none */
    size_t n_inputs;
    const capture_text *inputs; /* source and headers, or objects */
} capture_recipe;

typedef struct capture_recipe_key {
    char text[POISE_HASH_TEXT]; /* "" when it cannot be said what decides the result */
    capture_file_set included;  /* files that are there and may be included */
} capture_recipe_key;

/* The key covers inputs, options, every file that may be included, and compiler, libraries and linker by
 * path, size, times and inode. The caller frees it with capture_recipe_key_free. */
void capture_recipe_key_make(const capture_recipe *recipe, capture_recipe_key *key);
void capture_recipe_key_free(capture_recipe_key *key);

/* After a run that began when the recipe had `key`: whether it still has, and clang has read no file but
 * those that the key covers. `rule` is the path of clang's rule for make, `folder` that of the build. */
bool capture_recipe_held(const capture_recipe *recipe, const capture_recipe_key *key, const char *rule,
                         const char *folder);

#endif
