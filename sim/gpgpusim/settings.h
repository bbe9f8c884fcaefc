/* Settings as they are collected, and their application in the order of the table. */
#ifndef POISE_SIM_GPGPUSIM_SETTINGS_H
#define POISE_SIM_GPGPUSIM_SETTINGS_H

#include "sim/gpgpusim/table.h"

/* Makes room for settings before the first file. */
int gpgpusim_prepare(gpgpusim_reader *reader, poise_error *err);

/* Keeps a setting; an earlier one of the same option is forgotten. */
int gpgpusim_keep(gpgpusim_reader *reader, const gpgpusim_option *option, const char *value, const char *path,
                  int line, poise_error *err);

#endif
