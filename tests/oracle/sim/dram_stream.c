/* A memory channel by itself on a list of requests, for comparison with other simulators of DRAM
 * (bench/ramulator.sh).
 *
 *   dram_stream make MACHINE KEY=VALUE,... NEXT WRITES GAP REQUESTS SEED    writes a list to standard output
 *   dram_stream run MACHINE KEY=VALUE,... POLICY FILE                       "cycles row-hits
 * mean-read-cycles"
 *
 * A line is "CYCLE R|W GROUP BANK ROW COLUMN": the request comes in that cycle or when there is room for it,
 * in order, one a cycle; BANK is counted in its bank group, a column is a burst. Eight sources go to the next
 * column of their row with NEXT percent, otherwise to any place; WRITES percent write; GAP is the mean
 * distance in cycles, 0 = as fast as they are taken. */
#include "common/text.h"
#include "tests/dram_drive.h"

#include <stdlib.h>

enum { SOURCES = 8, ROWS = 1 << 12 };

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
    uint64_t cycle = 0;
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

/* The address that sim/base/address.h places there. */
static uint64_t address_at(const sim_config *config, const stream_line *line)
{
    const uint32_t bank = line->bank * config->dram_bank_groups + line->group;
    const uint64_t above = (uint64_t)line->row * (config->dram_banks / 2) + bank / 2;
    const uint64_t squeezed = above * config->dram_row_bytes + line->column * LINE_BYTES;
    return (squeezed >> 8) << 9 | (uint64_t)(bank & 1) << 8 | (squeezed & 0xff);
}

static bool ask(const stream_line *line)
{
    dram_access_fifo *queue = &d.queue[0];
    if (line->cycle > d.now || dram_access_fifo_full(queue))
        return false;
    const uint64_t address = address_at(&d.base.config, line);
    address_place place;
    address_locate(d.base.map, address, &place);
    if (place.dram_row != line->row)
        drive_break(&d, "a line of the list is not where it should be");
    const bool is_write = line->kind == 'W';
    *dram_access_fifo_push(queue) = (dram_access){
        .request = {.address = address, .kind = is_write ? MEM_WRITE_BACK : MEM_LOAD, .sectors = ALL_SECTORS},
        .ready = d.now,
        .tag = drive_tag(&d, is_write),
        .is_write = is_write};
    d.asked++;
    d.reads += !is_write;
    return true;
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

static int run_file(const sim_config *config, const char *policy, const char *path, poise_error *err)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return fail("cannot read the list of requests");
    if (drive_open(&d, policy, config, err))
        return fail(err->text);
    bool ok = run(file);
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
    if (argc < 4 || (strcmp(argv[1], "make") == 0 ? argc != 9 : argc != 6))
        return fail(
            "make MACHINE SETTINGS NEXT WRITES GAP REQUESTS SEED, or run MACHINE SETTINGS POLICY FILE");
    if (machine(&config, argv[2], argv[3], &err))
        return fail(err.text);
    return argc == 9 ? make(&config, argv + 4) : run_file(&config, argv[4], argv[5], &err);
}
