/* `key = value` text, as a line of a machine file and as an argument of --set. */
#ifndef POISE_SIM_CONFIG_TEXT_H
#define POISE_SIM_CONFIG_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Cuts the blanks around `text` off, in place. */
char *sim_config_trim(char *text);

/* Splits "key = value" in place. False when there is no `=`. */
bool sim_config_split(char *line, char **key, char **value);

/* Whether a control character other than white space is among the first `length` bytes; sentences may not
 * quote it. */
bool sim_config_has_control(const char *text, size_t length);

#endif
