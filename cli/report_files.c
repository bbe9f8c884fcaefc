#include "cli/report_files.h"

#include "common/file.h"
#include "common/log.h"
#include "report/profile/output.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_LISTED = 3, NAME_PART = 48 };

/* ---- what to write ---- */

static bool ends_in_slash(const char *path)
{
    const size_t length = strlen(path);
    return length > 0 && path[length - 1] == '/';
}

bool cli_is_folder(const char *output)
{
    struct stat info;
    if (output == NULL)
        return false;
    return ends_in_slash(output) || (stat(output, &info) == 0 && S_ISDIR(info.st_mode));
}

static const struct {
    const char *ending;
    report_format format;
} endings[] = {
    {".html", REPORT_HTML},   {".htm", REPORT_HTML}, {".svg", REPORT_SVG},
    {".md", REPORT_MARKDOWN}, {".csv", REPORT_CSV},
};

static report_format format_of(const char *path)
{
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t ending = strlen(endings[i].ending);
        if (length > ending && strcmp(path + length - ending, endings[i].ending) == 0)
            return endings[i].format;
    }
    return REPORT_AUTO;
}

int cli_report_format(report_format *format, const char *output, poise_error *err)
{
    const bool folder = cli_is_folder(output);
    if (*format == REPORT_AUTO)
        *format = folder ? REPORT_SVG : output == NULL ? REPORT_MARKDOWN : format_of(output);
    if (*format == REPORT_AUTO)
        return poise_fail(err, POISE_USAGE,
                          "%s: the name must end in .html, .svg, .md or .csv, or give --format", output);
    if (folder && *format != REPORT_SVG)
        return poise_fail(err, POISE_USAGE, "%s is a folder: only --format svg writes to one", output);
    return POISE_OK;
}

/* ---- one file ---- */

/* An SVG file is one launch. */
static int refuse_several(const profile_report *report, poise_error *err)
{
    char list[512] = "";
    size_t length = 0;
    for (size_t i = 0; i < report->n && i < MOST_LISTED; i++) {
        const profile_launch *launch = &report->launches[i];
        const int n = snprintf(list + length, sizeof list - length, "%s%" PRIu64 " = %.*s/%.*s/%" PRIu64,
                               i > 0 ? ", " : "", launch->number, NAME_PART, launch->run, NAME_PART,
                               launch->kernel, launch->launch);
        length += (size_t)n;
    }
    return poise_fail(
        err, POISE_USAGE,
        "an SVG file shows one launch and these are %zu: choose one by --kernel (%s%s) or write "
        "to a folder",
        report->n, list, report->n > MOST_LISTED ? ", ..." : "");
}

static int write_stream(const profile_report *report, report_format format, FILE *out, poise_error *err)
{
    switch (format) {
    case REPORT_HTML: profile_report_html(report, out); return POISE_OK;
    case REPORT_CSV: profile_report_csv(report, out); return POISE_OK;
    case REPORT_SVG: profile_report_svg(&report->launches[0], out); return POISE_OK;
    default: return profile_report_markdown(report, out, err);
    }
}

static int write_file(const profile_report *report, report_format format, const char *path, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_stream(report, format, file.stream, err);
    if (code == POISE_OK)
        return poise_atomic_commit(&file, err);
    poise_atomic_abort(&file);
    return code;
}

/* ---- a folder of files ---- */

/* Names are hostile: only letters and digits of them become part of a path. The number keeps files apart. */
static void file_name(const profile_launch *launch, char name[2 * NAME_PART + 64])
{
    snprintf(name, 2 * NAME_PART + 64, "%03" PRIu64 "-%.*s-%.*s-%" PRIu64 ".svg", launch->number, NAME_PART,
             launch->run, NAME_PART, launch->kernel, launch->launch);
    for (char *c = name; *c != '\0'; c++) {
        if (!isalnum((unsigned char)*c) && strchr("-_.", *c) == NULL)
            *c = '_';
    }
}

static int write_folder(const profile_report *report, const char *folder, poise_error *err)
{
    int code = poise_make_folders(folder, err);
    for (size_t i = 0; i < report->n && code == POISE_OK; i++) {
        char name[2 * NAME_PART + 64], path[PATH_MAX];
        file_name(&report->launches[i], name);
        if (snprintf(path, sizeof path, "%s%s%s", folder, ends_in_slash(folder) ? "" : "/", name) >=
            (int)sizeof path)
            return poise_fail(err, POISE_FAILED, "%s: the name of the folder is too long", folder);
        profile_report one = *report;
        one.launches = &report->launches[i];
        one.n = 1;
        code = write_file(&one, REPORT_SVG, path, err);
    }
    if (code == POISE_OK)
        poise_say("%zu figure%s written to %s", report->n, report->n == 1 ? "" : "s", folder);
    return code;
}

int cli_report_write(const profile_report *report, report_format format, const char *output, poise_error *err)
{
    if (cli_is_folder(output))
        return write_folder(report, output, err);
    if (format == REPORT_SVG && report->n != 1)
        return refuse_several(report, err);
    if (output == NULL)
        return write_stream(report, format, stdout, err);
    return write_file(report, format, output, err);
}
