#include "infer/cube.h"

#include <math.h>

void cube_point(uint64_t index, double u[CUBE_DIMENSIONS])
{
    const double phi = 1.0850702454914508; /* phi^9 = phi + 1 */
    double step = 1.0;
    for (int i = 0; i < CUBE_DIMENSIONS; i++) {
        step /= phi;
        double whole;
        u[i] = modf(0.5 + (double)index * step, &whole);
    }
}
