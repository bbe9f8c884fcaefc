#include "sim_hooks/scheme.h"

#include "common/file.h"
#include "common/options.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 63 };

const policy_place_info policy_places[POLICY_PLACES] = {
    [POLICY_AT_SCHED] = {"sched", POLICY_SCHED, "gto"}, [POLICY_AT_L1] = {"l1", POLICY_CACHE, "lru"},
    [POLICY_AT_L2] = {"l2", POLICY_CACHE, "lru"},       [POLICY_AT_DRAM] = {"dram", POLICY_DRAM, "frfcfs"},
    [POLICY_AT_TLB] = {"tlb", POLICY_TLB, "none"},      [POLICY_AT_VM] = {"vm", POLICY_VM, "identity"},
};

static int no_memory(const char *text, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "no memory for the scheme '%s'", text);
}

/* ---- parts ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

/* The place whose name ends at the first of `length` characters; POLICY_PLACES when there is none. */
static policy_place place_of(const char *text, size_t length)
{
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        const char *name = policy_places[place].name;
        if (strlen(name) == length && strncmp(name, text, length) == 0)
            return place;
    }
    return POLICY_PLACES;
}

/* Whether a part can begin here: with the name of a place or policy. */
static bool begins_part(const char *text)
{
    const char *end = text;
    while (is_word(*end))
        end++;
    return end > text && (*end == ':' || *end == '+' || *end == '\0');
}

static size_t part_length(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0' && (text[length] != '+' || !begins_part(text + length + 1)))
        length++;
    return length;
}

/* "drm:fcfs" is near "dram"; NULL when the part does not look like a slip of a place. */
static const char *nearest_place(const char *part)
{
    const char *names[POLICY_PLACES + 1] = {0};
    char head[LONGEST_NAME + 1];
    const size_t length = strcspn(part, ":");
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        names[place] = policy_places[place].name;
    if (part[length] == '\0' || length > LONGEST_NAME)
        return NULL;
    snprintf(head, sizeof head, "%.*s", (int)length, part);
    return poise_nearest(head, names);
}

static int refuse_second(const policy_scheme *scheme, policy_place place, const char *policy,
                         poise_error *err)
{
    const char *near = place == POLICY_AT_SCHED ? nearest_place(policy) : NULL;
    char hint[64] = "";
    if (near != NULL)
        snprintf(hint, sizeof hint, "; did you mean '%s:'?", near);
    return poise_fail(err, POISE_USAGE, "scheme '%s' names two policies of %s, '%s' and '%s'%s", scheme->name,
                      policy_places[place].name, scheme->policy[place], policy, hint);
}

/* A part is text[0 .. length - 1]. */
static int take_part(policy_scheme *scheme, const char *text, size_t length, poise_error *err)
{
    const char *colon = memchr(text, ':', length);
    const policy_place named = colon == NULL ? POLICY_PLACES : place_of(text, (size_t)(colon - text));
    const policy_place place = named == POLICY_PLACES ? POLICY_AT_SCHED : named;
    char *part = strndup(text, length);
    if (part == NULL)
        return no_memory(scheme->text, err);
    char *policy = strdup(named == POLICY_PLACES ? part : part + (colon - text) + 1);
    int code = POISE_OK;
    if (policy == NULL)
        code = no_memory(scheme->text, err);
    else if (*policy == '\0')
        code = poise_fail(err, POISE_USAGE, "scheme '%s' names no policy behind '%s'", scheme->name, part);
    else if (scheme->policy[place] != NULL)
        code = refuse_second(scheme, place, policy, err);
    free(part);
    if (code == POISE_OK)
        scheme->policy[place] = policy;
    else
        free(policy);
    return code;
}

static int take_parts(policy_scheme *scheme, const char *text, poise_error *err)
{
    int code = POISE_OK;
    while (code == POISE_OK) {
        const size_t length = part_length(text);
        code = take_part(scheme, text, length, err);
        if (text[length] == '\0')
            break;
        text += length + 1;
    }
    return code;
}

/* ---- a scheme ---- */

/* Letters, digits, '_', '-' and '.'. */
static bool is_name(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_word(name[i]) && name[i] != '.')
            return false;
    return length > 0 && length <= LONGEST_NAME;
}

