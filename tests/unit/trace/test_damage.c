/* Is every damaged file refused with a sentence, and never believed? */
#include "trace_test.h"

#include "common/hash.h"
#include "trace/format/bytes.h"
#include "trace/format/container.h"
#include "trace/format/header.h"

#include <zstd.h>

static char *whole;
static size_t whole_size;

static int write_whole(void **state)
{
    if (make_test_folder(state) != 0)
        return 1;
    write_test_trace(test_path("a.wtr"));
    whole = slurp(test_path("a.wtr"), &whole_size);
    return 0;
}

static int free_whole(void **state)
{
    free(whole);
    return remove_test_folder(state);
}

static void the_whole_file_is_read_from_memory(void **state)
{
    (void)state;
    assert_int_equal(read_bytes(whole, whole_size, NULL), 0);
}

static void every_truncation_is_noticed(void **state)
{
    (void)state;
    for (size_t size = 1; size < whole_size; size++) {
        poise_error err = {0};
        assert_int_equal(read_bytes(whole, size, &err), POISE_DAMAGED);
        assert_contains(err.text, "truncated");
    }
}

/* Every byte of the file is covered by a comparison or a checksum. */
static void every_flipped_bit_is_noticed(void **state)
{
    (void)state;
    for (size_t i = 0; i < 8 * whole_size; i++) {
        whole[i / 8] = (char)(whole[i / 8] ^ 1 << i % 8);
        assert_int_equal(read_bytes(whole, whole_size, NULL), POISE_DAMAGED);
        whole[i / 8] = (char)(whole[i / 8] ^ 1 << i % 8);
    }
}

static void more_bytes_are_noticed(void **state)
{
    (void)state;
    char *longer = malloc(whole_size + 1);
    assert_non_null(longer);
    memcpy(longer, whole, whole_size);
    longer[whole_size] = 0;
    poise_error err;
    assert_int_equal(read_bytes(longer, whole_size + 1, &err), POISE_DAMAGED);
    assert_contains(err.text, "goes on behind its trailer");
    free(longer);
}

static void foreign_files_are_told_apart(void **state)
{
    (void)state;
    poise_error err;
    assert_int_equal(read_bytes("#!/bin/sh\nexit 0\n", 17, &err), POISE_DAMAGED);
    assert_string_equal(err.text, "trace is not a warp trace");
    for (size_t size = 1; size < 17; size++) { /* shorter than a magic, or than a preamble */
        assert_int_equal(read_bytes("#!/bin/sh\nexit 0\n", size, &err), POISE_DAMAGED);
        assert_string_equal(err.text, "trace is not a warp trace");
    }
    assert_int_equal(read_bytes("", 0, &err), POISE_DAMAGED);
    assert_string_equal(err.text, "trace is empty: it is not a warp trace");
    whole[8] += 4;
    assert_int_equal(read_bytes(whole, whole_size, &err), POISE_DAMAGED);
    assert_contains(err.text, "version 5");
    whole[8] -= 4;
    whole[8] += TRACE_WITH_DEPTHS; /* depths are marked where they stand */
    assert_int_equal(read_bytes(whole, whole_size, &err), POISE_DAMAGED);
    assert_contains(err.text, "an atomic has no depths");
    whole[8] -= TRACE_WITH_DEPTHS;
    whole[12]++;
    assert_int_equal(read_bytes(whole, whole_size, &err), POISE_DAMAGED);
    assert_contains(err.text, "byte order");
    whole[12]--;
    warp_trace trace;
    assert_int_equal(warp_trace_read(test_path("none.wtr"), &trace, &err), POISE_FAILED);
    assert_contains(err.text, "No such file");
    assert_int_equal(warp_trace_read(test_folder, &trace, &err), POISE_FAILED);
}

/* The 8 bytes of the magic are made for this, as in PNG. */
static void a_transfer_as_text_is_recognised(void **state)
{
    (void)state;
    poise_error err;
    char *text = malloc(whole_size);
    assert_non_null(text);
    memcpy(text, whole, whole_size);
    text[0] = '\t'; /* bit 7 lost */
    assert_int_equal(read_bytes(text, whole_size, &err), POISE_DAMAGED);
    assert_contains(err.text, "damaged: a transfer as text");
    memcpy(text, whole, 4);
    memcpy(text + 4, whole + 5, whole_size - 5); /* CR LF became LF */
    assert_int_equal(read_bytes(text, whole_size - 1, &err), POISE_DAMAGED);
    assert_contains(err.text, "damaged: a transfer as text");
    free(text);
}

/* ---- files whose checksums are right and whose content is not ---- */

enum { HEADER = 24, CHECKSUM = 8, PREAMBLE = 16 };

