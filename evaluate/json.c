#include "common/file.h"
#include "evaluate/course_json.h"
#include "evaluate/machines.h"
#include "evaluate/output.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum {
    EVALUATION_FORMAT_VERSION = 1,
    EVALUATION_FORMAT_VERSION_OF_MACHINES = 2,
    OPTION_TEXT = 256,
};

/* Every function below returns a new reference, or NULL when out of memory. Jansson's "_new" setters and
 * packers accept NULL values and fail, so that one check at the end is enough. */

static json_t *number_or_null(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

typedef struct json_member {
    const char *name;
    json_t *value;
} json_member;

/* Makes an object of n members by make(context, i). */
static json_t *object_of(size_t n, json_member (*make)(const void *context, size_t i), const void *context)
{
    json_t *object = json_object();
    for (size_t i = 0; i < n; i++) {
        const json_member member = make(context, i);
        if (json_object_set_new(object, member.name, member.value) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

/* Makes an array of n elements by make(context, i). */
static json_t *array_of(size_t n, json_t *(*make)(const void *context, size_t i), const void *context)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++) {
        if (json_array_append_new(array, make(context, i)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/* ---- tables of numbers ---- */

static json_member metric_member(const void *context, size_t i)
{
    size_t n;
    const evaluate_metric_info *info = &evaluate_metric_table(&n)[i];
    return (json_member){info->name, number_or_null(evaluate_metric_value(context, info))};
}

static json_t *metrics_object(const evaluate_metrics *metrics)
{
    size_t n;
    (void)evaluate_metric_table(&n);
    return object_of(n, metric_member, metrics);
}

static json_member counter_member(const void *context, size_t i)
{
    size_t n;
    const sim_counter_info *info = &sim_counter_table(&n)[i];
    const uint64_t value = sim_counter_value(context, info);
    return (json_member){info->name, value == SIM_UNKNOWN ? json_null() : json_integer((json_int_t)value)};
}

static json_t *counters_object(const sim_counters *counters)
{
    size_t n;
    (void)sim_counter_table(&n);
    return object_of(n, counter_member, counters);
}

static json_member fact_member(const void *context, size_t i)
{
    size_t n;
    const evaluate_fact_info *info = &evaluate_fact_table(&n)[i];
    return (json_member){info->name, json_integer((json_int_t)evaluate_fact_value(context, info))};
}

static json_t *facts_object(const evaluate_facts *facts)
{
    size_t n;
    (void)evaluate_fact_table(&n);
    return object_of(n, fact_member, facts);
}

/* What the policy tells about itself. */
static json_member statistic_member(const void *context, size_t i)
{
    const evaluate_statistic *statistic = &((const evaluate_statistics *)context)->all[i];
    return (json_member){statistic->name,
                         json_pack("{s:f, s:s}", "value", statistic->value, "unit", statistic->unit)};
}

/* ---- machine and policies ---- */

static json_member option_member(const void *context, size_t i)
{
    size_t n;
    const poise_option *option = &sim_config_options(&n)[i];
    char line[OPTION_TEXT] = ""; /* "name = value" */
    const int code = poise_option_format(option, context, line, sizeof line);
    const char *value = code == POISE_OK ? strstr(line, " = ") : NULL;
    return (json_member){option->name, value == NULL ? NULL : json_string(value + 3)};
}

static json_t *machine_object(const sim_config *config)
{
    size_t n;
    (void)sim_config_options(&n);
    return object_of(n, option_member, config);
}

static json_t *policy_object(const void *context, size_t i)
{
    const evaluate_policy *policy = &((const evaluate_policy_list *)context)->policies[i];
    return json_pack("{s:s, s:s, s:s?}", "policy", policy->label, "parts", policy->scheme.text, "file_hash",
                     policy->file_hash[0] == '\0' ? NULL : policy->file_hash);
}

/* ---- programs and their launches ---- */

static json_t *launch_object(const void *context, size_t i)
{
    const evaluate_program *program = context;
    const evaluate_launch *launch = &program->launches[i];
    return json_pack("{s:I, s:s, s:s, s:I, s:I}", "index", (json_int_t)launch->index, "kernel",
                     launch->kernel, "trace", launch->trace_hash, "warps_per_scheduler",
                     (json_int_t)launch->warps, "filled_warps", (json_int_t)launch->filled_warps);
}

static json_t *program_object(const void *context, size_t i)
{
    const evaluate_comparison *comparison = context;
    const evaluate_program *program = &comparison->request.programs[i];
    return json_pack("{s:s, s:o}", "name", program->name, "launches",
                     array_of(program->n_launches, launch_object, program));
}

/* ---- results ---- */

static json_t *tuple_value(const evaluate_schedule *schedule, size_t launch)
{
    if (schedule->tuples == NULL) /* a dynamic policy has no tuple of its own */
        return json_null();
    return json_pack("[I, I]", (json_int_t)schedule->tuples[launch].n,
                     (json_int_t)schedule->tuples[launch].p);
}

/* [cycle, value] of each point. */
static json_t *point_value(const void *context, size_t i)
{
    const course_point *point = &((const course_series *)context)->points[i];
    return json_pack("[I, f]", (json_int_t)point->cycle, point->value);
}

static json_t *series_object(const void *context, size_t i)
{
    const course_series *series = &((const evaluate_course *)context)->series[i];
    return json_pack("{s:s, s:s, s:s, s:s, s:o}", "place", series->place, "group", series->group, "name",
                     series->name, "unit", series->unit, "points", array_of(series->n, point_value, series));
}

json_t *evaluate_course_json(const evaluate_course *course)
{
    return course->n > 0 ? array_of(course->n, series_object, course) : NULL;
}

static json_t *launch_result_object(const void *context, size_t i)
{
    const evaluate_cell *cell = context;
    const char *schedule = cell->schedule.strings == NULL ? NULL : cell->schedule.strings[i];
    return json_pack("{s:o, s:s*, s:o, s:o, s:o, s:o*}", "tuple", tuple_value(&cell->schedule, i), "schedule",
                     schedule, "counters", counters_object(&cell->result.launches[i]), "facts",
                     facts_object(&cell->result.facts[i]), "figures",
                     object_of(cell->result.statistics[i].n, statistic_member, &cell->result.statistics[i]),
                     "course", evaluate_course_json(&cell->result.courses[i]));
}

static json_t *result_object(const void *context, size_t place)
{
    const evaluate_comparison *comparison = context;
    const evaluate_policy_list *list = comparison->request.policies;
    const evaluate_program *program = &comparison->request.programs[place / list->n];
    const evaluate_cell *cell = &comparison->cells[place];
    return json_pack("{s:s*, s:s, s:s, s:b, s:o, s:o, s:o, s:o}", "machine", comparison->request.machine,
                     "program", program->name, "policy", list->policies[place % list->n].label, "cut_short",
                     (int)cell->result.cut_short, "metrics", metrics_object(&comparison->metrics[place]),
                     "counters", counters_object(&cell->result.total), "facts",
                     facts_object(&cell->result.total_facts), "launches",
                     array_of(program->n_launches, launch_result_object, cell));
}

static json_t *mean_object(const void *context, size_t i)
{
    const evaluate_comparison *comparison = context;
    return json_pack("{s:s*, s:s, s:o}", "machine", comparison->request.machine, "policy",
                     comparison->request.policies->policies[i].label, "metrics",
                     metrics_object(&comparison->means[i]));
}

static json_t *warning_value(const void *context, size_t i)
{
    const evaluate_comparison *comparison = context;
    return json_string(comparison->warnings[i]);
}

/* ---- the file ---- */

static json_t *comparison_object(const evaluate_comparison *comparison, const char *config_hash)
{
    const evaluate_request *request = &comparison->request;
    size_t n_policies = request->policies->n;
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:o, s:s?, s:s, s:o, s:o, s:o, s:o, s:o}", "format",
                     "poise evaluation", "format_version", (int)EVALUATION_FORMAT_VERSION, "version",
                     POISE_VERSION, "git_commit", POISE_COMMIT, "config_hash", config_hash, "machine",
                     machine_object(request->config), "profile", request->surface_hash, "baseline",
                     request->policies->policies[request->policies->baseline].label, "policies",
                     array_of(n_policies, policy_object, request->policies), "programs",
                     array_of(request->n_programs, program_object, comparison), "results",
                     array_of(request->n_programs * n_policies, result_object, comparison), "means",
                     array_of(n_policies, mean_object, comparison), "warnings",
                     array_of(comparison->n_warnings, warning_value, comparison));
}

/* ---- several machines ---- */

static json_t *named_machine_object(const void *context, size_t i)
{
    const evaluate_comparison *comparison = ((const evaluate_comparisons *)context)->of[i];
    const evaluate_request *request = &comparison->request;
    char config_hash[POISE_HASH_TEXT];
    if (sim_config_hash(request->config, config_hash, NULL) != POISE_OK)
        return NULL;
    return json_pack("{s:s, s:s, s:o, s:o}", "name", request->machine, "config_hash", config_hash, "options",
                     machine_object(request->config), "programs",
                     array_of(request->n_programs, program_object, comparison));
}

/* The arrays of all machines, of which each has `n` elements, one after the other. */
static json_t *array_of_all(const evaluate_comparisons *all, size_t n,
                            json_t *(*make)(const void *context, size_t i))
{
    json_t *array = json_array();
    for (size_t m = 0; m < all->n; m++) {
        json_t *one = array_of(n, make, all->of[m]);
        const int code = one == NULL ? -1 : json_array_extend(array, one);
        json_decref(one);
        if (code != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *warnings_of_all(const evaluate_comparisons *all)
{
    json_t *array = json_array();
    for (size_t m = 0; m < all->n; m++) {
        for (size_t i = 0; i < all->of[m]->n_warnings; i++) {
            if (json_array_append_new(array, json_string(all->of[m]->warnings[i])) != 0) {
                json_decref(array);
                return NULL;
            }
        }
    }
    return array;
}

static json_t *machines_object(const evaluate_comparisons *all)
{
    const evaluate_request *request = &all->of[0]->request;
    const size_t n_policies = request->policies->n;
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "format", "poise evaluation",
                     "format_version", (int)EVALUATION_FORMAT_VERSION_OF_MACHINES, "version", POISE_VERSION,
                     "git_commit", POISE_COMMIT, "baseline",
                     request->policies->policies[request->policies->baseline].label, "base_machine",
                     all->of[evaluate_base_machine(*all)]->request.machine, "machines",
                     array_of(all->n, named_machine_object, all), "policies",
                     array_of(n_policies, policy_object, request->policies), "results",
                     array_of_all(all, request->n_programs * n_policies, result_object), "means",
                     array_of_all(all, n_policies, mean_object), "warnings", warnings_of_all(all));
}

static json_t *one_machine_object(const evaluate_comparison *comparison)
{
    char config_hash[POISE_HASH_TEXT];
    return sim_config_hash(comparison->request.config, config_hash, NULL) == POISE_OK
               ? comparison_object(comparison, config_hash)
               : NULL;
}

int evaluate_write_json(const evaluate_comparison *comparison, const char *path, poise_error *err)
{
    return evaluate_write_json_all((evaluate_comparisons){&comparison, 1}, path, err);
}

int evaluate_write_json_all(evaluate_comparisons all, const char *path, poise_error *err)
{
    json_t *object =
        all.of[0]->request.machine == NULL ? one_machine_object(all.of[0]) : machines_object(&all);
    if (object == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory, or a name that is not UTF-8, in '%s'", path);
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code == POISE_OK) {
        json_dumpf(object, file.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
        fputc('\n', file.stream); /* commit reports what could not be written */
        code = poise_atomic_commit(&file, err);
    }
    json_decref(object);
    return code;
}
