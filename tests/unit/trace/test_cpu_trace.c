/* Are .cpu files read as they were written, and is every damaged one refused? */
#include "tests/test.h"
#include "trace/cpu/cpu_trace.h"

enum { MANY = 200000 }; /* requests: several chunks */

static const cpu_header header = {.caches = {64, 32768, 4, 8388608, 16}, .command = "sort -n input"};

static cpu_request request_of(uint64_t i)
{
    const uint64_t mixed = i * 0x9e3779b97f4a7c15u;
    return (cpu_request){.gap = i % 5 == 0 ? 0 : mixed >> 50, .line = mixed >> 4, .write_back = mixed & 1};
}

static char *write_file(uint64_t n, size_t *size, cpu_totals *totals)
{
    char *data = NULL;
    FILE *stream = open_memstream(&data, size);
    assert_non_null(stream);
    cpu_output output;
    *totals = (cpu_totals){.skipped = 3, .instructions = 1, .loads = 7, .stores = 5};
    assert_int_equal(cpu_output_begin(&output, stream, "file", &header, NULL), 0);
    for (uint64_t i = 0; i < n; i++) {
        const cpu_request request = request_of(i);
        assert_int_equal(cpu_output_add(&output, &request, NULL), 0);
        totals->instructions += request.gap;
        *(request.write_back ? &totals->write_backs : &totals->misses) += 1;
    }
    assert_int_equal(cpu_output_end(&output, totals, NULL), 0);
    cpu_output_free(&output);
    fclose(stream);
    return data;
}

static int compare(void *user, const cpu_request *request, poise_error *err)
{
    (void)err;
    uint64_t *n = user;
    const cpu_request expected = request_of((*n)++);
    assert_true(request->gap == expected.gap && request->line == expected.line &&
                request->write_back == expected.write_back);
    return 0;
}

static int read_file(char *data, size_t size, cpu_header *read, cpu_totals *totals, cpu_visit *visit,
                     void *user, poise_error *err)
{
    FILE *stream = size > 0 ? fmemopen(data, size, "rb") : fopen("/dev/null", "rb");
    assert_non_null(stream);
    const int code = cpu_trace_read(stream, "file", read, totals, visit, user, err);
    fclose(stream);
    return code;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    size_t size;
    cpu_totals written, totals;
    cpu_header read;
    char *data = write_file(MANY, &size, &written);
    uint64_t n = 0;
    assert_int_equal(read_file(data, size, &read, &totals, compare, &n, NULL), 0);
    assert_int_equal(n, MANY);
    assert_memory_equal(&totals, &written, sizeof totals);
    assert_memory_equal(&read.caches, &header.caches, sizeof read.caches);
    assert_string_equal(read.command, header.command);
    free(data);
}

static void every_truncation_and_every_flipped_bit_is_noticed(void **state)
{
    (void)state;
    size_t size;
    cpu_totals totals;
    cpu_header read;
    char *data = write_file(20, &size, &totals);
    poise_error err;
    assert_int_equal(read_file(data, 0, &read, &totals, NULL, NULL, &err), POISE_DAMAGED);
    assert_contains(err.text, "empty");
    for (size_t cut = 1; cut < size; cut++) {
        assert_int_equal(read_file(data, cut, &read, &totals, NULL, NULL, &err), POISE_DAMAGED);
        assert_contains(err.text, "truncated");
    }
    for (size_t i = 0; i < 8 * size; i++) {
        data[i / 8] = (char)(data[i / 8] ^ 1 << i % 8);
        assert_int_equal(read_file(data, size, &read, &totals, NULL, NULL, NULL), POISE_DAMAGED);
        data[i / 8] = (char)(data[i / 8] ^ 1 << i % 8);
    }
    assert_int_equal(read_file(data, size, &read, &totals, NULL, NULL, NULL), 0);
    free(data);
}

/* One more of anything in the totals. */
static void totals_that_do_not_fit_are_noticed(void **state)
{
    (void)state;
    const cpu_totals wrong[] = {{.misses = 2, .instructions = 9}, {.misses = 1, .instructions = 5}};
    for (size_t i = 0; i < 2; i++) {
        char *data = NULL;
        size_t size;
        FILE *stream = open_memstream(&data, &size);
        cpu_output output;
        const cpu_request request = {.gap = 5, .line = 9};
        assert_int_equal(cpu_output_begin(&output, stream, "file", &header, NULL), 0);
        assert_int_equal(cpu_output_add(&output, &request, NULL), 0);
        assert_int_equal(cpu_output_end(&output, &wrong[i], NULL), 0);
        cpu_output_free(&output);
        fclose(stream);
        poise_error err;
        cpu_header read;
        cpu_totals totals;
        assert_int_equal(read_file(data, size, &read, &totals, NULL, NULL, &err), POISE_DAMAGED);
        assert_contains(err.text, "totals do not fit");
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(every_truncation_and_every_flipped_bit_is_noticed),
        cmocka_unit_test(totals_that_do_not_fit_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
