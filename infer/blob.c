#include "infer/blob.h"

#include "common/file.h"
#include "common/hash.h"
#include "infer/blob_words.h"
#include "infer/poise_choice.h"
#include "infer/poise_shares.h"
#include "infer/poise_views.h"
#include "infer/quantise.h"
#include "infer/quantise_choice.h"
#include "infer/quantise_kernel.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    AT_VERSION = MAGIC_BYTES,
    AT_SHIFT = 12,
    AT_MAX_WARPS = 14,
    AT_KIND = 15,
    AT_WEIGHTS = 16,
    AT_KERNEL = AT_WEIGHTS + 4 * POISE_OUTPUTS * POISE_FEATURES,
    AT_COUNT = AT_KERNEL + 4 * (POISE_FEATURES + POISE_OUTPUTS + 1),
    AT_VECTORS = AT_COUNT + 4,
    AT_TUPLE_COUNT = AT_WEIGHTS,
    AT_TUPLES = AT_TUPLE_COUNT + 4,
    CHECKSUM_BYTES = 8,
};
_Static_assert(AT_KERNEL + CHECKSUM_BYTES == POISE_BLOB_BYTES, "the layout in blob.h");
_Static_assert(AT_VECTORS + CHECKSUM_BYTES == POISE_BLOB_KERNEL_BYTES, "the layout in blob.h");
_Static_assert(AT_TUPLES + CHECKSUM_BYTES == POISE_BLOB_CHOICE_BYTES, "the layout in blob.h");
_Static_assert(4 + 4 * POISE_FEATURES == POISE_BLOB_TUPLE_BYTES, "the layout in blob.h");
_Static_assert(4 * (POISE_FEATURES + POISE_OUTPUTS) == POISE_BLOB_VECTOR_BYTES, "the layout in blob.h");

enum {
    KIND_KERNEL = 1,
    KIND_ZERO_P = 2,
    KIND_CHOICE = 4,
    KIND_LOGS = 8,
    KIND_BYPASS = 16,
    KIND_ALONE = 32,
    KIND_SMS = 64,
    KIND_TOKENS = 128,
    KIND_FRAMES = KIND_SMS | KIND_TOKENS, /* all bits are taken, and a model has one view */
};                                        /* bits of the kind */

static const char magic[MAGIC_BYTES] = {'P', 'O', 'I', 'S', 'E', 'H', 'I', 'E'};

size_t poise_blob_size(const poise_weights *weights)
{
    if (weights->choice != NULL)
        return POISE_BLOB_CHOICE_BYTES + (size_t)weights->choice->count * POISE_BLOB_TUPLE_BYTES;
    if (weights->kernel == NULL)
        return POISE_BLOB_BYTES;
    return POISE_BLOB_KERNEL_BYTES + (size_t)weights->kernel->count * POISE_BLOB_VECTOR_BYTES;
}

static unsigned char *put_kernel(unsigned char *to, const poise_kernel *kernel)
{
    to = put_words(to, kernel->scale, POISE_FEATURES);
    to = put_words(to, kernel->gamma, POISE_OUTPUTS);
    to = put_words(to, &kernel->drop, 1);
    to = put_words(to, &kernel->count, 1);
    for (uint32_t v = 0; v < kernel->count; v++) {
        to = put_words(to, kernel->support[v].place, POISE_FEATURES);
        to = put_signed(to, kernel->support[v].coefficient, POISE_OUTPUTS);
    }
    return to;
}

static unsigned char *put_choice(unsigned char *to, const poise_choice *choice)
{
    to = put_words(to, &choice->count, 1);
    for (uint32_t t = 0; t < choice->count; t++, to += 4 * POISE_FEATURES) {
        put(to, choice->tuple[t].n | (uint64_t)choice->tuple[t].p << 8, 4);
        to += 4;
        put_signed(to, choice->tuple[t].weight, POISE_FEATURES);
    }
    return to;
}

static unsigned char *put_links(unsigned char *to, const poise_weights *weights)
{
    for (int output = 0; output < POISE_OUTPUTS; output++)
        to = put_signed(to, weights->weight[output], POISE_FEATURES);
    return weights->kernel != NULL ? put_kernel(to, weights->kernel) : to;
}

