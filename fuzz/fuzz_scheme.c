/* Schemes of the command line and of files on hostile input. What a scheme says of itself must be the same
 * scheme.
 */
#include "sim_hooks/scheme.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const policy_scheme *scheme)
{
    char *text = policy_scheme_describe(scheme, POLICY_AT_SCHED);
    policy_scheme again;
    if (text == NULL || text[0] == '\0') { /* all baselines */
        free(text);
        return;
    }
    if (policy_scheme_make(&again, "again", text, NULL) != POISE_OK ||
        !policy_scheme_same_memory(scheme, &again) ||
        strcmp(policy_scheme_at(scheme, POLICY_AT_SCHED), policy_scheme_at(&again, POLICY_AT_SCHED)) != 0)
        abort();
    policy_scheme_free(&again);
    free(text);
}

static void check_all(policy_scheme_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        check_round_trip(&list->scheme[i]);
    policy_schemes_free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    policy_scheme_list list = {0};
    poise_error err;
    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    (void)policy_schemes_add(&list, text, &err);
    check_all(&list);
    (void)policy_schemes_read_text(&list, text, "input", &err);
    check_all(&list);
    free(text);
    return 0;
}

#include "fuzz/replay.h"
