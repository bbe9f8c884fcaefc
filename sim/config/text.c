#include "sim/config/text.h"

#include <ctype.h>
#include <string.h>

char *sim_config_trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

bool sim_config_split(char *line, char **key, char **value)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return false;
    *equals = '\0';
    *key = sim_config_trim(line);
    *value = sim_config_trim(equals + 1);
    return true;
}

bool sim_config_has_control(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)text[i]) && !isspace((unsigned char)text[i]))
            return true;
    return false;
}
