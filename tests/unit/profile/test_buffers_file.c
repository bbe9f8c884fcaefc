/* Profiles of buffers in a file: what is written is read, the same content has the same bytes, and nothing
 * else is accepted; priorities by them. */
#include "common/h5.h"
#include "swap/swap.h"
#include "swap/swap_priorities.h"
#include "tests/seal.h"
#include "tests/unit/profile/sample_buffers.h"

/* After other buffers or chunks: without accesses. */
static void lay_out_anew(buffers_profile *data)
{
    free(data->reads);
    free(data->writes);
    assert_int_equal(buffers_lay_out(data, NULL), POISE_OK);
    data->reads = calloc(data->n_chunks, sizeof *data->reads);
    data->writes = calloc(data->n_chunks, sizeof *data->writes);
    assert_non_null(data->reads);
    assert_non_null(data->writes);
}

static void assert_same(const buffers_profile *a, const buffers_profile *b)
{
    assert_string_equal(a->config_text, b->config_text);
    assert_string_equal(a->config_hash, b->config_hash);
    assert_string_equal(a->policies, b->policies);
    assert_true(a->method == b->method && a->chunk_bytes == b->chunk_bytes);
    assert_true(a->n_programs == b->n_programs && a->n_buffers == b->n_buffers && a->n_chunks == b->n_chunks);
    for (size_t i = 0; i < a->n_programs; i++) {
        const buffers_program *x = &a->programs[i], *y = &b->programs[i];
        assert_string_equal(x->program, y->program);
        assert_string_equal(x->run, y->run);
        assert_true(x->launches == y->launches && x->reads == y->reads && x->writes == y->writes);
    }
    for (size_t i = 0; i < a->n_buffers; i++) {
        const buffers_buffer *x = &a->buffers[i], *y = &b->buffers[i];
        assert_true(x->address == y->address && x->bytes == y->bytes && x->program == y->program);
        assert_true(x->first_launch == y->first_launch && x->end == y->end && x->source == y->source);
        assert_true(x->priority == y->priority && x->first_chunk == y->first_chunk && x->chunks == y->chunks);
    }
    assert_memory_equal(a->reads, b->reads, a->n_chunks * sizeof *a->reads);
    assert_memory_equal(a->writes, b->writes, a->n_chunks * sizeof *a->writes);
}

