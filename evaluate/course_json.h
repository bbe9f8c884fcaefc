/* A course in JSON files. */
#ifndef POISE_EVALUATE_COURSE_JSON_H
#define POISE_EVALUATE_COURSE_JSON_H

#include "evaluate/course.h"

#include <jansson.h>

/* An array of its series. A new reference; NULL where nobody has watched, or when out of memory. */
json_t *evaluate_course_json(const evaluate_course *course);

#endif
