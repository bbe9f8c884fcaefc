#include "cli/bench/subjects.h"

#include "bench/kernels.h"
#include "cli/output.h"
#include "common/log.h"
#include "trace/files.h"

#include <stdlib.h>
#include <string.h>

/* A new last subject that owns a copy of `name`; NULL without memory. */
static bench_subject *append(cli_bench_subjects *subjects, const char *name, poise_error *err)
{
    bench_subject *grown = reallocarray(subjects->subject, subjects->n + 1, sizeof *grown);
    char *copy = strdup(name);
    if (grown != NULL)
        subjects->subject = grown;
    if (grown == NULL || copy == NULL) {
        poise_fail(err, POISE_FAILED, "no memory for %s", name);
        free(copy);
        return NULL;
    }
    grown[subjects->n] = (bench_subject){.name = copy};
    return &grown[subjects->n++];
}

static int make_one(cli_bench_subjects *subjects, const bench_builtin *kernel, uint32_t scale,
                    poise_error *err)
{
    for (size_t i = 0; i < subjects->n; i++)
        if (strcmp(subjects->subject[i].name, kernel->name) == 0)
            return poise_fail(err, POISE_USAGE, "kernel %s is named twice", kernel->name);
    bench_subject *subject = append(subjects, kernel->name, err);
    if (subject == NULL)
        return POISE_FAILED;
    const double start = poise_now();
    const int code = bench_builtin_make(kernel, scale, &subject->trace, err);
    subject->load_s = poise_now() - start;
    return code;
}

static int make_named(cli_bench_subjects *subjects, char *list, uint32_t scale, poise_error *err)
{
    int code = POISE_OK;
    char *rest = NULL;
    for (char *name = strtok_r(list, ",", &rest); name != NULL && code == POISE_OK;
         name = strtok_r(NULL, ",", &rest)) {
        const bench_builtin *kernel = bench_builtin_find(name, err);
        code = kernel == NULL ? POISE_USAGE : make_one(subjects, kernel, scale, err);
    }
    if (code == POISE_OK && subjects->n == 0)
        return poise_fail(err, POISE_USAGE, "--kernels names none");
    return code;
}

int cli_bench_make(cli_bench_subjects *subjects, const char *list, uint32_t scale, poise_error *err)
{
    size_t n;
    const bench_builtin *table = bench_builtin_table(&n);
    int code = POISE_OK;
    for (size_t i = 0; list == NULL && i < n && code == POISE_OK; i++)
        code = make_one(subjects, &table[i], scale, err);
    if (list == NULL)
        return code;
    char *copy = strdup(list);
    code = copy == NULL ? poise_fail(err, POISE_FAILED, "out of memory for --kernels")
                        : make_named(subjects, copy, scale, err);
    free(copy);
    return code;
}

int cli_bench_read(cli_bench_subjects *subjects, int n_words, char **words, poise_error *err)
{
    trace_files files;
    int code = trace_files_list(&files, (size_t)n_words, words, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < files.n && code == POISE_OK; i++) {
        bench_subject *subject = append(subjects, files.path[i], err);
        const double start = poise_now();
        code = subject == NULL ? POISE_FAILED : warp_trace_read(files.path[i], &subject->trace, err);
        if (code == POISE_OK)
            subject->load_s = poise_now() - start;
    }
    trace_files_free(&files);
    return code;
}

void cli_bench_free(cli_bench_subjects *subjects)
{
    for (size_t i = 0; i < subjects->n; i++) {
        free(subjects->subject[i].name);
        warp_trace_free(&subjects->subject[i].trace);
    }
    free(subjects->subject);
    *subjects = (cli_bench_subjects){0};
}

int cli_bench_write_traces(const cli_bench_subjects *subjects, const char *folder, poise_error *err)
{
    int code = cli_output_traces(folder, err);
    for (size_t i = 0; i < subjects->n && code == POISE_OK; i++) {
        char path[4096];
        if (snprintf(path, sizeof path, "%s/%s.wtr", folder, subjects->subject[i].name) >= (int)sizeof path)
            return poise_fail(err, POISE_USAGE, "the path of folder %s is too long", folder);
        code = warp_trace_write(&subjects->subject[i].trace, path, err);
    }
    return code;
}