/* `name_length` characters of `name`, and the parts. */
static int make(policy_scheme *scheme, const char *name, size_t name_length, const char *parts,
                poise_error *err)
{
    *scheme = (policy_scheme){.name = strndup(name, name_length), .text = strdup(parts)};
    int code = scheme->name == NULL || scheme->text == NULL ? no_memory(parts, err) : POISE_OK;
    if (code == POISE_OK && *parts == '\0')
        code = poise_fail(err, POISE_USAGE, "scheme '%s' names no policy", scheme->name);
    if (code == POISE_OK)
        code = take_parts(scheme, parts, err);
    if (code != POISE_OK)
        policy_scheme_free(scheme);
    return code;
}

int policy_scheme_make(policy_scheme *scheme, const char *name, const char *parts, poise_error *err)
{
    return make(scheme, name, strlen(name), parts, err);
}

static int refuse_name(const char *name, size_t length, poise_error *err)
{
    return poise_fail(err, POISE_USAGE,
                      "'%.*s' cannot be the name of a scheme: 1 to %d letters, digits, '_', '-' and '.'",
                      (int)length, name, (int)LONGEST_NAME);
}

int policy_scheme_parse(policy_scheme *scheme, const char *text, poise_error *err)
{
    const size_t head = strcspn(text, "=:+/");
    *scheme = (policy_scheme){0};
    if (*text == '\0')
        return poise_fail(err, POISE_USAGE, "an empty scheme");
    if (text[head] != '=')
        return make(scheme, text, strlen(text), text, err);
    return is_name(text, head) ? make(scheme, text, head, text + head + 1, err)
                               : refuse_name(text, head, err);
}

void policy_scheme_free(policy_scheme *scheme)
{
    free(scheme->name);
    free(scheme->text);
    free(scheme->origin);
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        free(scheme->policy[place]);
    *scheme = (policy_scheme){0};
}

const char *policy_scheme_at(const policy_scheme *scheme, policy_place place)
{
    return scheme->policy[place] == NULL ? policy_places[place].baseline : scheme->policy[place];
}

/* A scheme that is one plain scheduler policy needs no further words. */
static bool says_itself(const policy_scheme *scheme)
{
    return scheme->policy[POLICY_AT_SCHED] != NULL &&
           strcmp(scheme->policy[POLICY_AT_SCHED], scheme->name) == 0;
}

/* What the user may have meant by a part that became a scheduler policy. */
static void suggest_place(const policy_scheme *scheme, policy_place place, poise_error *err)
{
    const char *near = place == POLICY_AT_SCHED ? nearest_place(scheme->policy[place]) : NULL;
    if (near != NULL && err != NULL && strstr(err->text, "there is no sched policy") != NULL)
        poise_fail(err, err->code, "there is neither a place nor a sched policy '%.*s'; did you mean '%s:'?",
                   (int)strcspn(scheme->policy[place], ":"), scheme->policy[place], near);
}

int policy_scheme_choose(const policy_scheme *scheme, policy_place place, policy_choice *choice,
                         poise_error *err)
{
    int code = policy_choose(policy_places[place].interface, policy_scheme_at(scheme, place), choice, err);
    if (code == POISE_OK)
        return code;
    suggest_place(scheme, place, err);
    if (scheme->origin != NULL)
        poise_error_prefix(err, "%s", scheme->origin);
    else if (!says_itself(scheme))
        poise_error_prefix(err, "scheme '%s'", scheme->name);
    return code;
}

int policy_scheme_check(const policy_scheme *scheme, policy_place first, poise_error *err)
{
    int code = POISE_OK;
    for (policy_place place = first; place < POLICY_PLACES && code == POISE_OK; place++) {
        policy_choice choice = {0};
        if (scheme->policy[place] != NULL)
            code = policy_scheme_choose(scheme, place, &choice, err);
        policy_choice_free(&choice);
    }
    return code;
}

bool policy_scheme_same_memory(const policy_scheme *one, const policy_scheme *other)
{
    for (policy_place place = POLICY_AT_L1; place < POLICY_PLACES; place++)
        if (strcmp(policy_scheme_at(one, place), policy_scheme_at(other, place)) != 0)
            return false;
    return true;
}