static unsigned kind_of(const poise_weights *weights)
{
    return (weights->kernel != NULL ? KIND_KERNEL : 0u) | (weights->zero_p ? KIND_ZERO_P : 0u) |
           (weights->choice != NULL ? KIND_CHOICE : 0u) |
           (weights->view == &poise_bypass_view ? KIND_BYPASS : 0u) |
           (weights->view == &poise_alone_view ? KIND_ALONE : 0u) |
           (weights->view == &poise_sms_view ? KIND_SMS : 0u) |
           (weights->view == &poise_tokens_view ? KIND_TOKENS : 0u) |
           (weights->view == &poise_frames_view ? KIND_FRAMES : 0u) |
           (weights->view == &poise_logs_view ? KIND_LOGS : 0u);
}

void poise_blob_encode(const poise_weights *weights, unsigned char *bytes)
{
    memcpy(bytes, magic, MAGIC_BYTES);
    put(bytes + AT_VERSION, POISE_BLOB_VERSION, 4);
    put(bytes + AT_SHIFT, weights->shift[0], 1);
    put(bytes + AT_SHIFT + 1, weights->shift[1], 1);
    put(bytes + AT_MAX_WARPS, weights->max_warps, 1);
    put(bytes + AT_KIND, kind_of(weights), 1);
    unsigned char *to = weights->choice != NULL ? put_choice(bytes + AT_WEIGHTS, weights->choice)
                                                : put_links(bytes + AT_WEIGHTS, weights);
    put(to, poise_checksum64(bytes, (size_t)(to - bytes)), CHECKSUM_BYTES);
}

bool poise_blob_is_one(const void *data, size_t size)
{
    return size >= MAGIC_BYTES && memcmp(data, magic, MAGIC_BYTES) == 0;
}

static bool is_known_kind(unsigned kind)
{
    /* Support vectors go with none of these, nor with a choice. */
    const unsigned views = KIND_LOGS | KIND_BYPASS | KIND_ALONE | KIND_SMS | KIND_TOKENS, view = kind & views;
    return ((view & (view - 1)) == 0 || view == KIND_FRAMES) && /* one at most */
           ((kind & KIND_KERNEL) == 0 || (kind & (views | KIND_CHOICE)) == 0);
}

static const poise_view *view_of_kind(unsigned kind)
{
    return (kind & KIND_FRAMES) == KIND_FRAMES ? &poise_frames_view
           : kind & KIND_BYPASS                ? &poise_bypass_view
           : kind & KIND_LOGS                  ? &poise_logs_view
           : kind & KIND_ALONE                 ? &poise_alone_view
           : kind & KIND_SMS                   ? &poise_sms_view
           : kind & KIND_TOKENS                ? &poise_tokens_view
                                               : NULL;
}

static int check_frame(const unsigned char *bytes, size_t size, poise_error *err)
{
    if (!poise_blob_is_one(bytes, size))
        return poise_fail(err, POISE_DAMAGED, "not a compiled Poise model: it does not begin with POISEHIE");
    if (size >= AT_SHIFT && get(bytes + AT_VERSION, 4) != POISE_BLOB_VERSION) {
        return poise_fail(err, POISE_DAMAGED,
                          "compiled model of version %u, and this program reads version %d: compile it again",
                          (unsigned)get(bytes + AT_VERSION, 4), POISE_BLOB_VERSION);
    }
    if (size > AT_KIND && !is_known_kind(bytes[AT_KIND]))
        return poise_fail(err, POISE_DAMAGED, "compiled model of the unknown kind %d", bytes[AT_KIND]);
    size_t wanted = POISE_BLOB_BYTES;
    if (size > AT_KIND && bytes[AT_KIND] & KIND_KERNEL) {
        wanted = POISE_BLOB_KERNEL_BYTES;
        if (size >= AT_VECTORS)
            wanted += (size_t)get(bytes + AT_COUNT, 4) * POISE_BLOB_VECTOR_BYTES;
    } else if (size > AT_KIND && bytes[AT_KIND] & KIND_CHOICE) {
        wanted = POISE_BLOB_CHOICE_BYTES;
        if (size >= AT_TUPLES)
            wanted += (size_t)get(bytes + AT_TUPLE_COUNT, 4) * POISE_BLOB_TUPLE_BYTES;
    }
    if (size != wanted) {
        return poise_fail(err, POISE_DAMAGED, "compiled model of %zu bytes where there should be %zu", size,
                          wanted);
    }
    if (get(bytes + size - CHECKSUM_BYTES, 8) != poise_checksum64(bytes, size - CHECKSUM_BYTES)) {
        return poise_fail(err, POISE_DAMAGED,
                          "the checksum of the compiled model is wrong: the file is damaged");
    }
    return POISE_OK;
}

