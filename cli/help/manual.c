#include "cli/help/manual.h"

#include "cli/help/help.h"
#include "cli/help/roff.h"
#include "sim/sim.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* What the pages know beside the verbs. */
typedef struct note {
    const char *term, *text;
} note;

static const note files[] = {
    {"PREFIX/share/poise/presets", "machines that -c takes by name"},
    {"PREFIX/share/poise/models", "default.model, which the policy poise uses, and thesis.model, the weights "
                                  "that the thesis prints"},
    {"PREFIX/share/poise/datasets", "manifest of the workloads, small traces of them, profiles to train on"},
    {"PREFIX/lib/poise", "the OpenCL platform that poise capture puts behind the ICD loader, its programs"},
    {"PREFIX/lib/poise/policies", "NAME.so, a shared object with policy NAME: found by its name"},
    {"PREFIX/include/poise", "headers of policies, and the integer engine as one .c and one .h file"},
    {"PREFIX/share/doc/poise", "the documents, docs/TUTORIAL.md first"},
};

static const note environment[] = {
    {"POISE_TRACES", "folder in which @SET looks for captured traces, in place of that of the source tree"},
    {"POISE_POLICY_SECONDS",
     "seconds after which a policy of a shared object that does not return from a call ends the "
     "command; 60 without it, 0 = never"},
    {"TMPDIR", "folder for files of a while; /tmp without it"},
};

enum { N_FILES = sizeof files / sizeof files[0], N_VARIABLES = sizeof environment / sizeof environment[0] };

static void put_notes(const char *title, const note *notes, size_t n, FILE *out)
{
    roff_section(title, out);
    for (size_t i = 0; i < n; i++) {
        roff_item(out);
        roff_literal(notes[i].term, out);
        fputc('\n', out);
        roff_text(notes[i].text, out);
        fputc('\n', out);
    }
}

static void put_title(const char *verb, FILE *out)
{
    char capitals[64];
    size_t n = 0;
    for (; verb[n] != '\0' && n + 1 < sizeof capitals; n++)
        capitals[n] = (char)toupper((unsigned char)verb[n]);
    capitals[n] = '\0';
    fprintf(out, ".TH POISE%s%s 1 \"\" \"poise %s\" \"Poise manual\"\n", n > 0 ? "\\-" : "", capitals,
            POISE_VERSION);
}

static void put_exit_status(FILE *out)
{
    roff_section("EXIT STATUS", out);
    for (size_t i = 0; i < CLI_EXIT_STATUSES; i++) {
        roff_item(out);
        fprintf(out, "\\fB%d\\fR\n%s\n", (int)cli_exit_statuses[i].code, cli_exit_statuses[i].meaning);
    }
}

void cli_manual(FILE *out)
{
    size_t n;
    const cli_verb *const *verbs = cli_verbs(&n);
    put_title("", out);
    roff_section("NAME", out);
    fputs("poise \\- learned warp scheduling for GPUs\n", out);
    roff_section("SYNOPSIS", out);
    fputs("\\fBpoise\\fR \\fIVERB\\fR [options] ...\n.br\n\\fBpoise \\-\\-help\\fR\n.br\n"
          "\\fBpoise \\-\\-version\\fR\n",
          out);
    roff_section("DESCRIPTION", out);
    roff_prose(
        "Records what the kernels of an OpenCL program do, simulates them under every warp-tuple {N, p}, "
        "learns from that which tuple suits a kernel that was never seen, and compares schedules that use "
        "what was learned. Each step is a verb. Results go to the standard output, messages and progress "
        "to the standard error.",
        out);
    roff_section("VERBS", out);
    for (size_t i = 0; i < n; i++) {
        roff_item(out);
        fprintf(out, "\\fBpoise\\-%s\\fR(1)\n", verbs[i]->name);
        roff_text(verbs[i]->summary, out);
        fputc('\n', out);
    }
    put_exit_status(out);
    put_notes("ENVIRONMENT", environment, N_VARIABLES, out);
    put_notes("FILES", files, N_FILES, out);
}

