#include "common/file.h"
#include "models/model_format.h"
#include "models/model_reader.h"

#include <stdlib.h>
#include <string.h>

/* `line` is "key = value" or "key ="; it is cut into its parts in place. */
static int read_line(model_reader *in, char *line)
{
    char *equals = strstr(line, " =");
    if (equals == NULL || (equals[2] != ' ' && equals[2] != '\0'))
        return model_damaged(in, "expected `key = value`");
    *equals = '\0';
    return model_read_key(in, line, equals + 2 + strspn(equals + 2, " "));
}

/* Reads the lines between the magic and the checksum; `body` is cut into lines in place. */
static int read_lines(model_reader *in, char *body)
{
    char *rest = body;
    while (rest != NULL && *rest != '\0') {
        char *line = strsep(&rest, "\n");
        in->line++;
        if (line[0] != '#') {
            int code = read_line(in, line);
            if (code != POISE_OK)
                return code;
        }
    }
    return POISE_OK;
}

int model_open_envelope(const char *path, char *data, size_t size, char **body, poise_error *err)
{
    const size_t magic = strlen(MODEL_MAGIC "\n");
    const size_t tail =
        strlen(MODEL_CHECKSUM_KEY) + POISE_HASH_TEXT; /* the digits' NUL counts for the newline */
    if (size < magic || memcmp(data, MODEL_MAGIC "\n", magic) != 0) {
        return poise_fail(err, POISE_DAMAGED, "%s: not a model file (the first line is not `%s`)", path,
                          MODEL_MAGIC);
    }
    if (memchr(data, '\0', size) != NULL || size < magic + tail || data[size - 1] != '\n' ||
        memcmp(data + size - tail, MODEL_CHECKSUM_KEY, strlen(MODEL_CHECKSUM_KEY)) != 0) {
        return poise_fail(err, POISE_DAMAGED, "%s: truncated or damaged (no checksum in the last line)",
                          path);
    }
    char checksum[POISE_HASH_TEXT];
    poise_hash_bytes(data, size - tail, checksum);
    if (memcmp(data + size - POISE_HASH_TEXT, checksum, POISE_HASH_TEXT - 1) != 0) {
        return poise_fail(err, POISE_DAMAGED,
                          "%s: the checksum does not match: the file is damaged or was edited", path);
    }
    data[size - tail] = '\0';
    *body = data + magic;
    return POISE_OK;
}

/* The kernel of an rbf model is kept, cut to its support vectors; others have none. */
static int keep_kernel(model_reader *in)
{
    if (in->model->kind != MODEL_RBF)
        return POISE_OK;
    if (in->support_features != in->model->n_features) {
        return poise_fail(in->err, POISE_DAMAGED, "%s: the support vectors have %d features, the model %d",
                          in->path, in->support_features, in->model->n_features);
    }
    in->model->kernel = in->kernel;
    in->kernel = NULL;
    return POISE_OK;
}

/* The same for the tuples of a choice. */
static int keep_choice(model_reader *in)
{
    if (in->model->kind != MODEL_CHOICE)
        return POISE_OK;
    if (in->tuple_features != in->model->n_features) {
        return poise_fail(in->err, POISE_DAMAGED, "%s: the tuples have %d weights, the model %d features",
                          in->path, in->tuple_features, in->model->n_features);
    }
    in->model->choice = in->choice;
    in->choice = NULL;
    return POISE_OK;
}

static int read_model(model_reader *in, char *data, size_t size)
{
    char *body = NULL;
    in->model->least_p = 1; /* unless the file says otherwise */
    int code = model_open_envelope(in->path, data, size, &body, in->err);
    if (code == POISE_OK)
        code = read_lines(in, body);
    if (code == POISE_OK)
        code = model_check_keys(in);
    if (code == POISE_OK)
        code = keep_kernel(in);
    if (code == POISE_OK)
        code = keep_choice(in);
    poise_error reason;
    if (code == POISE_OK && poise_model_check(in->model, &reason) != POISE_OK)
        code = poise_fail(in->err, POISE_DAMAGED, "%s: %s", in->path, reason.text);
    return code;
}

/* Lines that begin with a key, `most` at most: as many support vectors or tuples as the file can hold. */
static size_t count_lines(const char *data, const char *newline_and_key, size_t most)
{
    size_t n = 0;
    for (const char *at = strstr(data, newline_and_key); at != NULL && n < most;
         at = strstr(at + 1, newline_and_key))
        n++;
    return n;
}

int poise_model_read(const char *path, poise_model *model, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    *model = (poise_model){0};
    int code = poise_read_file(path, MODEL_FILE_BYTES, &data, &size, err);
    if (code != POISE_OK)
        return code;
    model_reader in = {.path = path, .line = 1, .model = model, .err = err};
    in.kernel = poise_model_kernel_new(count_lines(data, "\n" MODEL_SUPPORT_KEY, MODEL_MAX_SUPPORT));
    in.choice = poise_model_choice_new(count_lines(data, "\n" MODEL_TUPLE_KEY, MODEL_MAX_TUPLES));
    if (in.kernel == NULL || in.choice == NULL) {
        code = poise_fail(err, POISE_FAILED, "%s: no memory for the model", path);
    } else {
        in.kernel->n_support = 0;
        in.choice->n_tuples = 0;
        code = read_model(&in, data, size);
    }
    poise_model_kernel_free(in.kernel);
    poise_model_choice_free(in.choice);
    free(data);
    if (code != POISE_OK)
        poise_model_free(model);
    return code;
}
