#ifndef POISE_TESTS_EVALUATE_SAME_COURSE_H
#define POISE_TESTS_EVALUATE_SAME_COURSE_H

#include "evaluate/course.h"
#include "tests/test.h"

#include <string.h>

static inline void assert_same_course(const evaluate_course *one, const evaluate_course *other)
{
    assert_int_equal(one->n, other->n);
    for (size_t i = 0; i < one->n; i++) {
        const course_series *a = &one->series[i], *b = &other->series[i];
        assert_string_equal(a->place, b->place);
        assert_string_equal(a->group, b->group);
        assert_string_equal(a->name, b->name);
        assert_string_equal(a->unit, b->unit);
        assert_int_equal(a->n, b->n);
        assert_memory_equal(a->points, b->points, a->n * sizeof *a->points);
    }
}

#endif
