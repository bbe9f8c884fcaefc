/* Files of hit ratios (l2:oracle_byp:types=) that may be damaged: the bytes as they are, and once more behind
 * the line that says of what they are, so that the fuzzer need not guess it. What is accepted is the text of
 * one line of ratios for each launch, and the loads of the places that it names go around. */
#include "fuzz/folder.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"

enum { SMS = 2, WARPS = 3, PLACES = SMS * WARPS, BOUND = 2000 /* 20 %, the default of mostly_miss */ };

static const cache_host host = {
    .shape = {4, 4}, .instance = {0, 1}, .level = 2, .sms = SMS, .warps = WARPS, .writes_through = true};

static const char head[] = "poise warp hit ratios: 2 SMs of 3 warps\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool goes_around(void *state, int place)
{
    const mem_request load = {
        .kind = MEM_LOAD, .source = (uint16_t)(place / WARPS), .warp = (uint16_t)(place % WARPS)};
    return cache_oracle_byp.route(state, &load) == CACHE_BYPASS;
}

/* A number at the begin of `text`, and behind it the character that ends it. */
static const char *check_ratio(const char *text, char end, long *ratio)
{
    const size_t sign = *text == '-', digits = strspn(text + sign, "0123456789");
    must(digits > 0 && text[sign + digits] == end);
    *ratio = strtol(text, NULL, 10);
    must(*ratio >= -1 && *ratio <= 10000);
    return text + sign + digits + 1;
}

/* Launch by launch, and one that the file does not have. */
static void check_types(void *state, const char *text, size_t size)
{
    must(strlen(text) == size && strncmp(text, head, sizeof head - 1) == 0);
    for (const char *at = text + sizeof head - 1; *at;) {
        cache_oracle_byp.life.launch_begin(state, &(policy_launch){.warps = 1});
        for (int place = 0; place < PLACES; place++) {
            long ratio;
            at = check_ratio(at, place + 1 < PLACES ? ' ' : '\n', &ratio);
            must(goes_around(state, place) == (ratio >= 0 && ratio <= BOUND));
        }
        cache_oracle_byp.life.launch_end(state, 0, 0);
    }
    cache_oracle_byp.life.launch_begin(state, &(policy_launch){.warps = 1});
    for (int place = 0; place < PLACES; place++)
        must(!goes_around(state, place));
    cache_oracle_byp.life.launch_end(state, 0, 0);
}

static void read_types(const char *path, const char *text, size_t size)
{
    char string[FUZZ_PATH + 32];
    policy_choice choice;
    poise_error err = {0};
    void *state;
    (void)snprintf(string, sizeof string, "oracle_byp:types=%s", path);
    must(policy_choose(POLICY_CACHE, string, &choice, NULL) == POISE_OK);
    int code = cache_oracle_byp.create(&host, choice.options, &state, &err);
    if (code == POISE_OK) {
        (void)cache_oracle_byp.life.gather(&state, 1, 0);
        check_types(state, text, size);
        cache_oracle_byp.life.destroy(state);
    } else {
        must(code == POISE_DAMAGED && err.text[0] != '\0');
    }
    policy_choice_free(&choice);
}

static void check_text(const char *text, size_t size)
{
    char path[FUZZ_PATH];
    if (fuzz_write(path, "hits", text, size, ""))
        read_types(path, text, size);
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(1, sizeof head + size);
    if (text == NULL)
        return 0;
    memcpy(text, head, sizeof head - 1);
    if (size > 0)
        memcpy(text + sizeof head - 1, data, size);
    check_text(text, sizeof head - 1 + size);
    memmove(text, text + sizeof head - 1, size + 1);
    check_text(text, size);
    free(text);
    return 0;
}

#include "fuzz/replay.h"
