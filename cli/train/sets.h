/* Words that stand for the project's own workloads: @training, @evaluation, @control, @memory, @graphics,
 * @translation, @paging, @demo, @full, @shipped, or @NAME of one run. */
#ifndef POISE_CLI_TRAIN_SETS_H
#define POISE_CLI_TRAIN_SETS_H

#include "common/error.h"
#include "trace/files.h"

#include <stdbool.h>

typedef struct cli_words {
    int n;
    char **word; /* n of them, and NULL */
} cli_words;

/* Replaces every word @X by the folders with the traces of the runs of datasets/manifest whose name, split or
 * set is X, in the order of the manifest; other words stay. The folders are those that `make datasets` fills,
 * or below $POISE_TRACES; a run that was not captured may be one of the small ones that are shipped
 * (datasets/shipped). A word that no run has is POISE_USAGE, a run that is not captured POISE_FAILED.
 * Free with cli_words_free whatever the outcome. */
int cli_expand_sets(cli_words *expanded, int n_words, char *const *words, poise_error *err);
/* Every @X, each once, splits and sets before runs. Free likewise. */
int cli_set_names(cli_words *names, poise_error *err);
/* Which traces belong to runs of datasets/manifest that must not be trained on (their split is not training):
 * held_out[i] for traces->path[i]. Without a manifest there are none. */
int cli_find_held_out(const trace_files *traces, bool *held_out, poise_error *err);
void cli_words_free(cli_words *words);

#endif
