/* Compiled blob: layout, there and back, and every kind of damage refused with a sentence. */
#include "infer_test.h"

#include "common/hash.h"
#include "infer/blob.h"
#include "infer/load.h"
#include "tests/folder.h"

static poise_weights some_weights(void)
{
    poise_weights weights = {.shift = {21, 22}, .max_warps = 24};
    for (int i = 0; i < POISE_FEATURES; i++) {
        weights.weight[0][i] = i * 1000003 - 4000000;
        weights.weight[1][i] = i % 2 ? INT32_MIN + i : INT32_MAX - i;
    }
    return weights;
}

static void layout_is_as_documented(void **state)
{
    (void)state;
    poise_weights weights = some_weights();
    unsigned char bytes[POISE_BLOB_BYTES];
    poise_blob_encode(&weights, bytes);
    assert_memory_equal(bytes, "POISEHIE\2\0\0\0\25\26\30\0", 16);
    assert_memory_equal(bytes + 16, "\0\367\302\377", 4);   /* -4000000 */
    assert_memory_equal(bytes + 48, "\377\377\377\177", 4); /* INT32_MAX */
    weights.zero_p = true;
    poise_blob_encode(&weights, bytes);
    assert_memory_equal(bytes, "POISEHIE\2\0\0\0\25\26\30\2", 16);
}

static void there_and_back(void **state)
{
    (void)state;
    poise_weights weights = some_weights(), back = {0};
    unsigned char bytes[POISE_BLOB_BYTES];
    for (int zero_p = 0; zero_p < 2; zero_p++) {
        weights.zero_p = zero_p;
        poise_blob_encode(&weights, bytes);
        assert_int_equal(poise_blob_decode(bytes, sizeof bytes, &back, NULL), POISE_OK);
        assert_memory_equal(&weights, &back, sizeof back);
    }
}

static void every_wrong_size_is_refused(void **state)
{
    (void)state;
    poise_weights weights = some_weights(), back;
    unsigned char bytes[POISE_BLOB_BYTES + 8] = {0};
    poise_blob_encode(&weights, bytes);
    for (size_t size = 0; size < sizeof bytes; size++) {
        int expected = size == POISE_BLOB_BYTES ? POISE_OK : POISE_DAMAGED;
        unsigned char *exact = malloc(size > 0 ? size : 1); /* so that the sanitizer sees a read beyond */
        assert_non_null(exact);
        memcpy(exact, bytes, size);
        assert_int_equal(poise_blob_decode(exact, size, &back, NULL), expected);
        free(exact);
    }
}

static void every_flipped_bit_is_refused(void **state)
{
    (void)state;
    poise_weights weights = some_weights(), back;
    unsigned char bytes[POISE_BLOB_BYTES];
    for (unsigned bit = 0; bit < 8 * POISE_BLOB_BYTES; bit++) {
        poise_blob_encode(&weights, bytes);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_int_equal(poise_blob_decode(bytes, sizeof bytes, &back, NULL), POISE_DAMAGED);
    }
}

/* Sets one byte and makes the checksum right again, as an attacker would. */
static void refused_with(unsigned at, unsigned char value, const char *part)
{
    poise_weights weights = some_weights(), back;
    unsigned char bytes[POISE_BLOB_BYTES];
    poise_error err = {0};
    poise_blob_encode(&weights, bytes);
    bytes[at] = value;
    uint64_t checksum = poise_checksum64(bytes, 80);
    for (unsigned i = 0; i < 8; i++)
        bytes[80 + i] = (unsigned char)(checksum >> 8 * i);
    assert_int_equal(poise_blob_decode(bytes, sizeof bytes, &back, &err), POISE_DAMAGED);
    if (strstr(err.text, part) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, part);
}

static void values_out_of_range_are_refused(void **state)
{
    (void)state;
    refused_with(8, 1, "version 1");
    refused_with(12, POISE_MAX_SHIFT + 1, "binary point");
    refused_with(13, 255, "binary point");
    refused_with(14, 0, "0 warps");
    refused_with(14, POISE_MAX_WARPS + 1, "65 warps");
    refused_with(15, 5, "unknown kind 5");   /* support vectors and tuples at once */
    refused_with(15, 9, "unknown kind 9");   /* support vectors of another view */
    refused_with(15, 24, "unknown kind 24"); /* two views */
    refused_with(15, 33, "unknown kind 33"); /* support vectors of the view alone */
    refused_with(15, 40, "unknown kind 40"); /* two views */
    refused_with(15, 48, "unknown kind 48");
    refused_with(15, 96, "unknown kind 96");   /* two views */
    refused_with(15, 129, "unknown kind 129"); /* support vectors of shares */
    refused_with(15, 160, "unknown kind 160"); /* two views */
    refused_with(15, 193, "unknown kind 193"); /* support vectors of shares */
    refused_with(15, 224, "unknown kind 224"); /* three views */
    refused_with(15, 254, "unknown kind 254");
}

static void files_are_read_back_and_named_in_errors(void **state)
{
    (void)state;
    const char *path = test_path("x.bin");
    poise_weights weights = some_weights(), back = {0};
    assert_int_equal(poise_blob_write(&weights, path, NULL), POISE_OK);
    assert_int_equal(poise_weights_load(path, &back, NULL), POISE_OK);
    assert_memory_equal(&weights, &back, sizeof back);

    assert_int_equal(truncate(path, POISE_BLOB_BYTES - 1), 0);
    poise_error err = {0};
    assert_int_equal(poise_weights_load(path, &back, &err), POISE_DAMAGED);
    assert_non_null(strstr(err.text, path));
    assert_int_equal(truncate(path, 3 * POISE_BLOB_BYTES), 0);
    assert_int_equal(poise_blob_read(path, &back, &err), POISE_DAMAGED);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(poise_weights_load(path, &back, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, path));
    assert_int_equal(count_entries(test_folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_is_as_documented),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(every_wrong_size_is_refused),
        cmocka_unit_test(every_flipped_bit_is_refused),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(files_are_read_back_and_named_in_errors),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
