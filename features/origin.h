/* What profiles a data set is made from: what data sets of launches and of loads have in common. */
#ifndef POISE_FEATURES_ORIGIN_H
#define POISE_FEATURES_ORIGIN_H

#include "common/h5.h"
#include "common/options.h"
#include "profile/profile.h"

/* Writes the hash of the profile's machine to `machine`. Unless the data set is empty, that must be its
 * `config_hash`: otherwise POISE_USAGE, where `name` is the file of the profile. */
int features_check_machine(const profile *source, const char *name, bool is_empty,
                           const char config_hash[POISE_HASH_TEXT], char machine[POISE_HASH_TEXT],
                           poise_error *err);

/* Adds a profile to the hash of those before it: of one profile its own hash; of several the hash of the hash
 * so far and the next. */
void features_chain_hash(char profile_hash[POISE_HASH_TEXT], const char *next);

/* Whether `programs` is empty or NULL, or names the program. */
bool features_is_wanted(const poise_list *programs, const char *program);

/* POISE_USAGE for a program that is asked for and not there. */
int features_no_program(const char *program, poise_error *err);

/* Reads a root attribute that is a hash. */
int features_read_hash(poise_h5 *file, const char *path, const char *key, char hash[POISE_HASH_TEXT],
                       poise_error *err);

#endif
