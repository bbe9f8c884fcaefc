#include "cli/report/files.h"

#include "cli/report/png.h"
#include "common/file.h"
#include "common/log.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

enum { FIGURE_NAME = 256 };

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
    {".html", REPORT_HTML}, {".htm", REPORT_HTML},    {".svg", REPORT_SVG},
    {".png", REPORT_PNG},   {".md", REPORT_MARKDOWN}, {".csv", REPORT_CSV},
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
                          "%s: the name must end in .html, .svg, .png, .md or .csv, or give --format",
                          output);
    if (folder && *format != REPORT_SVG && *format != REPORT_PNG)
        return poise_fail(err, POISE_USAGE, "%s is a folder: only --format svg or png writes to one", output);
    return POISE_OK;
}

/* ---- one file ---- */

static int write_png(const cli_report *report, FILE *out, size_t figure, poise_error *err)
{
    FILE *svg = tmpfile();
    if (svg == NULL)
        return poise_fail(err, POISE_FAILED, "cannot make a temporary file: %s", strerror(errno));
    int code = report->write(report->content, REPORT_SVG, figure, svg, err);
    if (code == POISE_OK)
        code = cli_png_convert(svg, out, err);
    fclose(svg);
    return code;
}

static int write_form(const cli_report *report, report_format format, FILE *out, size_t figure,
                      poise_error *err)
{
    return format == REPORT_PNG ? write_png(report, out, figure, err)
                                : report->write(report->content, format, figure, out, err);
}

static int write_file(const cli_report *report, report_format format, const char *path, size_t figure,
                      poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_form(report, format, file.stream, figure, err);
    if (code == POISE_OK)
        return poise_atomic_commit(&file, err);
    poise_atomic_abort(&file);
    return code;
}

/* ---- a folder of files ---- */

/* Names are hostile: only letters and digits of them become part of a path. */
static void make_harmless(char *name)
{
    for (char *c = name; *c != '\0'; c++) {
        if (!isalnum((unsigned char)*c) && strchr("-_.", *c) == NULL)
            *c = '_';
    }
}

static int write_folder(const cli_report *report, report_format format, const char *folder, poise_error *err)
{
    int code = poise_make_folders(folder, err);
    for (size_t i = 0; i < report->n_figures && code == POISE_OK; i++) {
        char name[FIGURE_NAME], path[PATH_MAX];
        report->figure_name(report->content, i, name, sizeof name);
        make_harmless(name);
        if (snprintf(path, sizeof path, "%s%s%s.%s", folder, ends_in_slash(folder) ? "" : "/", name,
                     format == REPORT_PNG ? "png" : "svg") >= (int)sizeof path)
            return poise_fail(err, POISE_FAILED, "%s: the name of the folder is too long", folder);
        code = write_file(report, format, path, i, err);
    }
    if (code == POISE_OK)
        poise_say("%zu figure%s written to %s", report->n_figures, report->n_figures == 1 ? "" : "s", folder);
    return code;
}

int cli_report_write(const cli_report *report, report_format format, const char *output, poise_error *err)
{
    if (cli_is_folder(output))
        return write_folder(report, format, output, err);
    const int code = report->check == NULL
                         ? POISE_OK
                         : report->check(report->content, format == REPORT_PNG ? REPORT_SVG : format, err);
    if (code != POISE_OK)
        return code;
    if (output == NULL)
        return write_form(report, format, stdout, CLI_WHOLE_REPORT, err);
    return write_file(report, format, output, CLI_WHOLE_REPORT, err);
}