char *policy_scheme_describe(const policy_scheme *scheme, policy_place first)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const char *separator = "";
    if (out == NULL)
        return NULL;
    for (policy_place place = first; place < POLICY_PLACES; place++) {
        const char *policy = policy_scheme_at(scheme, place);
        if (strcmp(policy, policy_places[place].baseline) == 0)
            continue;
        fprintf(out, "%s%s:%s", separator, policy_places[place].name, policy);
        separator = "+";
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* ---- lists ---- */

int policy_schemes_append(policy_scheme_list *list, policy_scheme *scheme, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < list->n && code == POISE_OK; i++)
        if (strcmp(list->scheme[i].name, scheme->name) == 0)
            code = poise_fail(err, POISE_USAGE, "policy '%s' is listed twice", scheme->name);
    if (code == POISE_OK && list->n == POLICY_SCHEMES)
        code = poise_fail(err, POISE_USAGE, "more than %d policies", (int)POLICY_SCHEMES);
    if (code == POISE_OK)
        list->scheme[list->n++] = *scheme;
    else
        policy_scheme_free(scheme);
    return code;
}

/* Whether a comma stands before a further number of an argument, "tuple:2:1:loads=13,21", and ends no scheme:
 * none is called by a number. */
static bool continues(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    return digits > 0 && strchr(",:+", text[digits]) != NULL; /* or the end */
}

/* Cuts the first scheme off a list; *rest is NULL behind the last. */
static char *cut_scheme(char **rest)
{
    char *first = *rest, *comma = first;
    while (*(comma += strcspn(comma, ",")) != '\0' && continues(comma + 1))
        comma++;
    *rest = *comma == '\0' ? NULL : comma + 1;
    *comma = '\0';
    return first;
}

int policy_schemes_add(policy_scheme_list *list, const char *text, poise_error *err)
{
    char *copy = strdup(text), *rest = copy;
    if (copy == NULL)
        return no_memory(text, err);
    int code = POISE_OK;
    while (code == POISE_OK && rest != NULL) {
        policy_scheme scheme;
        const char *one = cut_scheme(&rest);
        code = *one == '\0' ? poise_fail(err, POISE_USAGE, "an empty name in the list of policies")
                            : policy_scheme_parse(&scheme, one, err);
        if (code == POISE_OK)
            code = policy_schemes_append(list, &scheme, err);
    }
    free(copy);
    return code;
}

/* Cuts the comment and the blanks around a line off. */
static char *trim(char *line)
{
    for (char *c = strchr(line, '#'); c != NULL; c = strchr(c + 1, '#')) {
        if (c > line && !isspace((unsigned char)c[-1]))
            continue;
        *c = '\0';
        break;
    }
    while (isspace((unsigned char)*line))
        line++;
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    return line;
}

/* "NAME PART+PART" */
static int read_line(policy_scheme_list *list, char *line, const char *origin, poise_error *err)
{
    const size_t name = strcspn(line, " \t");
    const char *parts = line + name + strspn(line + name, " \t");
    policy_scheme scheme;
    if (!is_name(line, name))
        return refuse_name(line, name, err);
    if (*parts == '\0')
        return poise_fail(err, POISE_USAGE, "expected a name and its policies, such as '%s gto+l2:lru'",
                          line);
    int code = make(&scheme, line, name, parts, err);
    if (code != POISE_OK)
        return code;
    scheme.origin = strdup(origin);
    if (scheme.origin != NULL)
        return policy_schemes_append(list, &scheme, err);
    policy_scheme_free(&scheme);
    return no_memory(line, err);
}

int policy_schemes_read_text(policy_scheme_list *list, char *text, const char *name, poise_error *err)
{
    char *rest = text, *line;
    int code = POISE_OK;
    for (size_t n = 1; code == POISE_OK && (line = strsep(&rest, "\n")) != NULL; n++) {
        char origin[512];
        snprintf(origin, sizeof origin, "%.480s:%zu", name, n);
        line = trim(line);
        code = *line == '\0' ? POISE_OK : read_line(list, line, origin, err);
        if (code != POISE_OK)
            poise_error_prefix(err, "%s", origin);
    }
    return code;
}

int policy_schemes_read(policy_scheme_list *list, const char *path, poise_error *err)
{
    enum { MOST_BYTES = 1 << 20 };
    char *text;
    size_t size;
    int code = poise_read_file(path, MOST_BYTES, &text, &size, err);
    if (code != POISE_OK)
        return code;
    const size_t before = list->n;
    if (strlen(text) != size)
        code = poise_fail(err, POISE_DAMAGED, "%s is no text", path);
    else
        code = policy_schemes_read_text(list, text, path, err);
    free(text);
    if (code == POISE_OK && list->n == before)
        code = poise_fail(err, POISE_USAGE, "%s has no scheme: 'NAME POLICY+POLICY' a line", path);
    return code;
}

void policy_schemes_free(policy_scheme_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        policy_scheme_free(&list->scheme[i]);
    list->n = 0;
}
