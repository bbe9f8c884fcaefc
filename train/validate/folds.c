#include "train/validate/folds.h"

#include "common/random.h"
#include "train/sample.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int train_parse_folding(const char *text, train_folding *folding, poise_error *err)
{
    static const char prefix[] = "kfold:";
    folding->k = 0;
    if (strcmp(text, "program") == 0)
        return POISE_OK;
    const char *digits = text + strlen(prefix);
    if (strncmp(text, prefix, strlen(prefix)) == 0 && strspn(digits, "0123456789") == strlen(digits) &&
        strlen(digits) > 0 && strlen(digits) < 5) {
        folding->k = (uint32_t)strtoul(digits, NULL, 10);
        if (folding->k >= 2 && folding->k <= 1000)
            return POISE_OK;
    }
    return poise_fail(err, POISE_USAGE, "folds are 'program' or 'kfold:K' with K from 2 to 1000, not '%s'",
                      text);
}

/* The fold of an earlier row of the same program as row i; TRAIN_NO_FOLD when it is the first. */
static size_t known_fold(const dataset *data, const train_folds *folds, size_t i)
{
    for (size_t j = 0; j < i; j++) {
        if (folds->of[j] != TRAIN_NO_FOLD && strcmp(data->rows[i].program, data->rows[j].program) == 0)
            return folds->of[j];
    }
    return TRAIN_NO_FOLD;
}

static void one_per_program(const dataset *data, const bool *use, train_folds *folds)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        bool used = train_uses(data, use, i);
        folds->of[i] = used ? known_fold(data, folds, i) : TRAIN_NO_FOLD;
        if (used && folds->of[i] == TRAIN_NO_FOLD) {
            folds->program[folds->n] = data->rows[i].program;
            folds->of[i] = folds->n++;
        }
    }
}

static void shuffle(size_t *order, size_t n, uint64_t seed)
{
    poise_random random;
    poise_random_seed(&random, seed);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)poise_random_below(&random, i);
        size_t other = order[i - 1];
        order[i - 1] = order[j];
        order[j] = other;
    }
}

static size_t emptiest(const size_t *rows, size_t k)
{
    size_t best = 0;
    for (size_t i = 1; i < k; i++) {
        if (rows[i] < rows[best])
            best = i;
    }
    return best;
}

/* Puts the folds of one program each together to `k` larger ones. */
static int deal_out(const dataset *data, train_folds *folds, size_t k, uint64_t seed, poise_error *err)
{
    size_t *memory = calloc(3 * folds->n + k, sizeof *memory);
    if (memory == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu folds", k);
    size_t *order = memory;
    size_t *size = memory + folds->n;
    size_t *place = memory + 2 * folds->n;
    size_t *rows = memory + 3 * folds->n;
    for (size_t i = 0; i < data->n_rows; i++) {
        if (folds->of[i] != TRAIN_NO_FOLD)
            size[folds->of[i]]++;
    }
    shuffle(order, folds->n, seed);
    for (size_t i = 0; i < folds->n; i++) {
        place[order[i]] = emptiest(rows, k);
        rows[place[order[i]]] += size[order[i]];
    }
    for (size_t i = 0; i < data->n_rows; i++) {
        if (folds->of[i] != TRAIN_NO_FOLD)
            folds->of[i] = place[folds->of[i]];
    }
    memset(folds->program, 0, folds->n * sizeof *folds->program);
    folds->n = k;
    free(memory);
    return POISE_OK;
}

int train_make_folds(const dataset *data, const bool *use, const train_folding *folding, train_folds *folds,
                     poise_error *err)
{
    /* There are at most as many folds as rows; one more, because calloc(0) may return NULL. */
    *folds = (train_folds){.of = calloc(data->n_rows + 1, sizeof *folds->of),
                           .program = calloc(data->n_rows + 1, sizeof *folds->program)};
    int code = POISE_OK;
    if (folds->of == NULL || folds->program == NULL) {
        train_folds_free(folds);
        return poise_fail(err, POISE_FAILED, "no memory to validate on %zu rows", data->n_rows);
    }
    one_per_program(data, use, folds);
    if (folds->n < 2) {
        code = poise_fail(err, POISE_FAILED, "leaving one program out needs two, the training rows have %zu",
                          folds->n);
    }
    if (code == POISE_OK && folding->k > 0 && folding->k < folds->n)
        code = deal_out(data, folds, folding->k, folding->seed, err);
    if (code != POISE_OK)
        train_folds_free(folds);
    return code;
}

void train_folds_free(train_folds *folds)
{
    free(folds->of);
    free(folds->program);
    *folds = (train_folds){0};
}

void train_rest_of(const train_folds *folds, size_t fold, size_t n_rows, bool *rest)
{
    for (size_t i = 0; i < n_rows; i++)
        rest[i] = folds->of[i] != TRAIN_NO_FOLD && folds->of[i] != fold;
}
