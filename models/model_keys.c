/* The keys of a model file and how their values are read. */
#include "models/model_format.h"
#include "models/model_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int model_damaged(const model_reader *in, const char *reason)
{
    return poise_fail(in->err, POISE_DAMAGED, "%s, line %d: %s", in->path, in->line, reason);
}

static int read_text(model_reader *in, const char *value, char *out, size_t size)
{
    if (strlen(value) >= size)
        return model_damaged(in, "the text is too long");
    memcpy(out, value, strlen(value) + 1);
    return POISE_OK;
}

bool model_next_number(const char **value, double *out)
{
    size_t length = strspn(*value, "0123456789+-.e");
    char *end = NULL;
    if (length == 0)
        return false;
    *out = strtod(*value, &end);
    if (end != *value + length || !isfinite(*out))
        return false;
    *value = end + strspn(end, " ");
    return true;
}

static int read_pair(model_reader *in, const char *value, double *for_n, double *for_p)
{
    if (!model_next_number(&value, for_n) || !model_next_number(&value, for_p) || *value != '\0')
        return model_damaged(in, "expected two finite decimal numbers");
    return POISE_OK;
}

static int read_int(model_reader *in, const char *value, int *out)
{
    double number = 0.0;
    if (!model_next_number(&value, &number) || *value != '\0' || fabs(number) > 1e6 ||
        number != floor(number))
        return model_damaged(in, "expected a whole number");
    *out = (int)number;
    return POISE_OK;
}

static int read_kind(model_reader *in, const char *value)
{
    for (int kind = 0; kind < MODEL_KIND_COUNT; kind++) {
        if (strcmp(value, model_kind_name[kind]) == 0) {
            in->model->kind = (model_kind)kind;
            return POISE_OK;
        }
    }
    if (strcmp(value, MODEL_LOADS_KIND) == 0)
        return model_damaged(in, "a model of kind loads chooses load instructions and no warp-tuple");
    return model_damaged(in, "unknown kind of model");
}

static int read_name(model_reader *in, const char *value)
{
    return read_text(in, value, in->model->name, sizeof in->model->name);
}

static int read_recipe(model_reader *in, const char *value)
{
    return read_text(in, value, in->model->recipe, sizeof in->model->recipe);
}

static int read_max_warps(model_reader *in, const char *value)
{
    return read_int(in, value, &in->model->max_warps);
}

static int read_merges(model_reader *in, const char *value)
{
    return read_int(in, value, &in->model->l1_hit_includes_merges);
}

static int read_least_p(model_reader *in, const char *value)
{
    return read_int(in, value, &in->model->least_p);
}

static int read_dispersion(model_reader *in, const char *value)
{
    return read_pair(in, value, &in->model->dispersion[0], &in->model->dispersion[1]);
}

static int read_training_hash(model_reader *in, const char *value)
{
    return read_text(in, value, in->model->training_hash, sizeof in->model->training_hash);
}

static int read_config_hash(model_reader *in, const char *value)
{
    return read_text(in, value, in->model->config_hash, sizeof in->model->config_hash);
}

static int read_gamma(model_reader *in, const char *value)
{
    return read_pair(in, value, &in->kernel->gamma[0], &in->kernel->gamma[1]);
}

static int read_constant(model_reader *in, const char *value)
{
    return read_pair(in, value, &in->kernel->constant[0], &in->kernel->constant[1]);
}

static int read_feature(model_reader *in, const char *name, int *place)
{
    poise_model *model = in->model;
    if (model->n_features == MODEL_MAX_FEATURES)
        return model_damaged(in, "too many features");
    *place = model->n_features++;
    return read_text(in, name, model->feature[*place], sizeof model->feature[*place]);
}

static int read_weight(model_reader *in, const char *feature, const char *value)
{
    int i = 0;
    int code = read_feature(in, feature, &i);
    return code != POISE_OK ? code : read_pair(in, value, &in->model->weight[0][i], &in->model->weight[1][i]);
}

static int read_scaling(model_reader *in, const char *feature, const char *value)
{
    int i = 0;
    int code = read_feature(in, feature, &i);
    return code != POISE_OK ? code : read_pair(in, value, &in->kernel->centre[i], &in->kernel->scale[i]);
}

static int read_support(model_reader *in, const char *value)
{
    if (in->kernel->n_support == MODEL_MAX_SUPPORT)
        return model_damaged(in, "too many support vectors");
    model_support *support = &in->kernel->support[in->kernel->n_support++];
    int n = 0;
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        if (!model_next_number(&value, &support->coefficient[output]))
            return model_damaged(in, "expected two coefficients and the scaled features, all finite");
    }
    while (n < MODEL_MAX_FEATURES && model_next_number(&value, &support->z[n]))
        n++;
    if (*value != '\0' || (in->support_features != 0 && n != in->support_features))
        return model_damaged(in, "expected two coefficients and the scaled features, all finite");
    in->support_features = n;
    return POISE_OK;
}