static void round_trip_keeps_everything(void **state)
{
    (void)state;
    buffers_profile data = sample_buffers(), back;
    poise_error err = {0};
    assert_int_equal(buffers_write(test_path("a.h5"), &data, &err), POISE_OK);
    if (buffers_read(test_path("a.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_same(&data, &back);
    assert_int_equal(strlen(back.hash), POISE_HASH_TEXT - 1);
    buffers_free(&back);
    data.method = BUFFERS_FAITHFUL;
    data.chunk_bytes = BUFFERS_WHOLE;
    assert_int_equal(buffers_lay_out(&data, NULL), POISE_OK);
    assert_int_equal(data.n_chunks, 3);
    assert_int_equal(buffers_write(test_path("a.h5"), &data, NULL), POISE_OK);
    assert_int_equal(buffers_read(test_path("a.h5"), &back, NULL), POISE_OK);
    assert_same(&data, &back);
    buffers_free(&back);
    buffers_free(&data);
}

static void same_profile_gives_same_bytes(void **state)
{
    (void)state;
    buffers_profile data = sample_buffers();
    assert_int_equal(buffers_write(test_path("one.h5"), &data, NULL), POISE_OK);
    sleep(1); /* a time stamp anywhere would differ */
    assert_int_equal(buffers_write(test_path("two.h5"), &data, NULL), POISE_OK);
    assert_same_bytes(test_path("one.h5"), test_path("two.h5"));
    buffers_free(&data);
}

static void refuse_file(const char *path, const char *sentence)
{
    poise_error err = {0};
    buffers_profile data;
    assert_int_equal(buffers_read(path, &data, &err), POISE_DAMAGED);
    assert_contains(err.text, sentence);
    assert_contains(err.text, path);
    assert_null(data.buffers);
}

static void foreign_files_are_refused(void **state)
{
    (void)state;
    poise_h5 *file;
    spill(test_path("text.h5"), "not HDF5 at all", 15);
    refuse_file(test_path("text.h5"), "no valid seal");
    assert_int_equal(poise_h5_create(&file, test_path("other.h5"), NULL), POISE_OK);
    assert_int_equal(poise_h5_put_identity(file, "poise profile", 1, NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, NULL), POISE_OK);
    refuse_file(test_path("other.h5"), "this is a 'poise profile' file, not a 'poise buffers' file");
    assert_int_equal(poise_h5_create(&file, test_path("future.h5"), NULL), POISE_OK);
    assert_int_equal(poise_h5_put_identity(file, BUFFERS_FORMAT, 99, NULL), POISE_OK);
    assert_int_equal(poise_h5_commit(file, NULL), POISE_OK);
    refuse_file(test_path("future.h5"), "version 99");
}

static void cut_and_flipped_files_are_refused(void **state)
{
    (void)state;
    buffers_profile data = sample_buffers(), back;
    size_t size;
    assert_int_equal(buffers_write(test_path("whole.h5"), &data, NULL), POISE_OK);
    char *bytes = slurp(test_path("whole.h5"), &size);
    for (size_t at = 0; at < size; at += 1 + size / 97) {
        spill(test_path("cut.h5"), bytes, at);
        assert_int_equal(buffers_read(test_path("cut.h5"), &back, NULL), POISE_DAMAGED);
        bytes[at] = (char)(bytes[at] ^ 1);
        spill(test_path("flip.h5"), bytes, size);
        bytes[at] = (char)(bytes[at] ^ 1);
        refuse_file(test_path("flip.h5"), "no valid seal");
    }
    free(bytes);
    buffers_free(&data);
}

/* ---- nonsense under a valid seal ---- */

static void refuse_broken(void (*damage)(buffers_profile *), const char *sentence)
{
    buffers_profile data = sample_buffers();
    damage(&data);
    assert_int_equal(buffers_write(test_path("broken.h5"), &data, NULL), POISE_OK);
    refuse_file(test_path("broken.h5"), sentence);
    buffers_free(&data);
}

static void change_config(buffers_profile *data)
{
    data->config_text[0] = 'S';
}
static void put_escape(buffers_profile *data)
{
    data->programs[1].program[0] = '\033';
}
static void odd_chunk(buffers_profile *data)
{
    data->chunk_bytes = 3 * BUFFERS_PAGE;
}
static void no_bytes(buffers_profile *data)
{
    data->buffers[1].bytes = 0;
}
static void no_end(buffers_profile *data)
{
    data->buffers[1].address = UINT64_MAX - 1;
}
static void other_program(buffers_profile *data)
{
    data->buffers[2].program = 2;
}
static void wrong_order(buffers_profile *data)
{
    data->buffers[0].program = 1;
    data->buffers[0].end = 1;
}
static void no_such_launch(buffers_profile *data)
{
    data->buffers[0].end = 3;
}
static void no_launches(buffers_profile *data)
{
    data->buffers[1].first_launch = 2;
}
static void no_rank(buffers_profile *data)
{
    data->buffers[0].priority = SWAP_PRIORITY_SYSTEM;
}
static void more_pages(buffers_profile *data)
{
    data->buffers[0].bytes = 4 * BUFFERS_PAGE;
}
static void other_chunks(buffers_profile *data)
{
    data->buffers[0].bytes = BUFFERS_PAGE;
    data->buffers[1].bytes = 3 * BUFFERS_PAGE;
}
static void many_pages(buffers_profile *data)
{
    data->buffers[0].bytes = BUFFERS_SIZE_MOST;
}
static void many_accesses(buffers_profile *data)
{
    data->reads[0] = data->writes[5] = UINT64_MAX / 4 + 1;
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    refuse_broken(change_config, "does not have the hash");
    refuse_broken(put_escape, "control characters");
    refuse_broken(odd_chunk, "chunk_bytes");
    refuse_broken(no_bytes, "buffer 1: it has no bytes");
    refuse_broken(no_end, "buffer 1: it has no bytes, or ends nowhere");
    refuse_broken(other_program, "buffer 2: its program is not in the file");
    refuse_broken(wrong_order, "buffer 1: programs are not in order");
    refuse_broken(no_such_launch, "buffer 0: its program has no such launches");
    refuse_broken(no_launches, "buffer 1: its program has no such launches");
    refuse_broken(no_rank, "/priority");
    refuse_broken(more_pages, "does not have the 7 chunks");
    refuse_broken(other_chunks, "the chunks of buffer 1");
    refuse_broken(many_pages, "more than");
    refuse_broken(many_accesses, "more accesses than can be counted");
}

static void set_attribute(const char *path, const char *name, uint64_t value)
{
    hid_t file = begin_edit(path), attribute = H5Aopen(file, name, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_UINT64, &value) >= 0);
    H5Aclose(attribute);
    end_edit(file, path);
}

static void other_numbers_of_rows_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"n_programs", "n_buffers"};
    static const uint64_t values[] = {0, 1, 4, UINT64_MAX};
    buffers_profile data = sample_buffers();
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(buffers_write(test_path("rows.h5"), &data, NULL), POISE_OK);
        set_attribute(test_path("rows.h5"), names[i % 2], values[i / 2]);
        refuse_file(test_path("rows.h5"), names[i % 2]);
    }
    buffers_free(&data);
}

