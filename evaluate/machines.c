#include "evaluate/machines.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_TEXT = 256 };

size_t evaluate_base_machine(evaluate_comparisons all)
{
    for (size_t m = 0; m < all.n; m++)
        if (all.of[m]->base == NULL)
            return m;
    return 0;
}

/* Writes "name = value, name = value" of what differs. */
static void put_differences(const sim_config *config, const sim_config *base, size_t most, FILE *out)
{
    size_t n, found = 0;
    const poise_option *options = sim_config_options(&n);
    for (size_t i = 0; i < n; i++) {
        char here[OPTION_TEXT] = "", there[OPTION_TEXT] = "";
        if (poise_option_format(&options[i], config, here, sizeof here) != POISE_OK ||
            poise_option_format(&options[i], base, there, sizeof there) != POISE_OK ||
            strcmp(here, there) == 0)
            continue;
        if (found++ < most)
            fprintf(out, "%s%s", found == 1 ? "" : ", ", here);
    }
    if (found > most)
        fprintf(out, ", and %zu more", found - most);
}

char *evaluate_machine_words(evaluate_comparisons all, size_t machine, size_t most)
{
    const size_t base = evaluate_base_machine(all);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    if (machine == base)
        fputs("the baseline", out);
    else
        put_differences(all.of[machine]->request.config, all.of[base]->request.config, most, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