static int check_ranges(const unsigned char *bytes, poise_error *err)
{
    const int most = bytes[AT_KIND] & KIND_KERNEL ? POISE_KERNEL_MAX_SHIFT : POISE_MAX_SHIFT;
    if (bytes[AT_SHIFT] > most || bytes[AT_SHIFT + 1] > most)
        return poise_fail(err, POISE_DAMAGED, "the compiled model has a binary point beyond bit %d", most);
    if (bytes[AT_MAX_WARPS] < 1 || bytes[AT_MAX_WARPS] > POISE_MAX_WARPS) {
        return poise_fail(err, POISE_DAMAGED,
                          "the compiled model is for %d warps per scheduler; 1 to %d are possible",
                          bytes[AT_MAX_WARPS], POISE_MAX_WARPS);
    }
    return POISE_OK;
}

/* What poise_kernel.h demands, so that no sum overflows. */
static int check_kernel(const poise_weights *weights, const poise_kernel *kernel, poise_error *err)
{
    if (kernel->drop > POISE_KERNEL_MAX_DROP)
        return poise_fail(err, POISE_DAMAGED, "the compiled model drops %u bits of distances", kernel->drop);
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        int64_t sum = llabs((int64_t)weights->weight[output][POISE_FEATURES - 1]);
        for (int i = 0; i < POISE_FEATURES - 1; i++) {
            if (weights->weight[output][i] != 0)
                return poise_fail(err, POISE_DAMAGED,
                                  "the compiled model has both weights and support vectors");
        }
        for (uint32_t v = 0; v < kernel->count; v++)
            sum += llabs((int64_t)kernel->support[v].coefficient[output]);
        if (sum > INT64_C(1) << 31)
            return poise_fail(err, POISE_DAMAGED, "the coefficients of the compiled model exceed 32 bits");
    }
    for (uint32_t v = 0; v < kernel->count; v++) {
        for (int i = 0; i < POISE_FEATURES; i++) {
            if (kernel->support[v].place[i] >> POISE_PLACE_BITS != 0)
                return poise_fail(err, POISE_DAMAGED,
                                  "support vector %u of the compiled model is out of range", v + 1);
        }
    }
    return POISE_OK;
}