/* ---- priorities ---- */

static void priorities_go_by_accesses_for_a_page(void **state)
{
    (void)state;
    buffers_profile data = sample_buffers();
    data.writes[3] = data.writes[4] = 0;
    assert_int_equal(buffers_rank(&data, NULL), POISE_OK);
    assert_true(data.buffers[0].priority > data.buffers[1].priority); /* 112 against 13 a page */
    assert_int_equal(data.buffers[2].priority, 128);                  /* alone in its program */
    data.writes[4] = 10000;
    assert_int_equal(buffers_rank(&data, NULL), POISE_OK);
    assert_true(data.buffers[0].priority < data.buffers[1].priority);
    buffers_free(&data);
}

static void a_buffer_made_anew_has_one_priority_and_one_line(void **state)
{
    (void)state;
    buffers_profile data = sample_buffers();
    data.buffers[1] = data.buffers[0];
    data.buffers[0].end = data.buffers[1].first_launch = 1;
    data.buffers[2].program = 0;
    data.buffers[2].address = 0x800000;
    data.n_programs = 1;
    lay_out_anew(&data);
    data.reads[data.buffers[1].first_chunk] = 600;
    data.reads[data.buffers[2].first_chunk] = 150; /* more than the mean, 100 a page, of the others */
    assert_int_equal(buffers_rank(&data, NULL), POISE_OK);
    assert_int_equal(data.buffers[0].priority, 1);
    assert_int_equal(data.buffers[1].priority, 1);
    assert_int_equal(data.buffers[2].priority, 254);
    swap_priorities lines;
    assert_int_equal(buffers_write_priorities(test_path("p"), &data, NULL), POISE_OK);
    assert_int_equal(swap_priorities_read(test_path("p"), &lines, NULL), POISE_OK);
    assert_int_equal(lines.n, 2);
    assert_true(lines.buffer[0].app == SWAP_ANY_APP && lines.buffer[0].address == 0x10000);
    assert_int_equal(swap_priority_of(&lines, 3, 0x800000, 1), 254);
    swap_priorities_free(&lines);
    data.n_programs = 2;
    buffers_free(&data);
}

enum { THOUSAND = 1000 };

