/* A memory channel by itself on a list of requests, for comparison with other simulators of DRAM
 * (bench/ramulator.sh).
 *
 *   dram_stream make MACHINE KEY=VALUE,... NEXT WRITES GAP REQUESTS SEED    writes a list to standard output
 *   dram_stream run MACHINE KEY=VALUE,... POLICY FILE [COMMANDS]            "cycles row-hits
 * mean-read-cycles"; to file COMMANDS goes every command, "CYCLE ACT|PRE|RD|WR|RDA|WRA|REF GROUP BANK ROW"
 *
 * A line is "CYCLE R|W GROUP BANK ROW COLUMN": the request comes in that cycle or when there is room for it,
 * in order, one a cycle; BANK is counted in its bank group, a column is a burst. Eight sources go to the next
 * column of their row with NEXT percent, otherwise to any place; WRITES percent write; GAP is the mean
 * distance in cycles, 0 = as fast as they are taken. */
#include "common/text.h"
#include "tests/dram_drive.h"

#include <stdlib.h>

enum { SOURCES = 8, ROWS = 1 << 12 };
enum { START = 100 }; /* cycle of the first request: the first activate of a launch is tRRD after its begin */

static dram_drive d;

static int fail(const char *why)
{
    fprintf(stderr, "dram_stream: %s\n", why);
    return 1;
}

/* The machine, in which a line is one burst: what differs between simulators is not how they cut lines. */
static int machine(sim_config *config, const char *preset, const char *settings, poise_error *err)
{
    char copy[512];
    const char *list[32];
    size_t n = 0;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *at = strtok(copy, ","); at && n + 2 < sizeof list / sizeof *list; at = strtok(NULL, ","))
        list[n++] = at;
    list[n++] = "dram_burst_bytes=128";
    list[n] = NULL;
    return drive_config(config, preset, list, err);
}

static uint32_t columns_of_row(const sim_config *config)
{
    return config->dram_row_bytes / LINE_BYTES;
}

static int make(const sim_config *config, char **arguments)
{
    uint32_t next = (uint32_t)atoi(arguments[0]), writes = (uint32_t)atoi(arguments[1]);
    uint32_t gap = (uint32_t)atoi(arguments[2]), requests = (uint32_t)atoi(arguments[3]);
    uint32_t row[SOURCES] = {0}, bank[SOURCES] = {0}, column[SOURCES] = {0};
    poise_random random;
    poise_random_seed(&random, (uint64_t)atoi(arguments[4]));
    uint64_t cycle = START;
    for (uint32_t i = 0; i < requests; i++) {
        const uint32_t s = (uint32_t)poise_random_below(&random, SOURCES);
        const bool stays = poise_random_below(&random, 100) < next && column[s] + 1 < columns_of_row(config);
        column[s] = stays ? column[s] + 1 : (uint32_t)poise_random_below(&random, columns_of_row(config));
        row[s] = stays ? row[s] : (uint32_t)poise_random_below(&random, ROWS);
        bank[s] = stays ? bank[s] : (uint32_t)poise_random_below(&random, config->dram_banks);
        const bool is_write = poise_random_below(&random, 100) < writes;
        printf("%llu %c %u %u %u %u\n", (unsigned long long)cycle, is_write ? 'W' : 'R',
               bank[s] % config->dram_bank_groups, bank[s] / config->dram_bank_groups, row[s], column[s]);
        cycle += gap ? poise_random_below(&random, 2 * gap + 1) : 0;
    }
    return 0;
}

typedef struct stream_line {
    unsigned long long cycle;
    char kind;
    uint32_t group, bank, row, column;
} stream_line;

static bool read_line(FILE *file, stream_line *line)
{
    return fscanf(file, "%llu %c %u %u %u %u", &line->cycle, &line->kind, &line->group, &line->bank,
                  &line->row, &line->column) == 6;
}

static bool ask(const stream_line *line)
{
    const sim_config *config = &d.base.config;
    const uint64_t address =
        drive_address(config, line->bank * config->dram_bank_groups + line->group, line->row, line->column);
    address_place place;
    address_locate(d.base.map, address, &place);
    if (place.dram_row != line->row)
        drive_break(&d, "a line of the list is not where it should be");
    return line->cycle <= d.now && drive_ask_line(&d, address, line->kind == 'W');
}

static bool run(FILE *file)
{
    stream_line line;
    bool more = read_line(file, &line);
    while (more) {
        if (ask(&line))
            more = read_line(file, &line);
        if (!drive_step(&d))
            return false;
    }
    return drive_drain(&d, 4000000);
}

/* Rows and banks that a command does not name are 0. */
static void write_command(void *file, const dram_logged *l)
{
    static const char *const names[DRAM_KINDS][2] = {
        {"ACT", "ACT"}, {"PRE", "PRE"}, {"RD", "RDA"}, {"WR", "WRA"}, {"REF", "REF"}};
    const uint32_t groups = d.base.config.dram_bank_groups;
    fprintf(file, "%llu %s %u %u %u\n", (unsigned long long)l->cycle, names[l->kind][l->closes],
            l->bank % groups, l->bank / groups, l->kind == DRAM_PRECHARGE ? 0 : l->row);
}

static bool run_logged(FILE *file, const char *commands)
{
    if (!commands)
        return run(file);
    FILE *out = fopen(commands, "w");
    if (!out)
        return drive_break(&d, "cannot write the commands");
    d.rules.observer = write_command;
    d.rules.owner = out;
    const bool ok = run(file);
    return (fclose(out) == 0 || drive_break(&d, "cannot write the commands")) && ok;
}

static int run_file(const sim_config *config, char **arguments, poise_error *err)
{
    FILE *file = fopen(arguments[1], "r");
    if (!file)
        return fail("cannot read the list of requests");
    if (drive_open(&d, arguments[0], config, err))
        return fail(err->text);
    bool ok = run_logged(file, arguments[2]);
    fclose(file);
    if (!ok)
        return fail(d.broken);
    printf("%llu %llu %.1f\n", (unsigned long long)d.now,
           (unsigned long long)d.channel.count[0].dram_row_hits,
           d.reads ? (double)d.read_cycles / (double)d.reads : 0.0);
    drive_close(&d);
    return 0;
}

int main(int argc, char **argv)
{
    sim_config config;
    poise_error err;
    if (argc < 4 || (strcmp(argv[1], "make") == 0 ? argc != 9 : argc != 6 && argc != 7))
        return fail("make MACHINE SETTINGS NEXT WRITES GAP REQUESTS SEED, or run MACHINE SETTINGS POLICY "
                    "FILE [COMMANDS]");
    if (machine(&config, argv[2], argv[3], &err))
        return fail(err.text);
    return argc == 9 ? make(&config, argv + 4) : run_file(&config, argv + 4, &err);
}
