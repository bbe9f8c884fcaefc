/* The probe on a processor that PoCL drives, against what its system says of its caches. Whatever is told
 * must be so; the first two levels must be told. Skipped where somebody else disturbs the times. test: slow
 * test: alone */
#include "probe/host/device.h"
#include "probe/infer/robust.h"
#include "tests/test.h"
#include "tests/unit/probe/recorder.h"

#include <math.h>

enum { REPEATS = 5, MOST_LEVELS = 4, ASKED = 15 };
#define QUIET  0.02 /* of a time that is asked again and again, half of the distance of quartiles */
#define AGREED 0.05
#define FEW    0.1 /* part of the points of which repeats may be farther apart */
#define STEADY 0.1 /* of the reference while a surface is asked for */

/* Data caches of a processor as Linux tells them; 0 = it does not. */
typedef struct truth {
    double bytes[MOST_LEVELS], line[MOST_LEVELS];
} truth;

static bool read_word(uint32_t index, const char *name, char word[32])
{
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/%s", index, name);
    FILE *const file = fopen(path, "r");
    const bool is_read = file != NULL && fscanf(file, "%31s", word) == 1;
    if (file != NULL)
        fclose(file);
    return is_read;
}

static truth caches_of_this_machine(void)
{
    truth t = {{0}, {0}};
    char level[32], type[32], size[32], line[32];
    for (uint32_t i = 0; read_word(i, "level", level); i++) {
        const unsigned long at = strtoul(level, NULL, 10);
        if (at >= MOST_LEVELS || !read_word(i, "type", type) || strcmp(type, "Instruction") == 0 ||
            !read_word(i, "size", size) || !read_word(i, "coherency_line_size", line))
            continue;
        t.bytes[at] = strtod(size, NULL) * 1024;
        t.line[at] = strtod(line, NULL);
    }
    return t;
}

