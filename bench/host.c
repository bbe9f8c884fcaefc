#include "bench/host.h"

#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The text behind "KEY<blanks>:" in the first line of `path` that begins with `key`; false when absent. */
static int find_line(const char *path, const char *key, char *value, size_t size)
{
    FILE *file = fopen(path, "re");
    char line[512];
    int found = 0;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (colon == NULL || strncmp(line, key, strlen(key)) != 0)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        snprintf(value, size, "%.*s", (int)strcspn(colon, "\n"), colon);
        found = 1;
    }
    if (file != NULL)
        fclose(file);
    return found;
}

bench_host bench_host_describe(void)
{
    bench_host host = {.cores = 1};
    if (!find_line("/proc/cpuinfo", "model name", host.cpu_model, sizeof host.cpu_model))
        snprintf(host.cpu_model, sizeof host.cpu_model, "unknown");
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        host.cores = (uint32_t)CPU_COUNT(&allowed);
    return host;
}

/* "VmRSS:     1234 kB" */
static uint64_t status_bytes(const char *key)
{
    char value[64];
    return find_line("/proc/self/status", key, value, sizeof value) ? strtoull(value, NULL, 10) * 1024 : 0;
}

uint64_t bench_memory_now(void)
{
    return status_bytes("VmRSS");
}

uint64_t bench_memory_peak(void)
{
    return status_bytes("VmHWM");
}

void bench_memory_trim(void)
{
    malloc_trim(0);
}

double bench_cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