static uint64_t load_u64(const char *at)
{
    return trace_load_u64((const uint8_t *)at);
}

/* Replaces the content of the section at `at` by that content with byte `index` set to `value`, checksum
 * included, and reads the result. */
static int read_forged(size_t at, size_t index, uint8_t value, poise_error *err)
{
    static uint8_t content[1 << 16], file[1 << 17];
    const size_t content_size = load_u64(whole + at + 8), packed_size = load_u64(whole + at + 16);
    assert_true(index < content_size && content_size <= sizeof content);
    assert_int_equal(ZSTD_decompress(content, sizeof content, whole + at + HEADER, packed_size),
                     content_size);
    content[index] = value;
    memcpy(file, whole, at + HEADER);
    const size_t size = ZSTD_compress(file + at + HEADER, sizeof file / 2, content, content_size, 1);
    assert_false(ZSTD_isError(size));
    trace_put_u64(file + at + 16, size);
    size_t end = at + HEADER + size;
    trace_put_u64(file + end, poise_checksum64(file + at, end - at));
    end += CHECKSUM;
    const size_t next = at + HEADER + packed_size + CHECKSUM;
    memcpy(file + end, whole + next, whole_size - next);
    return read_bytes(file, end + whole_size - next, err);
}

/* Content of the section at `at`; its size goes to *size. */
static const uint8_t *unpack_section(size_t at, size_t *size)
{
    static uint8_t content[1 << 16];
    *size = ZSTD_decompress(content, sizeof content, whole + at + HEADER, load_u64(whole + at + 16));
    assert_false(ZSTD_isError(*size));
    return content;
}

/* Changes every byte below `end` of a section in 8 ways. None may be accepted: the content hash differs. */
static void forge_section(size_t at, size_t end)
{
    size_t size;
    const uint8_t *content = unpack_section(at, &size);
    assert_true(end <= size);
    for (size_t i = 0; i < end; i++)
        for (unsigned flip = 1; flip < 256; flip = 2 * flip + 1)
            assert_int_equal(read_forged(at, i, (uint8_t)(content[i] ^ flip), NULL), POISE_DAMAGED);
}

static void forged_content_is_refused(void **state)
{
    (void)state;
    /* The notes are no part of the identity (docs/TRACE.md): it ends before their number and first length. */
    size_t size;
    const uint8_t *head = unpack_section(PREAMBLE, &size);
    const uint8_t *note = memmem(head, size, test_notes[0].key, strlen(test_notes[0].key));
    assert_non_null(note);
    forge_section(PREAMBLE, (size_t)(note - head) - 2);
    const size_t warps = PREAMBLE + HEADER + load_u64(whole + PREAMBLE + 16) + CHECKSUM;
    unpack_section(warps, &size);
    forge_section(warps, size);
}

/* Offsets in the HEAD section of the test trace: the kernel name has 1 + 5 bytes, 12 numbers follow. */
static void forged_header_says_what_is_wrong(void **state)
{
    (void)state;
    poise_error err;
    assert_int_equal(read_forged(PREAMBLE, 7, 0, &err), POISE_DAMAGED); /* grid[0] = 0 */
    assert_contains(err.text, "no extent in dimension 0");
    assert_int_equal(read_forged(PREAMBLE, 0, 0x7f, &err), POISE_DAMAGED); /* length of the name */
    assert_contains(err.text, "header ends too early");
    assert_int_equal(read_forged(PREAMBLE, 18, 200, &err), POISE_DAMAGED); /* first class */
    assert_int_equal(read_forged(PREAMBLE, 18, 30, &err), POISE_DAMAGED);
}

/* A section that promises 2^60 bytes costs what it has, and is refused. */
static void sizes_are_not_believed(void **state)
{
    (void)state;
    poise_error err;
    char saved[HEADER];
    memcpy(saved, whole + PREAMBLE, HEADER);
    trace_put_u64((uint8_t *)whole + PREAMBLE + 16, UINT64_C(1) << 60);
    assert_int_equal(read_bytes(whole, whole_size, &err), POISE_DAMAGED);
    assert_contains(err.text, "truncated");
    memcpy(whole + PREAMBLE, saved, HEADER);
    trace_put_u64((uint8_t *)whole + PREAMBLE + 8, UINT64_C(1) << 60);
    assert_int_equal(read_bytes(whole, whole_size, &err), POISE_DAMAGED);
    assert_contains(err.text, "size is out of range");
    memcpy(whole + PREAMBLE, saved, HEADER);
}

