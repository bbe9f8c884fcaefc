#include "datasets/common/check.h"

#include "datasets/common/workload.h"

#include <inttypes.h>
#include <math.h>

double check_error(double got, double want)
{
    double magnitude = fabs(want);
    return fabs(got - want) / (magnitude > 1.0 ? magnitude : 1.0);
}

double check_close(const char *what, const float *got, const double *want, size_t n, double tolerance)
{
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        double error = check_error((double)got[i], want[i]);
        if (!(error <= tolerance)) /* also true for not-a-number */
            workload_fail("wrong result: %s[%zu] is %.9g, the reference is %.9g (tolerance %g)", what, i,
                          (double)got[i], want[i], tolerance);
        if (error > largest)
            largest = error;
    }
    return largest;
}

void check_equal(const char *what, const uint32_t *got, const uint32_t *want, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (got[i] != want[i])
            workload_fail("wrong result: %s[%zu] is %" PRIu32 ", the reference is %" PRIu32, what, i, got[i],
                          want[i]);
    }
}
