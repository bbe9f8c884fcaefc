#include "design/part.h"

#include "common/h5.h"
#include "common/log.h"

#include <stdlib.h>
#include <string.h>

#define PART_FORMAT "poise design run"
enum { PART_VERSION = 1 };

int design_run_key_make(design_run_key *key, const sim_config *machine, const evaluate_policy *policy,
                        const evaluate_program *program, poise_error *err)
{
    char config[POISE_HASH_TEXT];
    char *text = NULL;
    size_t size = 0;
    int code = sim_config_hash(machine, config, err);
    FILE *stream = code == POISE_OK ? open_memstream(&text, &size) : NULL;
    if (code != POISE_OK)
        return code;
    if (stream == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    fprintf(stream, "design\n%s %s\n%s\n%s\n%s\n", POISE_VERSION, POISE_COMMIT, config, policy->scheme.text,
            policy->file_hash);
    for (size_t i = 0; i < program->n_launches; i++)
        fprintf(stream, "%s\n", program->launches[i].trace_hash);
    if (fclose(stream) == 0)
        poise_hash_bytes(text, size, key->text);
    else
        code = poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    free(text);
    return code;
}

int design_part_write(const runs_store *store, const design_run_key *key, uint64_t cycles, poise_error *err)
{
    char path[PATH_MAX];
    poise_h5 *file;
    int code = runs_store_path(store, key->text, path, err);
    if (code == POISE_OK)
        code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = poise_h5_put_identity(file, PART_FORMAT, PART_VERSION, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "key", key->text, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "cycles", cycles, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}

static int read_part(poise_h5 *file, const char *path, const design_run_key *key, uint64_t *cycles,
                     poise_error *err)
{
    char *theirs = NULL;
    int code = poise_h5_check_identity(file, PART_FORMAT, PART_VERSION, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(file, "/", "key", POISE_HASH_TEXT, &theirs, err);
    if (code == POISE_OK && strcmp(theirs, key->text) != 0)
        code = poise_fail(err, POISE_DAMAGED, "%s: it is of another run", path);
    free(theirs);
    if (code == POISE_OK)
        code = poise_h5_get_u64(file, "/", "cycles", cycles, err);
    if (code == POISE_OK && *cycles == 0)
        code = poise_fail(err, POISE_DAMAGED, "%s: a run takes cycles", path);
    return code;
}

bool design_part_read(const runs_store *store, const design_run_key *key, uint64_t *cycles)
{
    char path[PATH_MAX];
    poise_h5 *file;
    poise_error err;
    if (!runs_store_find(store, key->text, path))
        return false;
    int code = poise_h5_open(&file, path, &err);
    if (code == POISE_OK) {
        code = read_part(file, path, key, cycles, &err);
        poise_h5_close(file);
    }
    if (code != POISE_OK)
        poise_warn("%s; the run is done again", err.text);
    return code == POISE_OK;
}
