/* Verilog simulated by Icarus Verilog, and how much of it a test asks for. */
#ifndef TESTS_ORACLE_ICARUS_H
#define TESTS_ORACLE_ICARUS_H

#include "tests/folder.h"

/* Vectors for the thesis' model that POISE_VERILOG_VECTORS asks for, which makes this a full run; otherwise
 * 0. */
static inline unsigned long full_run(void)
{
    const char *text = getenv("POISE_VERILOG_VECTORS");
    const unsigned long vectors = text != NULL ? strtoul(text, NULL, 10) : 0;
    return text != NULL && vectors == 0 ? 1 : vectors;
}

static inline void skip_without(const char *program)
{
    char line[64];
    snprintf(line, sizeof line, "command -v %s >/dev/null", program);
    if (system(line) != 0)
        skip_test("%s is not installed", program);
}

/* Simulates the test bench of file `bench` with `design`, a file as it lies in the folder; what the bench
 * prints, malloc'ed. Icarus puts wires that are assigned in parts together with the strength of every bit
 * (.concat8), most of the time of wide ones; here all are strong, and bits will do (.concat). */
static inline char *simulate(const char *bench, const char *design, const char *settings, const char *input)
{
    char line[3 * 4096];
    snprintf(line, sizeof line,
             "cd '%s' && iverilog -g2001 -Wall -Wno-timescale %s -o bench %s '%s' 2>warnings && "
             "sed -i 's/ \\.concat8 / .concat /' bench && vvp -n bench +%s >totals; [ ! -s warnings ]",
             test_folder, settings, design, bench, input);
    assert_int_equal(system(line), 0);
    size_t size;
    char *text = slurp(test_path("totals"), &size);
    text[size] = '\0'; /* slurp() leaves room for it */
    return text;
}

#endif
