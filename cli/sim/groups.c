#include "cli/sim/groups.h"

#include "cli/sim/counts.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 2 * POLICY_STATISTIC_TEXT, BAR = 50 /* characters of the longest */ };

static bool is_one_group(const cli_part *a, const cli_part *b)
{
    return strcmp(a->sum.group, b->sum.group) == 0 && strcmp(a->place, b->place) == 0;
}

static void add(cli_groups *groups, const char *place, const policy_sample *sample)
{
    const cli_part part = {place, *sample};
    for (size_t i = 0; i < groups->n; i++) {
        cli_part *known = &groups->part[i];
        if (is_one_group(known, &part) && strcmp(known->sum.name, sample->name) == 0) {
            known->sum.value += sample->value;
            return;
        }
    }
    if (groups->n < CLI_MOST_PARTS)
        groups->part[groups->n++] = part;
}

void cli_groups_note(void *groups, const char *place, uint64_t cycle, const policy_sample *samples, size_t n)
{
    (void)cycle;
    for (size_t i = 0; i < n; i++)
        add(groups, place, &samples[i]);
}

/* Parts of the group that begins at `first` stand together, as they came; 0: it is no group, or not its
 * beginning. */
static size_t parts_from(const cli_groups *groups, size_t first)
{
    size_t end = first + 1;
    if (first > 0 && is_one_group(&groups->part[first - 1], &groups->part[first]))
        return 0;
    while (end < groups->n && is_one_group(&groups->part[end], &groups->part[first]))
        end++;
    return end - first > 1 ? end - first : 0;
}

/* ---- text ---- */

static void print_part(const cli_part *part, double all, double most)
{
    const double value = part->sum.value;
    const int bar = most > 0 ? (int)(BAR * value / most + 0.5) : 0;
    printf("  %-14s %12.10g %6.1f %%%s", part->sum.name, value, all > 0 ? 100 * value / all : 0.0,
           bar > 0 ? "  " : "");
    for (int i = 0; i < bar; i++)
        putchar('#');
    putchar('\n');
}

void cli_groups_print(const cli_groups *groups)
{
    for (size_t first = 0; first < groups->n; first++) {
        const cli_part *part = &groups->part[first];
        const size_t n = parts_from(groups, first);
        double all = 0, most = 0;
        for (size_t i = 0; i < n; i++) {
            all += part[i].sum.value;
            most = part[i].sum.value > most ? part[i].sum.value : most;
        }
        if (n > 0)
            printf("\n%s %s, %s x epochs\n", part->place, part->sum.group, part->sum.unit);
        for (size_t i = 0; i < n; i++)
            print_part(&part[i], all, most);
    }
}

/* ---- JSON ---- */

static json_t *group_object(const cli_part *part, size_t n)
{
    json_t *group = json_object();
    int bad = 0;
    for (size_t i = 0; i < n; i++)
        bad |= json_object_set_new(group, part[i].sum.name, cli_json_number(part[i].sum.value));
    if (!bad)
        return group;
    json_decref(group);
    return NULL;
}

json_t *cli_groups_json(const cli_groups *groups)
{
    json_t *root = json_object();
    int bad = root == NULL;
    for (size_t first = 0; first < groups->n && !bad; first++) {
        const cli_part *part = &groups->part[first];
        const size_t n = parts_from(groups, first);
        char name[NAME];
        snprintf(name, sizeof name, "%.60s.%.60s", part->place, part->sum.group);
        bad = n > 0 && json_object_set_new(root, name, group_object(part, n));
    }
    if (!bad)
        return root;
    json_decref(root);
    return NULL;
}
