#include "report/mixes/courses.h"

#include "common/csv.h"
#include "report/mixes/rows.h"
#include "report/page/markdown.h"
#include "report/plot/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 400, MOST_CURVES = 256 /* in one figure; our choice */ };

static const evaluate_course *course_of(const evaluate_mixes *mixes, size_t cell)
{
    return &mixes->cells[cell].shared.course;
}

static const evaluate_mix *mix_of(const evaluate_mixes *mixes, size_t cell)
{
    return &mixes->request.mixes[cell / mixes->request.policies->n];
}

static const char *policy_of(const evaluate_mixes *mixes, size_t cell)
{
    return mixes->request.policies->policies[cell % mixes->request.policies->n].short_name;
}

/* ---- which there are ---- */

static bool is_first_of_name(const evaluate_course *course, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(course->series[k].name, course->series[i].name) == 0)
            return false;
    return true;
}

bool mixes_course_of(const mixes_report *report, size_t cell, size_t i, mixes_course *figure)
{
    const evaluate_course *course = course_of(&report->results->of_mixes, cell);
    for (size_t k = 0; k < course->n; k++) {
        if (!is_first_of_name(course, k) || i-- > 0)
            continue;
        *figure = (mixes_course){cell, course->series[k].name, course->series[k].unit};
        return true;
    }
    return false;
}

static size_t figures_of(const mixes_report *report, size_t cell)
{
    mixes_course figure;
    size_t n = 0;
    while (mixes_course_of(report, cell, n, &figure))
        n++;
    return n;
}

bool mixes_course_at(const mixes_report *report, size_t i, mixes_course *figure)
{
    for (size_t c = 0; c < report->results->of_mixes.n_cells; c++) {
        const size_t n = figures_of(report, c);
        if (i < n)
            return mixes_course_of(report, c, i, figure);
        i -= n;
    }
    return false;
}

size_t mixes_courses(const mixes_report *report)
{
    size_t n = 0;
    for (size_t c = 0; c < report->results->of_mixes.n_cells; c++)
        n += figures_of(report, c);
    return n;
}

/* ---- sources ---- */

/* Place in the mix of "app3" or "cpu3"; SIZE_MAX of others. */
static size_t party_of(const evaluate_mix *mix, const char *source)
{
    const bool of_cpu = strncmp(source, "cpu", 3) == 0;
    const size_t digits = strlen(source) > 3 ? strspn(source + 3, "0123456789") : 0;
    if ((!of_cpu && strncmp(source, "app", 3) != 0) || digits == 0 || source[3 + digits] != '\0')
        return SIZE_MAX;
    const size_t number = strtoul(source + 3, NULL, 10);
    if (number >= (of_cpu ? mix->n_cpus : mix->n))
        return SIZE_MAX;
    return of_cpu ? mix->n + number : number;
}

void mixes_source_words(const evaluate_mix *mix, const char *source, char *words, size_t size)
{
    const size_t party = party_of(mix, source);
    if (party != SIZE_MAX)
        snprintf(words, size, "%s %s", source, mixes_program_name(mix, party));
    else if (strcmp(source, "gpu") == 0)
        snprintf(words, size, "all programs");
    else
        snprintf(words, size, "%s", strcmp(source, "cpus") == 0 ? "all CPU cores" : source);
}

/* All of one is no line of its own. */
static bool is_shown(const evaluate_mix *mix, const char *source)
{
    return !(strcmp(source, "gpu") == 0 && mix->n == 1) && !(strcmp(source, "cpus") == 0 && mix->n_cpus == 1);
}

/* ---- drawing ---- */

static double cycle_at(const void *points, size_t i)
{
    return (double)((const course_point *)points)[i].cycle;
}

static double value_at(const void *points, size_t i)
{
    const double value = ((const course_point *)points)[i].value;
    return value > 0 ? value : 0;
}

static number_text thousands(double value)
{
    return number_short(value / 1000);
}