/* One line for each of the alternatives that " | " parts. */
static void put_synopsis(const cli_verb *verb, FILE *out)
{
    for (const char *part = verb->synopsis, *next; *part != '\0'; part = next) {
        const char *bar = strstr(part, " | "), *end = bar != NULL ? bar : part + strlen(part);
        next = bar != NULL ? bar + strspn(bar, " |") : end;
        while (end > part && end[-1] == ' ')
            end--;
        char text[512];
        snprintf(text, sizeof text, "%.*s", (int)(end - part), part);
        fprintf(out, "%s\\fBpoise %s\\fR ", part == verb->synopsis ? "" : ".br\n", verb->name);
        roff_synopsis(text, out);
    }
}

static void put_option(const poise_option *option, FILE *out)
{
    const char *value = poise_option_metavar(option);
    char text[1024], word[80];
    roff_item(out);
    if (option->letter != 0) {
        const char letter[] = {'-', option->letter, '\0'};
        roff_literal(letter, out);
        fputs(", ", out);
    }
    snprintf(word, sizeof word, "--%s", option->name);
    roff_literal(word, out);
    if (*value != '\0') {
        fputc(' ', out);
        roff_synopsis(value, out);
    } else
        fputc('\n', out);
    poise_option_text(option, text, sizeof text);
    roff_text(text, out);
    fputc('\n', out);
}

static void put_examples(const cli_verb *verb, FILE *out)
{
    bool first = true;
    size_t n;
    const cli_example *examples = cli_examples(&n);
    roff_section("EXAMPLES", out);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(examples[i].verb, verb->name) != 0)
            continue;
        char command[512];
        snprintf(command, sizeof command, "poise %s%s%s", verb->name,
                 *examples[i].arguments == '\0' ? "" : " ", examples[i].arguments);
        fputs(first ? "" : ".PP\n", out);
        first = false;
        roff_text(examples[i].purpose, out);
        fputs(":\n", out);
        roff_command(command, out);
    }
}

/* What the simulator prints, and what profiles and results have columns of. */
static void put_counters(FILE *out)
{
    size_t n;
    const sim_counter_info *counters = sim_counter_table(&n);
    roff_section("COUNTERS", out);
    for (size_t i = 0; i < n; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s; unit: %s", counters[i].help, counters[i].unit);
        roff_item(out);
        roff_literal(counters[i].name, out);
        fputc('\n', out);
        roff_text(text, out);
        fputc('\n', out);
    }
}

static void put_see_also(const cli_verb *self, FILE *out)
{
    size_t n;
    const cli_verb *const *verbs = cli_verbs(&n);
    roff_section("SEE ALSO", out);
    fputs("\\fBpoise\\fR(1)", out);
    for (size_t i = 0; i < n; i++) {
        if (verbs[i] != self)
            fprintf(out, ",\n\\fBpoise\\-%s\\fR(1)", verbs[i]->name);
    }
    fputc('\n', out);
}

void cli_verb_manual(const cli_verb *verb, FILE *out)
{
    put_title(verb->name, out);
    roff_section("NAME", out);
    fprintf(out, "poise\\-%s \\- ", verb->name);
    roff_text(verb->summary, out);
    fputc('\n', out);
    roff_section("SYNOPSIS", out);
    put_synopsis(verb, out);
    roff_section("DESCRIPTION", out);
    roff_prose(verb->details != NULL ? verb->details : verb->summary, out);
    if (verb->takes_traces) {
        fputs(".PP\n", out);
        roff_prose(cli_sets_help, out);
    }
    if (verb->n_options > 0)
        roff_section("OPTIONS", out);
    for (size_t i = 0; i < verb->n_options; i++)
        put_option(&verb->options[i], out);
    if (verb == &verb_sim)
        put_counters(out);
    put_examples(verb, out);
    put_exit_status(out);
    put_see_also(verb, out);
}