/* The sample with as many buffers of its first program, of which no two are accessed alike. */
static buffers_profile sample_of_a_thousand(void)
{
    buffers_profile data = sample_buffers();
    buffers_buffer *buffers = realloc(data.buffers, THOUSAND * sizeof *buffers);
    assert_non_null(buffers);
    for (uint32_t i = 0; i < THOUSAND; i++)
        buffers[i] =
            (buffers_buffer){.address = (uint64_t)(i + 1) * BUFFERS_PAGE, .bytes = BUFFERS_PAGE, .end = 2};
    data.buffers = buffers;
    data.n_buffers = THOUSAND;
    lay_out_anew(&data);
    for (uint32_t i = 0; i < THOUSAND; i++)
        data.reads[data.buffers[i].first_chunk] = i * 777 % THOUSAND;
    return data;
}

static void a_thousand_buffers_have_a_thousand_priorities(void **state)
{
    (void)state;
    buffers_profile data = sample_of_a_thousand(), read;
    swap_priorities lines;
    assert_int_equal(buffers_rank(&data, NULL), POISE_OK);
    assert_int_equal(buffers_write(test_path("b"), &data, NULL), POISE_OK);
    assert_int_equal(buffers_read(test_path("b"), &read, NULL), POISE_OK);
    assert_same(&data, &read);
    assert_int_equal(buffers_write_priorities(test_path("p"), &read, NULL), POISE_OK);
    assert_int_equal(swap_priorities_read(test_path("p"), &lines, NULL), POISE_OK);
    for (uint32_t i = 0; i < THOUSAND; i++)
        assert_int_equal(swap_priority_of(&lines, 0, data.buffers[i].address, BUFFERS_PAGE),
                         1 + i * 777 % THOUSAND);
    assert_int_equal(swap_priority_of(&lines, 0, 0, 1), 501);
    swap_priorities_free(&lines);
    buffers_free(&data);
    buffers_free(&read);
}

/* Pages of a thousand-page buffer that begins inside a page, as chunks of 16 pages: each by its own accesses,
 * the first from where the buffer begins, the last as long as it is. */
static void chunks_have_priorities_of_their_own(void **state)
{
    (void)state;
    enum { PAGES = 40, CHUNK = 16 };
    static const uint64_t first = UINT64_C(0x10000);
    buffers_profile data = sample_buffers();
    poise_error err = {0};
    swap_priorities lines;
    data.buffers[0].address = first + 256;
    data.buffers[0].bytes = (uint64_t)PAGES * BUFFERS_PAGE - 512;
    data.buffers[1].address = first + (uint64_t)PAGES * BUFFERS_PAGE;
    data.buffers[1].bytes = 2 * BUFFERS_PAGE;
    data.chunk_bytes = BUFFERS_PAGE;
    lay_out_anew(&data);
    data.reads[0] = 32;                                  /* 2 a page of the first chunk */
    data.writes[CHUNK] = 16;                             /* 1 a page of the second */
    data.reads[2 * CHUNK] = 8 * 3;                       /* 3 a page of the last, of 8 pages */
    data.reads[data.buffers[1].first_chunk + 1] = 2 * 4; /* 4 a page */
    buffers_profile one = buffers_only(&data, 0);
    assert_int_equal(one.n_programs, 1);
    assert_int_equal(one.n_buffers, 2);
    assert_int_equal(buffers_write_chunk_priorities(test_path("p"), &one, CHUNK * BUFFERS_PAGE, &err),
                     POISE_OK);
    assert_int_equal(swap_priorities_read(test_path("p"), &lines, &err), POISE_OK);
    assert_int_equal(lines.n, 4);
    static const struct {
        uint64_t address, bytes;
        uint32_t priority;
    } wanted[] = {{256, CHUNK * BUFFERS_PAGE - 256, 85},
                  {CHUNK * BUFFERS_PAGE, CHUNK * BUFFERS_PAGE, 1},
                  {2 * CHUNK * BUFFERS_PAGE, 8 * BUFFERS_PAGE - 256, 169},
                  {PAGES * BUFFERS_PAGE, 2 * BUFFERS_PAGE, 254}};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(lines.buffer[i].app, SWAP_ANY_APP);
        assert_int_equal(lines.buffer[i].address, first + wanted[i].address);
        assert_int_equal(lines.buffer[i].bytes, wanted[i].bytes);
        assert_int_equal(lines.buffer[i].priority, wanted[i].priority);
    }
    swap_priorities_free(&lines);
    data.chunk_bytes = 2 * CHUNK * BUFFERS_PAGE;
    assert_int_equal(buffers_write_chunk_priorities(test_path("p"), &data, CHUNK * BUFFERS_PAGE, &err),
                     POISE_USAGE);
    data.chunk_bytes = BUFFERS_WHOLE;
    assert_int_equal(buffers_write_chunk_priorities(test_path("p"), &data, CHUNK * BUFFERS_PAGE, &err),
                     POISE_USAGE);
    buffers_free(&data);
}

