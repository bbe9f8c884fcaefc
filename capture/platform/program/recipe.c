#include "capture/platform/program/recipe.h"

#include "capture/capture_environment.h"
#include "capture/compiler/build_options.h"
#include "capture/kernel_table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void add_text(poise_hash *hash, const char *text)
{
    poise_hash_add(hash, text, strlen(text) + 1);
}

/* A file that is replaced or written has other times or another inode. */
static bool add_identity(poise_hash *hash, const char *path)
{
    struct stat status;
    add_text(hash, path);
    if (stat(path, &status))
        return false;
    const int64_t numbers[] = {(int64_t)status.st_ino, status.st_size,        status.st_mtim.tv_sec,
                               status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
    poise_hash_add(hash, numbers, sizeof numbers);
    return true;
}

/* A program that the compiler starts, where execvp() finds it. */
static bool add_program(poise_hash *hash, const char *name)
{
    const char *places = getenv("PATH");
    char path[PATH_MAX], real[PATH_MAX];
    while (places) {
        const size_t n = strcspn(places, ":");
        int length = snprintf(path, sizeof path, "%.*s/%s", n ? (int)n : 1, n ? places : ".", name);
        if (length >= 0 && (size_t)length < sizeof path && access(path, X_OK) == 0)
            return realpath(path, real) && add_identity(hash, real);
        places = places[n] ? places + n + 1 : NULL;
    }
    return false;
}

/* A file that lies beside the compiler. */
static bool beside(const char *compiler, const char *name, char path[PATH_MAX])
{
    char real[PATH_MAX];
    if (!realpath(compiler, real))
        return false;
    int length = snprintf(path, PATH_MAX, "%.*s/%s", (int)(strrchr(real, '/') - real), real, name);
    return length >= 0 && length < PATH_MAX;
}

/* Variables that change what clang, ld and the kernel compiler do. */
static void add_environment(poise_hash *hash)
{
    static const char *const names[] = {"LD_LIBRARY_PATH",   "LD_PRELOAD",           "CPATH",
                                        "C_INCLUDE_PATH",    "CCC_OVERRIDE_OPTIONS", "COMPILER_PATH",
                                        "SOURCE_DATE_EPOCH", "LD_RUN_PATH",          "LDEMULATION",
                                        "GNUTARGET",         CAPTURE_ENV_LOADS};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        add_text(hash, value ? value : "");
    }
}

/* The shared libraries of clang, LLVM and ld are those of the system, whose table is written anew whenever
 * one of them is installed, or lie in the folders of LD_LIBRARY_PATH. */
static void add_libraries(poise_hash *hash)
{
    const char *places = getenv("LD_LIBRARY_PATH");
    (void)add_identity(hash, "/etc/ld.so.cache");
    while (places) {
        char folder[PATH_MAX];
        const size_t n = strcspn(places, ":");
        if (n && n < sizeof folder) {
            memcpy(folder, places, n);
            folder[n] = '\0';
            (void)add_identity(hash, folder);
        }
        places = places[n] ? places + n + 1 : NULL;
    }
}

static bool add_tools(poise_hash *hash, const char *compiler)
{
    char library[PATH_MAX], prelude[PATH_MAX];
    const uint32_t version = KERNEL_TABLE_VERSION;
    add_text(hash, POISE_VERSION);
    poise_hash_add(hash, &version, sizeof version);
    add_environment(hash);
    add_libraries(hash);
    return beside(compiler, "poise-builtins.bc", library) && beside(compiler, "poise-builtins.h", prelude) &&
           add_identity(hash, compiler) && add_identity(hash, library) && add_identity(hash, prelude) &&
           add_identity(hash, POISE_LIBCLC) && add_program(hash, POISE_CLANG) && add_program(hash, "ld");
}

static void add_inputs(poise_hash *hash, const capture_recipe *recipe)
{
    poise_hash_add(hash, &recipe->n_inputs, sizeof recipe->n_inputs);
    for (size_t i = 0; i < recipe->n_inputs; i++) {
        const capture_text *input = &recipe->inputs[i];
        add_text(hash, input->name);
        poise_hash_add(hash, &input->bytes, sizeof input->bytes);
        poise_hash_add(hash, input->data, input->bytes);
    }
}

/* Objects name the program's folder in their debug information. */
static bool add_folder(poise_hash *hash, const capture_recipe *recipe)
{
    char folder[PATH_MAX];
    if (strcmp(recipe->action, "compile") != 0)
        return true;
    if (!getcwd(folder, sizeof folder))
        return false;
    add_text(hash, folder);
    return true;
}

static bool add_included(poise_hash *hash, const capture_recipe *recipe, capture_file_set *included)
{
    capture_options words;
    if (capture_options_parse(recipe->options, &words, NULL))
        return false;
    add_text(hash, recipe->options);
    const bool is_known =
        capture_hash_included(hash, recipe->inputs, recipe->n_inputs, words.words, words.n_words, included);
    capture_options_free(&words);
    return is_known;
}

void capture_recipe_key_make(const capture_recipe *recipe, capture_recipe_key *key)
{
    *key = (capture_recipe_key){0};
    poise_hash *hash = poise_hash_new();
    if (!hash)
        return;
    add_text(hash, recipe->action);
    add_inputs(hash, recipe);
    const bool is_known = add_tools(hash, recipe->compiler) && add_folder(hash, recipe) &&
                          (!recipe->options || add_included(hash, recipe, &key->included));
    poise_hash_finish(hash, key->text);
    if (!is_known)
        key->text[0] = '\0';
}

void capture_recipe_key_free(capture_recipe_key *key)
{
    capture_file_set_free(&key->included);
    *key = (capture_recipe_key){0};
}

bool capture_recipe_held(const capture_recipe *recipe, const capture_recipe_key *key, const char *rule,
                         const char *folder)
{
    capture_recipe_key now;
    char prelude[PATH_MAX];
    capture_recipe_key_make(recipe, &now);
    const bool holds = *key->text && strcmp(now.text, key->text) == 0 &&
                       (!recipe->options || (beside(recipe->compiler, "poise-builtins.h", prelude) &&
                                             capture_rule_is_within(rule, &key->included, folder, prelude)));
    capture_recipe_key_free(&now);
    return holds;
}
