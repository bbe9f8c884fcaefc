#include "probe/simulated/recorder.h"

#include "capture/capture_environment.h"
#include "common/file.h"
#include "common/hash.h"
#include "probe/host/opencl.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Traces are kept because machines are asked the same questions; 256 MB of words, our choice. */
enum { KEPT = 4096, KEPT_WORDS = 1 << 26 };

typedef struct recorded {
    uint64_t chain; /* hash of its words */
    uint32_t n, loads;
    warp_trace trace;
} recorded;

struct probe_recorder {
    probe_opencl *host;
    char folder[PATH_MAX / 2];
    recorded *kept;
    uint32_t n_kept;
    uint64_t words;
};

static int set(const char *name, const char *value, poise_error *err)
{
    return setenv(name, value, 1) ? poise_fail_errno(err, POISE_FAILED, "cannot set %s", name) : POISE_OK;
}

static int make_file(const char *folder, const char *name, off_t bytes, poise_error *err)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    bool is_made = file != NULL && ftruncate(fileno(file), bytes) == 0;
    if (file != NULL && fclose(file) != 0)
        is_made = false;
    return is_made ? POISE_OK : poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
}

/* What `poise capture` sets for the programs that it runs. */
static int set_environment(const probe_recorder *r, poise_error *err)
{
    char platform[PATH_MAX];
    int code = poise_find_installed("libpoise_opencl.so", platform, sizeof platform, err);
    const char *const variables[][2] = {
        {"OCL_ICD_VENDORS", platform},    {"OCL_ICD_FILENAMES", platform}, {CAPTURE_ENV_FOLDER, r->folder},
        {CAPTURE_ENV_SCRATCH, r->folder}, {CAPTURE_ENV_KERNELS, "^chase"}, {CAPTURE_ENV_THREADS, "1"},
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables && code == POISE_OK; i++)
        code = set(variables[i][0], variables[i][1], err);
    if (code == POISE_OK)
        code = make_file(r->folder, CAPTURE_SCRATCH_REPORT, 0, err);
    if (code == POISE_OK)
        code = make_file(r->folder, CAPTURE_SCRATCH_TALLY, CAPTURE_TALLY_BYTES, err);
    if (code == POISE_OK)
        code = make_file(r->folder, CAPTURE_SCRATCH_TURNS, 0, err);
    return code;
}

int probe_recorder_open(probe_recorder **opened, poise_error *err)
{
    probe_recorder *r = calloc(1, sizeof *r);
    *opened = NULL;
    if (r == NULL || (r->kept = calloc(KEPT, sizeof *r->kept)) == NULL) {
        free(r);
        return poise_fail(err, POISE_FAILED, "no memory for traces of the probe");
    }
    char made[PATH_MAX / 2];
    int code = poise_make_scratch(NULL, "poise-probe", made, sizeof made, err);
    if (code == POISE_OK && realpath(made, r->folder) == NULL)
        code = poise_fail_errno(err, POISE_FAILED, "cannot find %s", made);
    if (code == POISE_OK)
        code = set_environment(r, err);
    if (code == POISE_OK)
        code = probe_opencl_open(&r->host, "", 0, PROBE_MOST_BYTES, err);
    if (code != POISE_OK) {
        probe_recorder_close(r);
        return code;
    }
    *opened = r;
    return POISE_OK;
}

static void forget(probe_recorder *r)
{
    for (uint32_t i = 0; i < r->n_kept; i++)
        warp_trace_free(&r->kept[i].trace);
    r->n_kept = 0;
    r->words = 0;
}

void probe_recorder_close(probe_recorder *r)
{
    if (r == NULL)
        return;
    probe_opencl_close(r->host);
    forget(r);
    if (r->folder[0] != '\0')
        poise_remove_folder(r->folder);
    free(r->kept);
    free(r);
}

uint64_t probe_recorder_most_bytes(const probe_recorder *r)
{
    return probe_opencl_most_bytes(r->host);
}

/* Runs it, and reads and removes the file that the platform has written (platform/session/session.c). */
static int record(probe_recorder *r, const probe_chain *chain, uint32_t loads, warp_trace *trace,
                  poise_error *err)
{
    char path[PATH_MAX];
    uint32_t launch;
    int code = probe_opencl_lay(r->host, chain, err);
    if (code == POISE_OK)
        code = probe_opencl_chase(r->host, chain->word[0], loads, NULL, &launch, err);
    if (code != POISE_OK)
        return code;
    snprintf(path, sizeof path, "%s/%04" PRIu32 "-chase.wtr", r->folder, launch);
    code = warp_trace_read(path, trace, err);
    unlink(path);
    return code;
}

int probe_record(probe_recorder *r, const probe_chain *chain, uint32_t loads, const warp_trace **trace,
                 poise_error *err)
{
    const uint64_t hash = poise_checksum64(chain->word, chain->n * sizeof *chain->word);
    for (uint32_t i = 0; i < r->n_kept; i++) {
        const recorded *k = &r->kept[i];
        if (k->chain == hash && k->n == chain->n && k->loads == loads) {
            *trace = &k->trace;
            return POISE_OK;
        }
    }
    if (r->n_kept == KEPT || r->words > KEPT_WORDS)
        forget(r);
    recorded *k = &r->kept[r->n_kept];
    *k = (recorded){.chain = hash, .n = chain->n, .loads = loads};
    int code = record(r, chain, loads, &k->trace, err);
    if (code != POISE_OK)
        return code;
    r->words += k->trace.first_word[k->trace.n_warps];
    r->n_kept++;
    *trace = &k->trace;
    return POISE_OK;
}
