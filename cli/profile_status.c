#include "cli/profile_sweep.h"

#include "profile/sweep/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct sums {
    size_t kernels[KERNEL_STATES];
    uint64_t points[KERNEL_STATES];
} sums;

static sums add_up(const sweep_status_row *rows, size_t n)
{
    sums s = {0};
    for (size_t i = 0; i < n; i++) {
        s.kernels[rows[i].state]++;
        s.points[rows[i].state] += rows[i].kernel.simulations;
    }
    return s;
}

static void print_row(const sweep_status_row *row)
{
    const sweep_list_row *kernel = &row->kernel;
    printf("%-8s  %s launch %u, %s: %" PRIu64 " simulations%s%s\n", sweep_state_names[row->state],
           kernel->program, kernel->launch_index, kernel->kernel, kernel->simulations,
           row->state == KERNEL_FAILED ? ": " : "", row->state == KERNEL_FAILED ? row->detail : "");
}

int profile_print_status(const profile_place *place, poise_error *err)
{
    sweep_status_row *rows;
    size_t n;
    int code = sweep_status(place->parts, &rows, &n, err);
    if (code != POISE_OK)
        return code;
    sums s = add_up(rows, n);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].state != KERNEL_DONE)
            print_row(&rows[i]);
    }
    for (int state = 0; state < KERNEL_STATES; state++)
        printf("%-8s  %zu of %zu kernels, %" PRIu64 " simulations\n", sweep_state_names[state],
               s.kernels[state], n, s.points[state]);
    free(rows);
    return s.kernels[KERNEL_DONE] == n ? POISE_OK
                                       : poise_fail(err, POISE_INCOMPLETE, "%zu of %zu kernels are measured",
                                                    s.kernels[KERNEL_DONE], n);
}
