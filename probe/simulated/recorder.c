#include "probe/simulated/recorder.h"

#include "capture/capture_environment.h"
#include "common/file.h"
#include "common/hash.h"
#include "probe/host/launcher.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Traces are kept because machines are asked the same questions; 256 MB of words, our choice. */
enum { KEPT = 4096, KEPT_WORDS = 1 << 26 };
#define TRACED "^([^l]|l[^a])" /* all kernels but `lay` */

/* Launches of which there are traces; unused members are 0. */
typedef struct recorded_key {
    uint64_t kernel, chain; /* hashes of its name and of its words; 0 = none */
    uint32_t n, loads;      /* of a chase */
    uint32_t shape[4];      /* groups, work-items, local bytes, whether data are constants */
    uint32_t number[PROBE_MOST_NUMBERS];
} recorded_key;

typedef struct recorded {
    recorded_key key;
    warp_trace trace;
} recorded;

struct probe_recorder {
    probe_opencl *host;
    probe_launcher *launcher;
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
        {CAPTURE_ENV_SCRATCH, r->folder}, {CAPTURE_ENV_KERNELS, TRACED},   {CAPTURE_ENV_THREADS, "1"},
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
    if (code == POISE_OK)
        code = probe_launcher_open(&r->launcher, r->host, err);
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
    probe_launcher_close(r->launcher);
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

uint32_t probe_recorder_most_group(const probe_recorder *r)
{
    return probe_launcher_most_group(r->launcher);
}

/* Reads and removes the file that the platform has written (platform/session/session.c). */
static int take_trace(const probe_recorder *r, uint32_t launch, const char *kernel, warp_trace *trace,
                      poise_error *err)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%04" PRIu32 "-%s.wtr", r->folder, launch, kernel);
    int code = warp_trace_read(path, trace, err);
    unlink(path);
    return code;
}

static int record_chase(probe_recorder *r, const probe_chain *chain, uint32_t loads, warp_trace *trace,
                        poise_error *err)
{
    uint32_t launch;
    int code = probe_opencl_lay(r->host, chain, err);
    if (code == POISE_OK)
        code = probe_opencl_chase(r->host, chain->word[0], loads, NULL, &launch, err);
    return code == POISE_OK ? take_trace(r, launch, "chase", trace, err) : code;
}

static int record_launch(probe_recorder *r, const probe_launch *launch, warp_trace *trace, poise_error *err)
{
    uint32_t number;
    int code = probe_launcher_lay(r->launcher, launch, err);
    if (code == POISE_OK)
        code = probe_launcher_run(r->launcher, launch, NULL, &number, err);
    return code == POISE_OK ? take_trace(r, number, launch->kernel, trace, err) : code;
}

static const warp_trace *find_kept(const probe_recorder *r, const recorded_key *key)
{
    for (uint32_t i = 0; i < r->n_kept; i++) {
        if (memcmp(&r->kept[i].key, key, sizeof *key) == 0)
            return &r->kept[i].trace;
    }
    return NULL;
}

/* Room for one more trace. */
static recorded *next_kept(probe_recorder *r, const recorded_key *key)
{
    if (r->n_kept == KEPT || r->words > KEPT_WORDS)
        forget(r);
    recorded *k = &r->kept[r->n_kept];
    *k = (recorded){.key = *key};
    return k;
}

static const warp_trace *keep(probe_recorder *r, const recorded *k)
{
    r->words += k->trace.first_word[k->trace.n_warps];
    r->n_kept++;
    return &k->trace;
}

static uint64_t hash_of(const probe_chain *chain)
{
    return poise_checksum64(chain->word, chain->n * sizeof *chain->word);
}

int probe_record(probe_recorder *r, const probe_chain *chain, uint32_t loads, const warp_trace **trace,
                 poise_error *err)
{
    const recorded_key key = {.chain = hash_of(chain), .n = chain->n, .loads = loads};
    *trace = find_kept(r, &key);
    if (*trace != NULL)
        return POISE_OK;
    recorded *k = next_kept(r, &key);
    int code = record_chase(r, chain, loads, &k->trace, err);
    if (code == POISE_OK)
        *trace = keep(r, k);
    return code;
}

int probe_record_launch(probe_recorder *r, const probe_launch *launch, const warp_trace **trace,
                        poise_error *err)
{
    recorded_key key = {.kernel = poise_checksum64(launch->kernel, strlen(launch->kernel)),
                        .shape = {launch->groups, launch->group, launch->local_bytes, launch->is_constant}};
    memcpy(key.number, launch->number, sizeof key.number);
    if (launch->chain != NULL) {
        key.chain = hash_of(launch->chain);
        key.n = launch->chain->n;
    }
    *trace = find_kept(r, &key);
    if (*trace != NULL)
        return POISE_OK;
    recorded *k = next_kept(r, &key);
    int code = record_launch(r, launch, &k->trace, err);
    if (code == POISE_OK)
        *trace = keep(r, k);
    return code;
}
