#include "cli/design/status.h"

#include "cli/shares.h"
#include "design/result.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int print_finished(const char *output, poise_error *err)
{
    design_result result;
    int code = design_result_read(output, &result, err);
    if (code != POISE_OK)
        return code;
    printf("finished  %s has %zu machines, %zu programs, %zu judging\n", output, result.n_rows,
           result.n_programs, result.n_judges);
    design_result_free(&result);
    return POISE_OK;
}

int design_print_status(const char *output, poise_error *err)
{
    static const cli_run_words words = {"lines", "simulation", "simulations", "done"};
    char folder[PATH_MAX];
    runs_status_row *rows;
    size_t n;
    if (snprintf(folder, sizeof folder, "%s.parts", output) >= (int)sizeof folder)
        return poise_fail(err, POISE_USAGE, "the name of the output is too long");
    if (!runs_are_in(folder))
        return access(output, F_OK) == 0
                   ? print_finished(output, err)
                   : poise_fail(err, POISE_FAILED, "there is neither a result %s nor a search in %s", output,
                                folder);
    int code = runs_status(folder, &rows, &n, err);
    if (code != POISE_OK)
        return code;
    code = cli_shares_print(rows, n, &words, err);
    free(rows);
    return code;
}
