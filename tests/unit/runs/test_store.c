/* The folder of runs that are done: journals survive a crash, lists come back, the state of every run follows
 * from parts and journals, and nothing of others is removed. */
#include "runs/settings.h"
#include "runs/slurm.h"
#include "runs/status.h"
#include "runs/store.h"
#include "tests/folder.h"

#include <sys/stat.h>
#include <sys/syscall.h>

static const runs_share whole;
static const runs_list_row rows[] = {
    {"00000000000000000000000000000001", 7, "atax under gto"},
    {"00000000000000000000000000000002", 5, "atax under\n lrr"},
    {"00000000000000000000000000000001", 7, "atax under gto"}, /* the same run again */
    {"00000000000000000000000000000003", 1, "mvt"},
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

static runs_store open_store(const char *folder, const char *settings)
{
    runs_store store;
    poise_error err = {0};
    if (runs_store_open(&store, test_path(folder), &whole, settings, rows, N_ROWS, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return store;
}

static void put_part(const runs_store *store, const char *key)
{
    char path[PATH_MAX];
    assert_int_equal(runs_store_path(store, key, path, NULL), POISE_OK);
    spill(path, "part", 4);
}

static void list_has_every_run_once(void **state)
{
    (void)state;
    runs_list_row *read;
    size_t n;
    assert_int_equal(runs_list_write(test_path("list"), rows, N_ROWS, NULL), POISE_OK);
    assert_int_equal(runs_list_read(test_path("list"), &read, &n, NULL), POISE_OK);
    assert_int_equal(n, 3);
    assert_string_equal(read[0].key, rows[0].key);
    assert_int_equal(read[0].steps, 7);
    assert_string_equal(read[1].name, "atax under  lrr");
    assert_string_equal(read[2].name, "mvt");
    free(read);
    assert_int_equal(runs_list_parse("0123 1 x\n", "text", &read, &n, NULL), POISE_DAMAGED);
}

static void state_follows_from_parts_and_journals(void **state)
{
    (void)state;
    runs_status_row *read;
    size_t n;
    runs_store store = open_store("states", NULL);
    assert_int_equal(runs_status(test_path("states"), &read, &n, NULL), POISE_OK);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(read[i].state, RUNS_STATE_MISSING);
    free(read);
    assert_int_equal(runs_store_note(&store, rows[0].key, RUNS_BEGUN, "", NULL), POISE_OK);
    assert_int_equal(runs_store_note(&store, rows[1].key, RUNS_FAILED, "no way", NULL), POISE_OK);
    put_part(&store, rows[3].key);
    assert_int_equal(runs_status(test_path("states"), &read, &n, NULL), POISE_OK);
    assert_int_equal(n, 3);
    assert_int_equal(read[0].state, RUNS_STATE_RUNNING);
    assert_int_equal(read[1].state, RUNS_STATE_FAILED);
    assert_string_equal(read[1].detail, "no way");
    assert_int_equal(read[2].state, RUNS_STATE_DONE);
    free(read);
    runs_store_close(&store);
    assert_true(runs_are_in(test_path("states")));
    assert_false(runs_are_in(test_path("nowhere")));
    assert_int_equal(runs_status(test_path("nowhere"), &read, &n, NULL), POISE_FAILED);
}

static void other_settings_are_refused_in_words(void **state)
{
    (void)state;
    poise_error err = {0};
    runs_store other, store = open_store("claimed", "version = 1\ngrid = full\n");
    put_part(&store, rows[0].key);
    runs_store_close(&store);
    store = open_store("claimed", "version = 1\ngrid = full\n");
    assert_int_equal(runs_store_open(&other, test_path("claimed"), &whole, "version = 1\ngrid = coarse\n",
                                     rows, N_ROWS, &err),
                     POISE_FAILED);
    assert_contains(err.text, "'grid = full', not 'grid = coarse'");
    runs_store_close(&store);
}

static void nothing_of_others_is_removed(void **state)
{
    (void)state;
    runs_store store = open_store("unused", "x = 1\n");
    runs_store_close(&store);
    assert_int_equal(access(test_path("unused"), F_OK), -1); /* nobody has done anything */
    store = open_store("used", "x = 1\n");
    put_part(&store, rows[0].key);
    spill(test_path("used/part.h5.tmp-99999999-0"), "torn", 4);
    spill(test_path("used/notes.txt"), "mine", 4);
    runs_store_close(&store);
    runs_store_clean(test_path("used"));
    assert_int_equal(count_entries(test_path("used")), 4); /* settings, list, part, notes */
    runs_store_remove(test_path("used"));
    assert_int_equal(count_entries(test_path("used")), 1);
}

static void every_run_is_in_one_share(void **state)
{
    (void)state;
    for (size_t i = 0; i < 20; i++) {
        uint32_t n = 0;
        for (uint32_t share = 0; share < 3; share++)
            n += runs_share_has(&(runs_share){.share = share, .n_shares = 3}, i);
        assert_int_equal(n, 1);
        assert_true(runs_share_has(&whole, i));
    }
}

static void take(void *user, const runs_entry *entry)
{
    runs_entry *all = user;
    while (all->detail[0] != '\0')
        all++;
    *all = *entry;
}

/* Stands before that of the C library. */
static int synced;
int fdatasync(int file)
{
    synced++;
    return (int)syscall(SYS_fdatasync, file);
}

/* Runs that others see as done must be so after a crash of the machine. */
static void every_entry_is_on_disk(void **state)
{
    (void)state;
    runs_journal journal;
    const runs_entry entry = {.event = RUNS_DONE, .key = "a", .detail = "x"};
    assert_int_equal(runs_journal_open(&journal, test_path("synced"), NULL), POISE_OK);
    synced = 0;
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(runs_journal_write(&journal, &entry, NULL), POISE_OK);
        assert_int_equal(synced, i);
    }
    runs_journal_close(&journal);
}

static void journal_survives_a_crash(void **state)
{
    (void)state;
    runs_journal journal;
    runs_entry entry = {.event = RUNS_FAILED, .key = "a", .detail = "x\ty\nz"};
    runs_entry read[8];
    memset(read, 0, sizeof read);
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        read[i].event = RUNS_EVENTS; /* none */
    const char *path = test_path("journal");
    assert_int_equal(runs_journal_open(&journal, path, NULL), POISE_OK);
    assert_int_equal(runs_journal_write(&journal, &entry, NULL), POISE_OK);
    entry.event = RUNS_DONE;
    assert_int_equal(runs_journal_write(&journal, &entry, NULL), POISE_OK);
    runs_journal_close(&journal);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(truncate(path, info.st_size - 7), 0); /* the second line is torn */
    assert_int_equal(runs_journal_open(&journal, path, NULL), POISE_OK);
    entry = (runs_entry){.event = RUNS_BEGUN, .key = "b", .detail = "after the crash"};
    assert_int_equal(runs_journal_write(&journal, &entry, NULL), POISE_OK);
    runs_journal_close(&journal);
    assert_int_equal(runs_journal_read(path, take, read, NULL), POISE_OK);
    assert_int_equal(read[0].event, RUNS_FAILED);
    assert_string_equal(read[0].detail, "x y z");
    assert_string_equal(read[0].key, "a");
    assert_int_equal(read[1].event, RUNS_BEGUN);
    assert_string_equal(read[1].key, "b");
    assert_string_equal(read[1].detail, "after the crash");
    assert_int_equal(read[2].event, RUNS_EVENTS); /* two lines are whole */
}

static void flipped_bit_hides_its_line_only(void **state)
{
    (void)state;
    runs_journal journal;
    const char *path = test_path("flipped");
    assert_int_equal(runs_journal_open(&journal, path, NULL), POISE_OK);
    for (int i = 0; i < 3; i++) {
        runs_entry entry = {.key = "a"};
        snprintf(entry.detail, sizeof entry.detail, "line %d", i);
        assert_int_equal(runs_journal_write(&journal, &entry, NULL), POISE_OK);
    }
    runs_journal_close(&journal);
    size_t size;
    runs_entry read[8] = {0};
    char *text = slurp(path, &size);
    strstr(text, "line 1")[5] ^= 1;
    text[size] = '\0'; /* slurp() leaves room */
    runs_journal_parse(text, take, read);
    assert_string_equal(read[0].detail, "line 0");
    assert_string_equal(read[1].detail, "line 2");
    assert_string_equal(read[2].detail, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_has_every_run_once),
        cmocka_unit_test(state_follows_from_parts_and_journals),
        cmocka_unit_test(other_settings_are_refused_in_words),
        cmocka_unit_test(nothing_of_others_is_removed),
        cmocka_unit_test(every_run_is_in_one_share),
        cmocka_unit_test(every_entry_is_on_disk),
        cmocka_unit_test(journal_survives_a_crash),
        cmocka_unit_test(flipped_bit_hides_its_line_only),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
