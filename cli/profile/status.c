#include "cli/profile/sweep.h"

#include "profile/profile_file.h"
#include "runs/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- finished ---- */

static int by_trace(const void *a, const void *b)
{
    const profile_kernel *one = *(const profile_kernel *const *)a, *other = *(const profile_kernel *const *)b;
    return strcmp(one->trace_hash, other->trace_hash);
}

/* The kernels of a profile in order of their traces, malloc'ed. */
static const profile_kernel **sort_kernels(const profile *measured, poise_error *err)
{
    const profile_kernel **kernels = calloc(measured->n_kernels + 1, sizeof(const profile_kernel *));
    if (kernels == NULL) {
        poise_fail(err, POISE_FAILED, "no memory for %zu kernels", measured->n_kernels);
        return NULL;
    }
    for (size_t i = 0; i < measured->n_kernels; i++)
        kernels[i] = &measured->kernels[i];
    qsort(kernels, measured->n_kernels, sizeof(const profile_kernel *), by_trace);
    return kernels;
}

/* Kernels of the same trace are one, as while the sweep runs. */
static void print_measured(const profile *measured, const profile_kernel *const *sorted)
{
    size_t n = 0;
    uint64_t simulations = 0;
    for (size_t i = 0; i < measured->n_kernels; i++) {
        if (i > 0 && by_trace(&sorted[i - 1], &sorted[i]) == 0)
            continue;
        n++;
        simulations += profile_measured(sorted[i]) + 1; /* one more samples counters */
    }
    printf("%-8s  %zu of %zu kernels, %" PRIu64 " simulations\n", runs_state_names[RUNS_STATE_DONE], n, n,
           simulations);
}

/* "grid = full, launches = 0, split = training" */
static void print_finished(const char *file, const profile *measured)
{
    printf("finished  %s has %zu launches (", file, measured->n_kernels);
    for (const char *at = measured->options; *at != '\0'; at++) {
        if (*at != '\n')
            putchar(*at);
        else if (at[1] != '\0')
            fputs(", ", stdout);
    }
    printf(")\n");
}

static bool has_all(const profile *measured, const profile_kernel *const *sorted, const runs_status_row *rows,
                    size_t n)
{
    for (size_t i = 0; i < n; i++) {
        profile_kernel wanted;
        const profile_kernel *key = &wanted;
        memcpy(wanted.trace_hash, rows[i].run.key, sizeof wanted.trace_hash);
        if (bsearch(&key, sorted, measured->n_kernels, sizeof(const profile_kernel *), by_trace) == NULL)
            return false;
    }
    return true;
}

/* Says where the profile of a sweep is whose kernels, `rows`, are all measured. Without rows: what it has. */
static int print_profile(const profile_place *place, const runs_status_row *rows, size_t n, poise_error *err)
{
    profile measured;
    int code = profile_read(place->file, &measured, err);
    if (code != POISE_OK)
        return code;
    const profile_kernel **sorted = sort_kernels(&measured, err);
    if (sorted != NULL && rows == NULL)
        print_measured(&measured, sorted);
    if (sorted != NULL && (rows == NULL || has_all(&measured, sorted, rows, n)))
        print_finished(place->file, &measured);
    else if (sorted != NULL)
        printf("collect   %s is of an earlier sweep: --collect makes it again\n", place->file);
    code = sorted != NULL ? POISE_OK : POISE_FAILED;
    free(sorted);
    profile_free(&measured);
    return code;
}

/* ---- the answer ---- */

static int print_rows(const profile_place *place, const runs_status_row *rows, size_t n, poise_error *err)
{
    static const cli_run_words words = {"kernels", "simulation", "simulations", "measured"};
    int code = cli_shares_print(rows, n, &words, err);
    if (code != POISE_OK)
        return code;
    if (access(place->file, F_OK) == 0)
        return print_profile(place, rows, n, err);
    printf("collect   %s is not written yet: --collect makes it\n", place->file);
    return POISE_OK;
}

int profile_print_status(const profile_place *place, poise_error *err)
{
    runs_status_row *rows;
    size_t n;
    if (!runs_are_in(place->parts)) {
        return access(place->file, F_OK) == 0
                   ? print_profile(place, NULL, 0, err)
                   : poise_fail(err, POISE_FAILED, "there is neither a profile %s nor a sweep in %s",
                                place->file, place->parts);
    }
    int code = runs_status(place->parts, &rows, &n, err);
    if (code != POISE_OK)
        return code;
    code = print_rows(place, rows, n, err);
    free(rows);
    return code;
}
