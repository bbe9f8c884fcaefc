/* Is a .cpu file in memory what was written, and is what cannot be simulated refused? */
#include "tests/folder.h"
#include "tests/test.h"
#include "trace/cpu/cpu_program.h"

enum { MANY = 5000 };

static const cpu_header header = {.caches = {64, 32768, 4, 8388608, 16}, .command = "sort"};

static void write_file(const char *path, uint64_t n, uint64_t instructions)
{
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    cpu_output output;
    cpu_totals totals = {.instructions = instructions};
    assert_int_equal(cpu_output_begin(&output, stream, path, &header, NULL), 0);
    for (uint64_t i = 0; i < n; i++) {
        const cpu_request request = {.gap = i % 7, .line = i * 3, .write_back = i % 5 == 4};
        assert_int_equal(cpu_output_add(&output, &request, NULL), 0);
        *(request.write_back ? &totals.write_backs : &totals.misses) += 1;
    }
    assert_int_equal(cpu_output_end(&output, &totals, NULL), 0);
    cpu_output_free(&output);
    assert_int_equal(fclose(stream), 0);
}

static void requests_have_positions(void **state)
{
    (void)state;
    const char *path = test_path("many.cpu");
    write_file(path, MANY, 100000);
    cpu_program program;
    assert_int_equal(cpu_program_read(&program, path, NULL), 0);
    assert_int_equal(program.n, MANY);
    assert_int_equal(program.totals.instructions, 100000);
    assert_int_equal(program.header.caches.line_bytes, 64);
    uint64_t position = 0;
    for (uint64_t i = 0; i < MANY; i++) {
        const cpu_program_request *request = &program.request[i];
        position += i % 7;
        assert_int_equal(request->position, position);
        assert_int_equal(cpu_program_line(request), i * 3);
        assert_int_equal(cpu_program_writes_back(request), i % 5 == 4);
    }
    cpu_program_free(&program);
}

static void what_cannot_be_simulated_is_refused(void **state)
{
    (void)state;
    static const struct {
        uint64_t instructions;
        int code;
    } cases[] = {{0, POISE_FAILED}, {1, 0}, {CPU_PROGRAM_INSTRUCTIONS + 1, POISE_FAILED}};
    const char *path = test_path("none.cpu");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_file(path, 0, cases[i].instructions);
        cpu_program program;
        poise_error err;
        assert_int_equal(cpu_program_read(&program, path, &err), cases[i].code);
        if (cases[i].code != 0)
            assert_contains(err.text, "instructions");
        cpu_program_free(&program);
    }
    remove(path);
    cpu_program program;
    poise_error err;
    assert_int_equal(cpu_program_read(&program, path, &err), POISE_FAILED);
    assert_contains(err.text, "cannot read");
    cpu_program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_have_positions),
        cmocka_unit_test(what_cannot_be_simulated_is_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