/* Skips without one of PoCL's devices. */
static probe_bench *open_processor(void)
{
    poise_error err;
    probe_bench *bench;
    if (ADDRESS_SANITIZER)
        skip_test("compilers that others have written do not live in a program with AddressSanitizer");
    for (uint32_t i = 0; probe_device_open(&bench, i, 16 << 20, &err) == POISE_OK; i++) {
        if (strstr(probe_device_name(bench), "Portable Computing Language") != NULL)
            return bench;
        bench->close(bench);
    }
    skip_test("PoCL drives no processor here: %s", err.text);
    return NULL;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Spread of the time of a ring of half of the first cache. */
static double disturbance(probe_bench *bench, double bytes)
{
    double times[ASKED];
    poise_error err;
    probe_chain chain = {0};
    const probe_walk walk = {.stride = 64, .n = (uint32_t)(bytes / 2 / 64)};
    assert_int_equal(probe_chain_walk(&chain, walk, &err), POISE_OK);
    const probe_question q = probe_round(&chain, 1);
    for (uint32_t i = 0; i < ASKED; i++)
        assert_int_equal(bench->total(bench, &q, &times[i], &err), POISE_OK);
    probe_chain_free(&chain);
    qsort(times, ASKED, sizeof *times, compare);
    return (times[ASKED * 3 / 4] - times[ASKED / 4]) / 2 / times[ASKED / 2];
}

/* Part of the points whose repeats do not agree. */
static double disturbed_part(const probe_surface *s)
{
    size_t n = 0, disturbed = 0;
    for (size_t i = 0; i < (size_t)s->n_sizes * s->n_strides; i++) {
        n += isnan(s->time[i]) ? 0 : 1;
        disturbed += s->spread[i] > AGREED * s->time[i] ? 1 : 0;
    }
    return (double)disturbed / (double)n;
}

static void ask_all(probe_bench *bench, probe_surface *surface)
{
    const probe_sweep sweep = {.least_bytes = 4 << 10,
                               .most_bytes = 8 << 20,
                               .per_octave = 4,
                               .least_stride = 16,
                               .most_steps = 1 << 20,
                               .repeats = REPEATS,
                               .is_shuffled = true};
    poise_error err;
    assert_int_equal(probe_surface_make(surface, &sweep, &err), POISE_OK);
    for (uint32_t i = 0; i < surface->n_sizes; i++) {
        for (uint32_t j = 0; j < surface->n_strides && surface->stride[j] <= 64 << 10; j++) {
            if (probe_surface_has(surface, i, j))
                assert_int_equal(probe_surface_ask(surface, &sweep, i, j, bench, &err), POISE_OK);
        }
    }
}

static void print(const probe_findings *found)
{
    for (uint32_t i = 0; i < found->n; i++) {
        const probe_finding *f = &found->list[i];
        print_message("%-14s %.10g to %.10g %s (%.2f): %s\n", f->name, f->least, f->most, f->unit,
                      f->confidence, f->why);
    }
}

/* A guest does not know who has the other thread of its core, and a part of the caches of the core. */
static bool is_guest(void)
{
    static char text[1 << 14];
    FILE *const file = fopen("/proc/cpuinfo", "r");
    const size_t n = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    text[n] = '\0';
    if (file != NULL)
        fclose(file);
    return strstr(text, " hypervisor") != NULL;
}

/* Processors bring the other line of an aligned pair along when they feel like it ("spatial prefetcher" of
 * the manuals), so that a miss of the second level may be shared by 128 bytes. */
static bool may_be_a_pair(uint32_t level, const char *value)
{
    return level > 1 && strcmp(value, "line") == 0;
}

static void expect(const probe_findings *found, uint32_t level, const char *value, double right, bool is_must)
{
    char name[PROBE_NAME];
    snprintf(name, sizeof name, "l%u.%s", level, value);
    const probe_finding *f = probe_find(found, name);
    const bool is_told = f != NULL && !isnan(f->least),
               may_be_less = level > 1 && strcmp(value, "capacity") == 0 && is_guest(),
               is_pair = may_be_a_pair(level, value) && is_told && f->least == 2 * right;
    if (is_told ? !is_pair && !(f->least <= right && (right <= f->most || may_be_less)) : is_must) {
        print(found);
        fail_msg("%s is %g", name, right);
    }
}

static void caches_are_those_of_the_system(void **state)
{
    probe_surface surface;
    probe_findings found = {0};
    probe_steadiness steady;
    poise_error err;
    const truth t = caches_of_this_machine();
    (void)state;
    if (t.bytes[1] == 0 || t.bytes[2] == 0)
        skip_test("this system does not tell its caches");
    probe_bench *const bench = open_processor();
    double noise = disturbance(bench, t.bytes[1]), disturbed = 0;
    if (noise < QUIET) {
        ask_all(bench, &surface);
        noise = fmax(noise, disturbance(bench, t.bytes[1]));
        disturbed = disturbed_part(&surface);
        assert_int_equal(probe_infer_surface(&surface, bench->unit, &found, &err), POISE_OK);
        probe_surface_free(&surface);
    }
    probe_device_steadiness(bench, &steady);
    bench->close(bench);
    if (noise >= QUIET || disturbed >= FEW || steady.drift >= STEADY || !steady.has_settled)
        skip_test("somebody disturbs this processor: times spread by %.1f %%, those of %.0f %% of points, "
                  "clocks drift by %.1f %%",
                  100 * noise, 100 * disturbed, 100 * steady.drift);
    print_message("times spread by %.2f %%, those of %.0f %% of points, clocks drift by %.2f %%\n",
                  100 * noise, 100 * disturbed, 100 * steady.drift);
    expect(&found, 1, "capacity", t.bytes[1], true);
    expect(&found, 1, "line", t.line[1], false);
    expect(&found, 2, "capacity", t.bytes[2], true);
    expect(&found, 2, "line", t.line[2], false);
    /* Of a cache that others use too we may get less. */
    const probe_finding *shared = probe_find(&found, "l3.capacity");
    if (shared != NULL && t.bytes[3] > 0 && !isnan(shared->least))
        assert_true(shared->least <= t.bytes[3]);
    print(&found);
    probe_findings_free(&found);
}

static void devices_have_numbers_and_names(void **state)
{
    char text[4096], tiny[4];
    poise_error err;
    probe_bench *bench;
    (void)state;
    if (probe_device_list(text, sizeof text, &err) != POISE_OK)
        skip_test("%s", err.text);
    assert_null(strstr(text, "Poise warp capture"));
    assert_int_equal(probe_device_list(tiny, sizeof tiny, &err), POISE_OK);
    assert_true(strlen(tiny) < sizeof tiny);
    assert_int_not_equal(probe_device_open(&bench, 1000, 1 << 20, &err), POISE_OK);
    assert_null(bench);
    if (strstr(text, "0: ") == text)
        assert_contains(err.text, "numbered 0 to");
}

static void its_kernels_run_until_stopped(void **state)
{
    poise_error err;
    probe_runner *runner;
    atomic_bool stop = false;
    double ns = 0;
    const probe_launch launch = {.kernel = "issue_int", .groups = 2, .group = 64, .number = {1 << 16, 5, 7}};
    (void)state;
    probe_bench *const bench = open_processor();
    assert_int_equal(probe_device_runner(bench, &stop, &runner, &err), POISE_OK);
    assert_int_equal(runner->time(runner, &launch, &ns, &err), POISE_OK);
    assert_true(ns > 0);
    atomic_store(&stop, true);
    assert_int_equal(runner->time(runner, &launch, &ns, &err), POISE_INCOMPLETE);
    runner->close(runner);
    bench->close(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_have_numbers_and_names),
        cmocka_unit_test(its_kernels_run_until_stopped),
        cmocka_unit_test(caches_are_those_of_the_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