/* Chunks of 4 pages of a buffer of 8 whose accesses were counted for 2 pages at a time. */
static void chunks_have_the_accesses_of_all_that_were_counted_in_them(void **state)
{
    (void)state;
    buffers_profile data = sample_buffers();
    swap_priorities lines;
    data.buffers[0].bytes = 8 * BUFFERS_PAGE;
    data.chunk_bytes = 2 * BUFFERS_PAGE;
    lay_out_anew(&data);
    data.reads[data.buffers[0].first_chunk + 1] = 10;
    data.writes[data.buffers[0].first_chunk + 2] = 5;
    data.reads[data.buffers[0].first_chunk + 3] = 6;
    buffers_profile one = buffers_only(&data, 0);
    assert_int_equal(buffers_write_chunk_priorities(test_path("p"), &one, 4 * BUFFERS_PAGE, NULL), POISE_OK);
    assert_int_equal(swap_priorities_read(test_path("p"), &lines, NULL), POISE_OK);
    assert_true(lines.n >= 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(lines.buffer[i].address, data.buffers[0].address + i * 4 * BUFFERS_PAGE);
        assert_int_equal(lines.buffer[i].bytes, 4 * BUFFERS_PAGE);
    }
    assert_true(lines.buffer[1].priority > lines.buffer[0].priority); /* 11 against 10 */
    swap_priorities_free(&lines);
    buffers_free(&data);
}

static void several_programs_are_told_by_their_numbers(void **state)
{
    (void)state;
    buffers_profile data = sample_buffers();
    swap_priorities lines;
    assert_int_equal(buffers_write_priorities(test_path("p"), &data, NULL), POISE_OK);
    assert_int_equal(swap_priorities_read(test_path("p"), &lines, NULL), POISE_OK);
    assert_int_equal(lines.n, 3);
    assert_int_equal(swap_priority_of(&lines, 0, 0x10000, 1), 1);
    assert_int_equal(swap_priority_of(&lines, 1, 0x10000, 1), 128);
    swap_priorities_free(&lines);
    buffers_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip_keeps_everything),
        cmocka_unit_test(same_profile_gives_same_bytes),
        cmocka_unit_test(foreign_files_are_refused),
        cmocka_unit_test(cut_and_flipped_files_are_refused),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(other_numbers_of_rows_are_refused),
        cmocka_unit_test(priorities_go_by_accesses_for_a_page),
        cmocka_unit_test(a_buffer_made_anew_has_one_priority_and_one_line),
        cmocka_unit_test(chunks_have_priorities_of_their_own),
        cmocka_unit_test(chunks_have_the_accesses_of_all_that_were_counted_in_them),
        cmocka_unit_test(a_thousand_buffers_have_a_thousand_priorities),
        cmocka_unit_test(several_programs_are_told_by_their_numbers),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