/* Appends a section whose compressed content lacks its last byte, under a checksum that is right. */
static void append_cut_section(const trace_bytes *section, trace_bytes *file)
{
    const size_t cut = section->n - 9, begin = file->n; /* without the checksum and the byte before it */
    uint8_t checksum[8];
    assert_int_equal(trace_bytes_append(file, section->data, cut, NULL), 0);
    trace_put_u64(file->data + begin + 16, cut - HEADER);
    trace_put_u64(checksum, poise_checksum64(file->data + begin, cut));
    assert_int_equal(trace_bytes_append(file, checksum, sizeof checksum, NULL), 0);
}

/* What decompresses serves all sections of a file: none is read as the rest of another one. */
static void a_section_is_read_behind_one_that_is_cut(void **state)
{
    (void)state;
    uint8_t noise[100000];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)(i * i >> 3);
    char *written = NULL;
    size_t size;
    FILE *stream = open_memstream(&written, &size);
    trace_output out = {.stream = stream, .path = "forged"};
    assert_int_equal(trace_output_section(&out, TRACE_SECTION_WARP,
                                          &(trace_bytes){.data = noise, .n = sizeof noise}, NULL),
                     0);
    trace_output_free(&out);
    fclose(stream);
    const trace_bytes section = {.data = (uint8_t *)written, .n = size};
    trace_bytes file = {0}, content = {0};
    append_cut_section(&section, &file);
    assert_int_equal(trace_bytes_append(&file, section.data, section.n, NULL), 0);
    trace_source in = {.stream = fmemopen(file.data, file.n, "rb"), .name = "forged"};
    uint32_t kind;
    assert_int_equal(trace_source_section(&in, &kind, &content, UINT64_MAX, NULL), POISE_DAMAGED);
    assert_int_equal(trace_source_section(&in, &kind, &content, UINT64_MAX, NULL), POISE_OK);
    assert_int_equal(content.n, sizeof noise);
    assert_memory_equal(content.data, noise, sizeof noise);
    fclose(in.stream);
    trace_source_free(&in);
    trace_bytes_free(&file);
    trace_bytes_free(&content);
    free(written);
}

/* Preamble and header of the test trace with so many thread blocks of so many threads, malloc'ed. */
static char *head_of_blocks(uint32_t blocks, uint32_t threads, size_t *size)
{
    char *file = NULL;
    size_t unused;
    FILE *stream = open_memstream(&file, size);
    assert_non_null(stream);
    trace_output out = {.stream = stream, .path = "forged"};
    trace_header header = test_header();
    header.grid[0] = blocks;
    header.block[0] = threads;
    trace_bytes head = {0};
    assert_int_equal(trace_header_encode(&header, &head, &unused, NULL), 0);
    assert_int_equal(trace_output_preamble(&out, (uint32_t)(unsigned char)whole[8], NULL), 0);
    assert_int_equal(trace_output_section(&out, TRACE_SECTION_HEAD, &head, NULL), 0);
    fclose(stream);
    trace_bytes_free(&head);
    trace_output_free(&out);
    return file;
}

/* Every checksum is right, but the warps are not those of the launch: 6 in 3 thread blocks. */
static void warps_must_be_those_of_the_launch(void **state)
{
    (void)state;
    static const struct {
        uint32_t blocks, threads;
        const char *reason;
    } cases[] = {{2, 40, "trace has more warps than the 4 of its launch"},
                 {5, 32, "trace has more warps than the 5 of its launch"},
                 {4, 40, "trace has 6 of the 8 warps of its launch"}};
    size_t before, after;
    char *const own = head_of_blocks(3, 40, &before);
    assert_memory_equal(own, whole, before);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        poise_error err = {0};
        char *const head = head_of_blocks(cases[i].blocks, cases[i].threads, &after);
        char *const forged = malloc(after + whole_size - before);
        assert_non_null(forged);
        memcpy(forged, head, after);
        memcpy(forged + after, whole + before, whole_size - before);
        assert_int_equal(read_bytes(forged, after + whole_size - before, &err), POISE_DAMAGED);
        assert_string_equal(err.text, cases[i].reason);
        free(forged);
        free(head);
    }
    free(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_file_is_read_from_memory),
        cmocka_unit_test(every_truncation_is_noticed),
        cmocka_unit_test(every_flipped_bit_is_noticed),
        cmocka_unit_test(more_bytes_are_noticed),
        cmocka_unit_test(foreign_files_are_told_apart),
        cmocka_unit_test(forged_content_is_refused),
        cmocka_unit_test(forged_header_says_what_is_wrong),
        cmocka_unit_test(sizes_are_not_believed),
        cmocka_unit_test(a_section_is_read_behind_one_that_is_cut),
        cmocka_unit_test(a_transfer_as_text_is_recognised),
        cmocka_unit_test(warps_must_be_those_of_the_launch),
    };
    return cmocka_run_group_tests(tests, write_whole, free_whole);
}