void mixes_course_draw(markup *m, const mixes_report *report, const mixes_course *figure, bool alone)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    const evaluate_course *course = course_of(mixes, figure->cell);
    const evaluate_mix *mix = mix_of(mixes, figure->cell);
    char title[WORDS], words[WORDS], names[MOST_CURVES][POLICY_STATISTIC_TEXT];
    plot_curve curve[MOST_CURVES];
    size_t n = 0;
    for (size_t i = 0; i < course->n && n < MOST_CURVES; i++) {
        const course_series *series = &course->series[i];
        if (strcmp(series->name, figure->name) != 0 || !is_shown(mix, series->place))
            continue;
        mixes_source_words(mix, series->place, names[n], sizeof names[n]);
        curve[n] = (plot_curve){names[n],
                                strncmp(series->place, "cpu", 3) == 0 && strcmp(series->place, "cpus") != 0,
                                series->n, series->points};
        n++;
    }
    snprintf(title, sizeof title, "%.60s over time", figure->name);
    snprintf(words, sizeof words, "%.100s: %.120s, %.120s", title, mix->name, policy_of(mixes, figure->cell));
    const plot_curves curves = {title,    words,    "thousand core cycles", figure->unit, n, curve, cycle_at,
                                value_at, thousands};
    plot_curves_draw(m, &curves, alone);
}

/* ---- numbers ---- */

static void put_series_csv(const evaluate_mixes *mixes, size_t cell, const course_series *series, FILE *out)
{
    for (size_t i = 0; i < series->n; i++) {
        poise_csv_text(out, mix_of(mixes, cell)->name);
        fputc(',', out);
        poise_csv_text(out, mixes->request.policies->policies[cell % mixes->request.policies->n].label);
        fprintf(out, ",%s,%s,", series->place, series->name);
        poise_csv_text(out, series->unit);
        fprintf(out, ",%llu,%.12g\n", (unsigned long long)series->points[i].cycle, series->points[i].value);
    }
}

void mixes_courses_csv(const evaluate_mixes *mixes, FILE *out)
{
    fputs("mix,policy,source,series,unit,cycle,value\n", out);
    for (size_t c = 0; c < mixes->n_cells; c++)
        for (size_t i = 0; i < course_of(mixes, c)->n; i++)
            put_series_csv(mixes, c, &course_of(mixes, c)->series[i], out);
}

/* Of a series: a value counts for the time since the point before. */
typedef struct over_time {
    double mean, least, most;
} over_time;

static over_time summary_of(const course_series *series)
{
    over_time sum = {.least = series->n > 0 ? series->points[0].value : 0};
    uint64_t before = 0;
    for (size_t i = 0; i < series->n; i++) {
        const course_point *point = &series->points[i];
        sum.mean += point->value * (double)(point->cycle - before);
        sum.least = fmin(sum.least, point->value);
        sum.most = fmax(sum.most, point->value);
        before = point->cycle;
    }
    sum.mean /= before > 0 ? (double)before : 1;
    return sum;
}

static void put_series(const evaluate_mixes *mixes, size_t cell, const course_series *series, FILE *out)
{
    const over_time sum = summary_of(series);
    char words[WORDS];
    mixes_source_words(mix_of(mixes, cell), series->place, words, sizeof words);
    const char *const names[] = {mix_of(mixes, cell)->name, policy_of(mixes, cell), words, series->name,
                                 series->unit};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fputs("| ", out);
        markdown_escape(out, names[i]);
        fputc(' ', out);
    }
    fprintf(out, "| %.4g | %.4g | %.4g |\n", sum.mean, sum.least, sum.most);
}

void mixes_courses_markdown(const mixes_report *report, FILE *out)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    if (mixes_courses(report) == 0)
        return;
    fputs("\n## Over time\n\n| mix | policy | source | series | unit | mean | least | most |\n"
          "|---|---|---|---|---|---:|---:|---:|\n",
          out);
    for (size_t c = 0; c < mixes->n_cells; c++)
        for (size_t i = 0; i < course_of(mixes, c)->n; i++)
            put_series(mixes, c, &course_of(mixes, c)->series[i], out);
}
