/* Do messages and progress go to stderr in the promised form? */
#include "common/log.h"
#include "tests/test.h"

#include <math.h>

/* Runs `action` with stderr caught; returns what it wrote. */
static const char *caught(void (*action)(void))
{
    static char text[1 << 17];
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    const int before = dup(STDERR_FILENO);
    assert_true(before >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    action();
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void speak(void)
{
    poise_warn("%d of %d", 1, 2);
    poise_say("done");
    poise_set_quiet(1);
    poise_say("not heard");
    poise_warn("heard");
    poise_set_quiet(0);
}

static void messages_have_a_prefix_and_quiet_spares_warnings(void **state)
{
    (void)state;
    assert_string_equal(caught(speak), "poise: warning: 1 of 2\npoise: done\npoise: warning: heard\n");
}

static double seconds; /* that the last count took */

static void count(poise_progress_mode mode)
{
    const double start = poise_now();
    poise_progress *progress = poise_progress_begin("sweep \"a\"", "points", 1000, mode);
    for (int i = 0; i < 1000; i++)
        poise_progress_add(progress, 1);
    poise_progress_end(progress);
    seconds = poise_now() - start;
}

static void count_json(void)
{
    count(POISE_PROGRESS_JSON);
}

static void count_auto(void)
{
    count(POISE_PROGRESS_AUTO);
}

static void count_always(void)
{
    count(POISE_PROGRESS_ALWAYS);
}

static void json_progress_ends_with_the_total(void **state)
{
    (void)state;
    const char *text = caught(count_json);
    assert_contains(text,
                    "{\"label\": \"sweep \\\"a\\\"\", \"done\": 1, \"total\": 1000, \"unit\": \"points\", ");
    assert_contains(text, "\"done\": 1000, ");
    assert_int_equal(text[strlen(text) - 1], '\n');
}

/* Lines that the count wrote to a file, with so many seconds between two. */
static int lines_of_count(const char *interval)
{
    int lines = 0;
    setenv(POISE_PROGRESS_SECONDS, interval, 1);
    const char *text = caught(count_auto);
    unsetenv(POISE_PROGRESS_SECONDS);
    for (const char *at = text; *at != '\0'; lines++) {
        assert_int_equal(strncmp(at, "poise: sweep \"a\" ", 17), 0);
        at = strchr(at, '\n') + 1;
    }
    return lines;
}

static void lines_are_written_now_and_then_without_a_terminal(void **state)
{
    (void)state;
    assert_string_equal(caught(count_auto), ""); /* it takes no 5 seconds */
    assert_int_equal(lines_of_count("1000"), 0);
    assert_int_equal(lines_of_count("0"), 1000);
    assert_int_equal(lines_of_count("no number"), 0);
}

static void nothing_is_shown_when_nothing_is_wanted(void **state)
{
    (void)state;
    assert_null(poise_progress_begin("x", "y", 1, POISE_PROGRESS_NEVER));
    poise_progress_expect(NULL, 1);
    poise_progress_add(NULL, 1);
    poise_progress_spare(NULL, 1, 1);
    poise_progress_end(NULL);
}

/* Three units of work 8, 1 and 1 of which the first is done and one is spared: an eighth of the time is left.
 */
static void count_unequal(void)
{
    poise_progress *progress = poise_progress_begin("sweep", "points", 3, POISE_PROGRESS_AUTO);
    poise_progress_expect(progress, 10);
    poise_progress_spare(progress, 1, 1);
    usleep(240000);
    poise_progress_add_work(progress, 1, 8);
    poise_progress_end(progress);
}

static void time_left_follows_from_work(void **state)
{
    (void)state;
    setenv(POISE_PROGRESS_SECONDS, "0", 1);
    const char *text = caught(count_unequal);
    unsetenv(POISE_PROGRESS_SECONDS);
    double rate;
    int left;
    assert_int_equal(sscanf(text, "poise: sweep 2/3 (67 %%) %lf points/s, %d s left", &rate, &left), 2);
    assert_true(rate > 0 && rate <= 1 / 0.24 + 0.1); /* the spared one took no time */
    assert_true(left <= round(1 / rate / 8 + 0.5));
}

static void durations_are_short(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{0, "0 s"},       {99.4, "99 s"},       {99.6, "2 min"},         {3600, "60 min"},
                 {5960, "99 min"}, {6010, "1 h 40 min"}, {360000, "100 h 00 min"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[POISE_DURATION_TEXT];
        poise_duration(text, cases[i].seconds);
        assert_string_equal(text, cases[i].text);
    }
}

static void line_is_drawn_at_most_five_times_a_second(void **state)
{
    (void)state;
    const char *text = caught(count_always);
    assert_contains(text, "\rsweep \"a\" 1/1000 (0 %) ");
    int lines = 0;
    for (const char *at = strstr(text, "\rsweep"); at != NULL; at = strstr(at + 1, "\rsweep"))
        lines++;
    assert_true(lines <= 1 + 5 * seconds);
    assert_string_equal(text + strlen(text) - 4, "\r\033[K");
}

static void clock_does_not_run_backwards(void **state)
{
    (void)state;
    const double before = poise_now();
    usleep(2000);
    assert_true(poise_now() - before >= 0.002);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_have_a_prefix_and_quiet_spares_warnings),
        cmocka_unit_test(json_progress_ends_with_the_total),
        cmocka_unit_test(lines_are_written_now_and_then_without_a_terminal),
        cmocka_unit_test(nothing_is_shown_when_nothing_is_wanted),
        cmocka_unit_test(time_left_follows_from_work),
        cmocka_unit_test(durations_are_short),
        cmocka_unit_test(line_is_drawn_at_most_five_times_a_second),
        cmocka_unit_test(clock_does_not_run_backwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