static int decode_kernel(const unsigned char *bytes, poise_weights *weights, poise_error *err)
{
    const uint64_t count = get(bytes + AT_COUNT, 4);
    if (count > MODEL_MAX_SUPPORT) {
        return poise_fail(err, POISE_DAMAGED, "the compiled model has %u support vectors; %d are possible",
                          (unsigned)count, MODEL_MAX_SUPPORT);
    }
    poise_support *support = NULL;
    poise_kernel *kernel = poise_kernel_new((uint32_t)count, &support);
    if (kernel == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %u support vectors", (unsigned)count);
    const unsigned char *from = get_words(bytes + AT_KERNEL, kernel->scale, POISE_FEATURES);
    from = get_words(from, kernel->gamma, POISE_OUTPUTS);
    from = get_words(from, &kernel->drop, 1) + 4;
    for (uint64_t v = 0; v < count; v++) {
        from = get_words(from, support[v].place, POISE_FEATURES);
        from = get_signed(from, support[v].coefficient, POISE_OUTPUTS);
    }
    weights->kernel = kernel;
    weights->link_functions = poise_kernel_links;
    return check_kernel(weights, kernel, err);
}

/* What poise_choice.h demands. */
static int check_tuple(const poise_weights *weights, const poise_candidate *tuple, poise_error *err)
{
    if (tuple->n < 1 || tuple->n > weights->max_warps || tuple->p > tuple->n ||
        (tuple->p == 0 && !weights->zero_p))
        return poise_fail(err, POISE_DAMAGED, "the compiled model has a tuple {%d,%d} of %d warps", tuple->n,
                          tuple->p, weights->max_warps);
    return POISE_OK;
}

static int decode_choice(const unsigned char *bytes, poise_weights *weights, poise_error *err)
{
    const uint64_t count = get(bytes + AT_TUPLE_COUNT, 4);
    if (count < 1 || count > POISE_MAX_TUPLES) {
        return poise_fail(err, POISE_DAMAGED, "the compiled model has %u tuples; 1 to %d are possible",
                          (unsigned)count, POISE_MAX_TUPLES);
    }
    poise_candidate *tuple = NULL;
    poise_choice *choice = poise_choice_new((uint32_t)count, &tuple);
    if (choice == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %u tuples", (unsigned)count);
    weights->choice = choice;
    weights->choose = poise_choose;
    const unsigned char *from = bytes + AT_TUPLES;
    int code = POISE_OK;
    for (uint64_t t = 0; code == POISE_OK && t < count; t++) {
        const uint64_t n_and_p = get(from, 4);
        if (n_and_p >> 16 != 0)
            return poise_fail(err, POISE_DAMAGED, "the compiled model has a tuple of too many warps");
        tuple[t].n = (uint8_t)n_and_p;
        tuple[t].p = (uint8_t)(n_and_p >> 8);
        from = get_signed(from + 4, tuple[t].weight, POISE_FEATURES);
        code = check_tuple(weights, &tuple[t], err);
    }
    return code;
}

static int decode_links(const unsigned char *bytes, poise_weights *weights, poise_error *err)
{
    const unsigned char *from = bytes + AT_WEIGHTS;
    for (int output = 0; output < POISE_OUTPUTS; output++)
        from = get_signed(from, weights->weight[output], POISE_FEATURES);
    return bytes[AT_KIND] & KIND_KERNEL ? decode_kernel(bytes, weights, err) : POISE_OK;
}

int poise_blob_decode(const void *data, size_t size, poise_weights *weights, poise_error *err)
{
    const unsigned char *bytes = data;
    *weights = (poise_weights){0};
    int code = check_frame(bytes, size, err);
    if (code == POISE_OK)
        code = check_ranges(bytes, err);
    if (code != POISE_OK)
        return code;
    weights->shift[0] = bytes[AT_SHIFT];
    weights->shift[1] = bytes[AT_SHIFT + 1];
    weights->max_warps = bytes[AT_MAX_WARPS];
    weights->zero_p = (bytes[AT_KIND] & KIND_ZERO_P) != 0;
    weights->view = view_of_kind(bytes[AT_KIND]);
    code =
        bytes[AT_KIND] & KIND_CHOICE ? decode_choice(bytes, weights, err) : decode_links(bytes, weights, err);
    if (code != POISE_OK)
        poise_weights_free(weights);
    return code;
}

int poise_blob_write(const poise_weights *weights, const char *path, poise_error *err)
{
    const size_t size = poise_blob_size(weights);
    unsigned char *bytes = malloc(size);
    if (bytes == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a compiled model of %zu bytes", size);
    poise_blob_encode(weights, bytes);
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code == POISE_OK && fwrite(bytes, size, 1, file.stream) != 1) {
        code = poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
        poise_atomic_abort(&file);
    } else if (code == POISE_OK) {
        code = poise_atomic_commit(&file, err);
    }
    free(bytes);
    return code;
}

int poise_blob_read(const char *path, poise_weights *weights, poise_error *err)
{
    const size_t largest = POISE_BLOB_KERNEL_BYTES + (size_t)MODEL_MAX_SUPPORT * POISE_BLOB_VECTOR_BYTES;
    char *data = NULL;
    size_t size = 0;
    int code = poise_read_file(path, largest, &data, &size, err);
    if (code != POISE_OK)
        return code;
    code = poise_blob_decode(data, size, weights, err);
    free(data);
    return code == POISE_OK ? code : poise_error_prefix(err, "%s", path);
}
