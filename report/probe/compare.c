#include "report/probe/output.h"

#include <math.h>

double probe_difference(const probe_surface *one, const probe_surface *other, uint32_t i, uint32_t j)
{
    const uint32_t size = probe_surface_size(other, one->size[i]),
                   stride = probe_surface_stride(other, one->stride[j]);
    if (size == other->n_sizes || stride == other->n_strides)
        return NAN;
    return other->time[(size_t)size * other->n_strides + stride] - one->time[(size_t)i * one->n_strides + j];
}

probe_residual probe_compare(const probe_surface *one, const probe_surface *other)
{
    probe_residual r = {0};
    for (uint32_t i = 0; i < one->n_sizes; i++) {
        for (uint32_t j = 0; j < one->n_strides; j++) {
            const double d = probe_difference(one, other, i, j),
                         time = one->time[(size_t)i * one->n_strides + j];
            if (isnan(d))
                continue;
            r.n++;
            r.rms += d * d;
            r.mean += fabs(d);
            r.typical += time > 0 ? d * d / (time * time) : 0;
            if (fabs(d) > r.worst) {
                r.worst = fabs(d);
                r.worst_size = one->size[i];
                r.worst_stride = one->stride[j];
            }
        }
    }
    if (r.n > 0) {
        r.rms = sqrt(r.rms / r.n);
        r.mean /= r.n;
        r.typical = sqrt(r.typical / r.n);
    }
    return r;
}
