/* What a sweep keeps: parts come back as they were or not at all; shares are disjoint and complete. */
#include "profile/sweep/parts.h"
#include "profile/sweep/run.h"
#include "tests/folder.h"
#include "tests/reuse_trace.h"

#include <sys/stat.h>

enum { N_TRACES = 5 };
static const runs_share all, collecting = {.only_collects = true};

/* Every trace twice. */
static trace_files some_traces(uint32_t thread_blocks)
{
    trace_files traces;
    char folder[128];
    char *arguments[] = {folder, folder};
    snprintf(folder, sizeof folder, "%s", test_path("walk"));
    mkdir(folder, 0700);
    for (uint32_t i = 0; i < N_TRACES; i++) {
        char name[32];
        snprintf(name, sizeof name, "walk/%u.wtr", i);
        reuse_shape shape = {
            .thread_blocks = thread_blocks, .warps_per_block = 2, .footprint_lines = 2, .walks = 2 + i % 3};
        write_reuse_trace(test_path(name), i, &shape);
    }
    assert_int_equal(trace_files_list(&traces, 2, arguments, NULL), POISE_OK);
    return traces;
}

typedef struct fixture {
    trace_files traces;
    sweep_plan plan;
    runs_store parts;
} fixture;

static fixture begin_loads(sweep_grid grid, sweep_loads loads, uint32_t thread_blocks, const char *folder,
                           const char *options)
{
    fixture f = {.traces = some_traces(thread_blocks)};
    poise_error err = {0};
    sweep_request request = {.grid = grid, .loads = loads};
    sim_config_default(&request.config);
    assert_int_equal(sim_config_set(&request.config, "sms=1", NULL), POISE_OK);
    assert_int_equal(sim_config_set(&request.config, options, NULL), POISE_OK);
    assert_int_equal(sweep_plan_create(&f.plan, &request, &f.traces, &err), POISE_OK);
    if (sweep_parts_open(&f.parts, test_path(folder), &all, &f.plan, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return f;
}

static fixture begin_grid(sweep_grid grid, uint32_t thread_blocks, const char *folder, const char *options)
{
    return begin_loads(grid, SWEEP_LOADS_NONE, thread_blocks, folder, options);
}

static fixture begin(const char *folder, const char *options)
{
    return begin_grid(SWEEP_FULL, 2, folder, options);
}

static void end(fixture *f)
{
    runs_store_close(&f->parts);
    sweep_plan_free(&f->plan);
    trace_files_free(&f->traces);
}

static void parts_come_back_as_they_were(void **state)
{
    (void)state;
    fixture measured = begin("there", "warps=8");
    assert_int_equal(sweep_parts_load(&measured.parts, &measured.plan), 0);
    sweep_effort effort = {.threads = 2, .parts = &measured.parts};
    assert_int_equal(sweep_run(&measured.plan, &effort, NULL), POISE_OK);
    assert_int_equal(sweep_plan_missing(&measured.plan), 0);
    fixture loaded = begin("there", "warps=8");
    size_t n = sweep_parts_load(&loaded.parts, &loaded.plan);
    assert_int_equal(n, N_TRACES);
    assert_int_equal(sweep_plan_missing(&loaded.plan), 0);
    sweep_plan_copy_twins(&measured.plan);
    sweep_plan_copy_twins(&loaded.plan);
    for (size_t i = 0; i < 2 * N_TRACES; i++) {
        const profile_kernel *a = &measured.plan.result.kernels[i], *b = &loaded.plan.result.kernels[i];
        assert_memory_equal(a->points, b->points, profile_points(a->warps) * sizeof *a->points);
        assert_non_null(profile_at(b, 1, 1));
    }
    end(&measured);
    end(&loaded);
}

/* Sets of loads have cycles of their own, which differ with N, p and the set. */
static void sets_come_back_as_they_were(void **state)
{
    (void)state;
    fixture measured = begin_loads(SWEEP_COARSE, SWEEP_LOADS_FULL, 8, "sets", "warps=32");
    sweep_effort effort = {.threads = 2, .parts = &measured.parts};
    assert_int_equal(sweep_run(&measured.plan, &effort, NULL), POISE_OK);
    fixture loaded = begin_loads(SWEEP_COARSE, SWEEP_LOADS_FULL, 8, "sets", "warps=32");
    assert_int_equal(sweep_parts_load(&loaded.parts, &loaded.plan), N_TRACES);
    sweep_plan_copy_twins(&measured.plan);
    sweep_plan_copy_twins(&loaded.plan);
    bool differ = false;
    for (size_t i = 0; i < 2 * N_TRACES; i++) {
        const profile_kernel *a = &measured.plan.result.kernels[i], *b = &loaded.plan.result.kernels[i];
        assert_true(a->n_sets > 1);
        assert_int_equal(a->n_sets, b->n_sets);
        assert_memory_equal(a->sets, b->sets, a->n_sets * sizeof *a->sets);
        for (uint32_t s = 1; s < a->n_sets; s++)
            differ = differ || a->sets[s].cycles != a->sets[0].cycles;
    }
    assert_true(differ);
    end(&measured);
    end(&loaded);
}

/* What a search does not ask for is not waited for: when it is over no work is left, however long it has
 * taken. */
static void nothing_is_left_of_a_search(void **state)
{
    (void)state;
    char line[256] = "", done[64] = "";
    FILE *lines = tmpfile();
    const int before = dup(STDERR_FILENO);
    assert_true(lines != NULL && before >= 0);
    fixture f = begin_grid(SWEEP_ADAPTIVE, 8, "waited", "warps=32");
    const uint64_t simulations = sweep_plan_left(&f.plan);
    assert_true(dup2(fileno(lines), STDERR_FILENO) >= 0);
    setenv(POISE_PROGRESS_SECONDS, "0", 1);
    poise_progress *progress = poise_progress_begin("sweep", "points", simulations, POISE_PROGRESS_AUTO);
    poise_progress_expect(progress, sweep_plan_work_left(&f.plan));
    sweep_effort effort = {.threads = 2, .progress = progress};
    const int code = sweep_run(&f.plan, &effort, NULL);
    usleep(400000); /* of which points that were spared would leave half a second at least */
    poise_progress_add_work(progress, 0, 0);
    poise_progress_end(progress);
    unsetenv(POISE_PROGRESS_SECONDS);
    assert_true(dup2(before, STDERR_FILENO) >= 0);
    (void)close(before);
    assert_int_equal(code, POISE_OK);
    assert_true(sweep_plan_simulated(&f.plan) < simulations / 2);
    rewind(lines);
    while (fgets(line, sizeof line, lines) != NULL)
        continue;
    (void)fclose(lines);
    snprintf(done, sizeof done, "poise: sweep %lu/%lu (100 %%) ", (unsigned long)simulations,
             (unsigned long)simulations);
    assert_contains(line, done);
    assert_contains(line, "points/s, 0 s left\n");
    end(&f);
}

/* The last point that a search has asked for is as needed as the first. */
static void part_of_a_search_is_whole_or_none(void **state)
{
    (void)state;
    fixture measured = begin_grid(SWEEP_ADAPTIVE, 8, "searched", "warps=32");
    sweep_effort effort = {.threads = 2, .parts = &measured.parts};
    assert_int_equal(sweep_run(&measured.plan, &effort, NULL), POISE_OK);
    sweep_launch *launch = &measured.plan.launches[0];
    profile_kernel *kernel = &measured.plan.result.kernels[launch->kernel];
    assert_int_equal(kernel->warps, 8);
    assert_true(launch->n_simulated < profile_points(8));
    size_t asked = 0, n = 0;
    for (size_t i = 0; i < profile_points(8); i++)
        asked += kernel->points[i].cycles > 0;
    assert_int_equal(asked + 1, launch->n_simulated); /* one with the sampler */
    for (size_t i = 0; i < profile_points(8); i++) {
        bool is_reference = i == profile_point(1, 1) || i == profile_point(8, 8);
        sim_counters kept = kernel->points[i];
        if (is_reference || kept.cycles == 0 || ++n % 5 != 0) /* some of them: it takes time */
            continue;
        kernel->points[i] = (sim_counters){0};
        assert_int_equal(sweep_parts_save(&measured.parts, &measured.plan, launch, NULL), POISE_OK);
        kernel->points[i] = kept;
        fixture loaded = begin_grid(SWEEP_ADAPTIVE, 8, "searched", "warps=32");
        assert_int_equal(sweep_parts_load(&loaded.parts, &loaded.plan), N_TRACES - 1);
        assert_null(profile_at(&loaded.plan.result.kernels[launch->kernel], 1, 1));
        end(&loaded);
    }
    assert_int_equal(sweep_parts_save(&measured.parts, &measured.plan, launch, NULL), POISE_OK);
    fixture loaded = begin_grid(SWEEP_ADAPTIVE, 8, "searched", "warps=32");
    assert_int_equal(sweep_parts_load(&loaded.parts, &loaded.plan), N_TRACES);
    end(&loaded);
    end(&measured);
}

static void another_machine_is_refused(void **state)
{
    (void)state;
    poise_error err = {0};
    fixture f = begin("machine", "warps=8");
    runs_store other;
    f.plan.result.config_hash[0] ^= 1;
    assert_int_equal(sweep_parts_open(&other, test_path("machine"), &collecting, &f.plan, &err),
                     POISE_FAILED);
    assert_contains(err.text, "settings");
    f.plan.grid = SWEEP_COARSE;
    assert_int_equal(sweep_parts_open(&other, test_path("machine"), &collecting, &f.plan, &err),
                     POISE_FAILED);
    assert_contains(err.text, "grid = full");
    end(&f);
}

static void empty_folder_is_removed(void **state)
{
    (void)state;
    fixture f = begin("empty", "warps=8");
    assert_int_equal(access(test_path("empty/settings"), F_OK), 0);
    end(&f);
    assert_int_equal(access(test_path("empty"), F_OK), -1);
}

static void shares_are_disjoint_and_complete(void **state)
{
    (void)state;
    fixture f = begin("shares", "warps=8");
    uint64_t every = sweep_plan_left(&f.plan), sum = 0;
    for (uint32_t share = 0; share < 3; share++) {
        sweep_plan_share(&f.plan, &(runs_share){.share = share, .n_shares = 3});
        assert_true(sweep_plan_left(&f.plan) < every);
        sum += sweep_plan_left(&f.plan);
    }
    assert_int_equal(sum, every);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_come_back_as_they_were),      cmocka_unit_test(another_machine_is_refused),
        cmocka_unit_test(part_of_a_search_is_whole_or_none), cmocka_unit_test(empty_folder_is_removed),
        cmocka_unit_test(shares_are_disjoint_and_complete),  cmocka_unit_test(sets_come_back_as_they_were),
        cmocka_unit_test(nothing_is_left_of_a_search),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
