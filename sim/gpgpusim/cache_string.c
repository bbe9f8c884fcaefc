#include "sim/gpgpusim/cache_string.h"

#include <ctype.h>
#include <stddef.h>

/* The rest of the string that is being read; NULL once something was not as expected. */
typedef const char *rest;

static void expect(rest *at, char separator)
{
    *at = *at && **at == separator ? *at + 1 : NULL;
}

static bool follows(const rest *at, char separator)
{
    return *at && **at == separator;
}

static char letter(rest *at)
{
    if (!*at || !isalpha((unsigned char)**at)) {
        *at = NULL;
        return '\0';
    }
    return *(*at)++;
}

/* At most eight digits: more than any cache has. */
static int64_t number(rest *at)
{
    int64_t value = 0;
    int digits = 0;
    for (; *at && isdigit((unsigned char)**at); (*at)++)
        if (digits++ < 8)
            value = value * 10 + (**at - '0');
    if (digits == 0 || digits > 8)
        *at = NULL;
    return value;
}

static void parse_size(rest *at, gpgpusim_cache *cache)
{
    cache->type = 'N';
    if (!isdigit((unsigned char)**at)) {
        cache->type = letter(at);
        expect(at, ':');
    }
    cache->sets = number(at);
    expect(at, ':');
    cache->line_bytes = number(at);
    expect(at, ':');
    cache->ways = number(at);
    expect(at, ',');
}

static void parse_policies(rest *at, gpgpusim_cache *cache)
{
    cache->replacement = letter(at);
    expect(at, ':');
    cache->write = letter(at);
    expect(at, ':');
    cache->allocation = letter(at);
    expect(at, ':');
    cache->write_allocation = letter(at);
    cache->index = 'L';
    if (follows(at, ':')) {
        expect(at, ':');
        cache->index = letter(at);
    }
    expect(at, ',');
}

static void parse_queues(rest *at, gpgpusim_cache *cache)
{
    cache->mshr = letter(at);
    expect(at, ':');
    cache->mshrs = number(at);
    expect(at, ':');
    cache->merge = number(at);
    expect(at, ',');
    cache->miss_queue = number(at);
    if (follows(at, ':')) {
        expect(at, ':');
        cache->result_fifo = number(at);
    }
    if (follows(at, ',')) {
        expect(at, ',');
        cache->port_bytes = number(at);
    }
}

bool gpgpusim_cache_parse(const char *text, gpgpusim_cache *cache)
{
    rest at = text;
    *cache = (gpgpusim_cache){0};
    parse_size(&at, cache);
    parse_policies(&at, cache);
    parse_queues(&at, cache);
    return at && !*at;
}