static int read_features(model_reader *in, const char *value)
{
    while (*value != '\0') {
        size_t length = strcspn(value, " ");
        char name[MODEL_NAME_TEXT];
        int i = 0;
        if (length >= sizeof name)
            return model_damaged(in, "the name of a feature is too long");
        memcpy(name, value, length);
        name[length] = '\0';
        int code = read_feature(in, name, &i);
        if (code != POISE_OK)
            return code;
        value += length + strspn(value + length, " ");
    }
    return POISE_OK;
}

static int read_tuple(model_reader *in, const char *value)
{
    static const char expected[] = "expected N, p and the weights of the features, all finite";
    double n = 0, p = 0;
    int weights = 0;
    if (in->choice->n_tuples == MODEL_MAX_TUPLES)
        return model_damaged(in, "too many tuples");
    model_tuple *tuple = &in->choice->tuple[in->choice->n_tuples++];
    if (!model_next_number(&value, &n) || !model_next_number(&value, &p) || n != floor(n) || p != floor(p) ||
        fabs(n) > MODEL_MAX_WARPS || fabs(p) > MODEL_MAX_WARPS)
        return model_damaged(in, expected);
    tuple->n = (int)n;
    tuple->p = (int)p;
    while (weights < MODEL_MAX_FEATURES && model_next_number(&value, &tuple->weight[weights]))
        weights++;
    if (*value != '\0' || weights == 0 || (in->tuple_features != 0 && weights != in->tuple_features))
        return model_damaged(in, expected);
    in->tuple_features = weights;
    return POISE_OK;
}

/* Kinds of model that have a key. */
enum {
    NEGBIN = 1 << MODEL_NEGBIN,
    RBF = 1 << MODEL_RBF,
    WEIGHTED = 1 << MODEL_NEGBIN | 1 << MODEL_LINEAR,
    CHOICE = 1 << MODEL_CHOICE,
    ANY = WEIGHTED | RBF | CHOICE
};

/* How often a key stands in the file. */
typedef enum key_count { ONCE, AT_MOST_ONCE, ANY_NUMBER } key_count;

/* A prefix ends with a dot and takes the name of a feature; it, `support` and `tuple` stand on several lines.
 */
static const struct {
    const char *key;
    int kinds;
    key_count count;
    int (*read)(model_reader *in, const char *value);
    int (*read_for)(model_reader *in, const char *feature, const char *value);
} keys[] = {
    {"kind", ANY, ONCE, read_kind, NULL},
    {"name", ANY, ONCE, read_name, NULL},
    {"recipe", ANY, ONCE, read_recipe, NULL},
    {"max_warps", ANY, ONCE, read_max_warps, NULL},
    {"l1_hit_includes_merges", ANY, ONCE, read_merges, NULL},
    {"least_p", ANY, AT_MOST_ONCE, read_least_p, NULL},
    {"dispersion", NEGBIN, ONCE, read_dispersion, NULL},
    {"training_hash", ANY, ONCE, read_training_hash, NULL},
    {"config_hash", ANY, ONCE, read_config_hash, NULL},
    {"gamma", RBF, ONCE, read_gamma, NULL},
    {"constant", RBF, ONCE, read_constant, NULL},
    {MODEL_SUPPORT_KEY, RBF, ANY_NUMBER, read_support, NULL},
    {MODEL_FEATURES_KEY, CHOICE, ONCE, read_features, NULL},
    {MODEL_TUPLE_KEY, CHOICE, ANY_NUMBER, read_tuple, NULL},
    {MODEL_WEIGHT_PREFIX, WEIGHTED, ANY_NUMBER, NULL, read_weight},
    {MODEL_SCALING_PREFIX, RBF, ANY_NUMBER, NULL, read_scaling},
};
enum { KEYS = sizeof keys / sizeof keys[0] };
_Static_assert((int)KEYS <= (int)MODEL_MAX_KEYS, "a flag for every key");

int model_read_key(model_reader *in, const char *key, const char *value)
{
    for (size_t i = 0; i < KEYS; i++) {
        size_t prefix = strlen(keys[i].key);
        bool takes_feature = keys[i].read_for != NULL;
        if (takes_feature ? strncmp(key, keys[i].key, prefix) == 0 : strcmp(key, keys[i].key) == 0) {
            if (in->seen[i] && keys[i].count != ANY_NUMBER)
                return model_damaged(in, "this key stands twice in the file");
            in->seen[i] = true;
            return takes_feature ? keys[i].read_for(in, key + prefix, value) : keys[i].read(in, value);
        }
    }
    return model_damaged(in, "unknown key");
}

int model_check_keys(const model_reader *in)
{
    for (size_t i = 0; i < KEYS; i++) {
        bool belongs = (keys[i].kinds & 1 << in->model->kind) != 0;
        if (in->seen[i] && !belongs) {
            return poise_fail(in->err, POISE_DAMAGED, "%s: a model of kind %s has no key `%s`", in->path,
                              model_kind_name[in->model->kind], keys[i].key);
        }
        if (!in->seen[i] && belongs && keys[i].count == ONCE) {
            return poise_fail(in->err, POISE_DAMAGED, "%s: the key `%s` is missing", in->path, keys[i].key);
        }
    }
    return POISE_OK;
}
