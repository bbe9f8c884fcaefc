/* BookSim network files (`key = value;`, // comments), and which format a file has. */
#include "common/text.h"
#include "sim/gpgpusim/settings.h"

#include <ctype.h>
#include <string.h>

/* Behind blank lines and `#` comments, which machine files of every format may start with. */
static const char *first_words(const char *text)
{
    while (isspace((unsigned char)*text) || *text == '#')
        text += *text == '#' ? strcspn(text, "\n") : 1;
    return text;
}

bool gpgpusim_is_config(const char *text)
{
    text = first_words(text);
    return text[0] == '-' && isalpha((unsigned char)text[1]);
}

bool gpgpusim_is_network(const char *text)
{
    text = first_words(text);
    if (text[0] == '/' && text[1] == '/')
        return true;
    const size_t line = strcspn(text, "\n#");
    return memchr(text, ';', line) != NULL;
}

/* A value may run over lines; sentences that quote it may not. */
static void join_lines(char *text)
{
    for (; *text; text++)
        if (isspace((unsigned char)*text))
            *text = ' ';
}

/* Overwrites // comments with blanks; newlines stay, so that lines can be counted. */
static void blank_comments(char *text)
{
    for (char *at = text; (at = strstr(at, "//")) != NULL;)
        for (; *at && *at != '\n'; at++)
            *at = ' ';
}

static int count_lines(const char *from, const char *to)
{
    int n = 0;
    for (; from < to; from++)
        n += *from == '\n';
    return n;
}

static int keep_statement(gpgpusim_reader *reader, char *statement, const char *path, int line,
                          poise_error *err)
{
    char *key, *value;
    if (poise_has_control(statement, strlen(statement)))
        return poise_fail(err, POISE_DAMAGED, "%s:%d: a control character in the text", path, line);
    join_lines(statement);
    statement = poise_trim(statement);
    if (!poise_split_pair(statement, &key, &value) || !*key || !*value)
        return poise_fail(err, POISE_USAGE, "%s:%d: '%.80s' is not of the form key = value;", path, line,
                          statement);
    const gpgpusim_option *option = key[0] == '-' ? NULL : gpgpusim_find(key);
    if (option)
        return gpgpusim_keep(reader, option, value, path, line, err);
    sim_config_say(&reader->notes->warnings, "%s:%d: network option %.80s is unknown and left out", path,
                   line, key);
    return POISE_OK;
}

int gpgpusim_read_network(gpgpusim_reader *reader, const char *path, char *text, poise_error *err)
{
    int code = gpgpusim_prepare(reader, err), line = 1;
    blank_comments(text);
    for (char *at = text, *end; code == POISE_OK; at = end + 1) {
        const char *start = at + strspn(at, " \t\r\n\v\f");
        line += count_lines(at, start);
        end = strchr(at, ';');
        if (!end)
            return *start ? poise_fail(err, POISE_USAGE, "%s:%d: the last statement does not end with ;",
                                       path, line)
                          : 0;
        *end = '\0';
        const int lines_inside = count_lines(start, end);
        code = keep_statement(reader, at, path, line, err);
        line += lines_inside;
    }
    return code;
}
