/* Points on the walls of a heart that beats, followed through frames, each of which is copied from the host.
 */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <math.h>

enum {
    REACH = 6, /* as in heartwall.cl */
    HALF = 7,
    SPAN = 2 * REACH + 1,
    SIDE = 2 * HALF + 1,
    MARGIN = REACH + HALF, /* from a point to the border */
};
static const cl_float learned = 0.2f; /* part of a template that a frame replaces */
static const double tolerance =
    1e-3; /* of correlations and templates: differences of sums in single precision */

typedef struct film {
    uint32_t rows, cols, points;
    const float *tissue; /* the heart at rest */
    float *frame;        /* rows x cols */
    cl_uint *point;      /* column and row of each */
    float *template, *correlation;
} film;

/* What the probe sees at time `t`: all of the tissue drawn towards the centre, by less than REACH pixels from
 * a frame to the next. */
static void draw_frame(const film *f, uint32_t t)
{
    const double middle_x = f->cols / 2.0, middle_y = f->rows / 2.0;
    const double pull = 4 * sin(0.8 * t) / (fmax(f->rows, f->cols) / 2);
    for (size_t row = 0; row < f->rows; row++)
        for (size_t col = 0; col < f->cols; col++) {
            const double x = (double)col + pull * ((double)col - middle_x);
            const double y = (double)row + pull * ((double)row - middle_y);
            const size_t left = (size_t)fmin(fmax(x + 0.5, 0), f->cols - 1);
            const size_t above = (size_t)fmin(fmax(y + 0.5, 0), f->rows - 1);
            f->frame[row * f->cols + col] = f->tissue[above * f->cols + left];
        }
}

/* Two ellipses around the centre, the inner and the outer wall, with every second point each. */
static void place_points(const film *f)
{
    for (uint32_t p = 0; p < f->points; p++) {
        const double wide = p % 2 == 0 ? 0.45 : 0.9, angle = 2 * acos(-1.0) * p / f->points;
        f->point[2 * p] = (cl_uint)(f->cols / 2.0 + wide * cos(angle) * (f->cols / 2.0 - MARGIN - 1));
        f->point[2 * p + 1] = (cl_uint)(f->rows / 2.0 + wide * sin(angle) * (f->rows / 2.0 - MARGIN - 1));
    }
}

static void follow_on_device(device *dev, const film *f, uint32_t frames)
{
    const size_t frame_bytes = sizeof(float) * f->rows * f->cols;
    const size_t point_bytes = sizeof(cl_uint) * 2 * f->points;
    const size_t pixels = (size_t)f->points * SIDE * SIDE, places = (size_t)f->points * SPAN * SPAN;
    draw_frame(f, 0);
    cl_mem frame = device_buffer(dev, frame_bytes, f->frame);
    cl_mem point = device_buffer(dev, point_bytes, f->point);
    cl_mem template = device_buffer(dev, sizeof(float) * pixels, NULL);
    cl_mem correlation = device_buffer(dev, sizeof(float) * places, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "heartwall_take"), pixels, ARG(frame), ARG(point), ARG(template),
               ARG(f->cols), ARG(f->points));
    for (uint32_t t = 1; t < frames; t++) {
        draw_frame(f, t);
        device_write(dev, frame, frame_bytes, f->frame);
        DEVICE_RUN(dev, device_kernel(dev, "heartwall_correlate"), places, ARG(frame), ARG(point),
                   ARG(template), ARG(correlation), ARG(f->cols), ARG(f->points));
        DEVICE_RUN(dev, device_kernel(dev, "heartwall_follow"), (size_t)f->points * DEVICE_GROUP_SIZE,
                   ARG(frame), ARG(point), ARG(template), ARG(correlation), ARG(learned), ARG(f->cols),
                   ARG(f->rows));
        device_read(dev, point, point_bytes, f->point); /* for the one who watches */
    }
    device_read(dev, template, sizeof(float) * pixels, f->template);
    device_read(dev, correlation, sizeof(float) * places, f->correlation);
}

/* The textbook's formula: means first, then products of what differs from them. */
static double correlation_of(const film *f, size_t col, size_t row, const double *template)
{
    const float *seen = f->frame + (row - HALF) * f->cols + col - HALF;
    double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        a += (double)seen[i / SIDE * f->cols + i % SIDE] / (SIDE * SIDE);
        b += template[i] / (SIDE * SIDE);
    }
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        const double x = (double)seen[i / SIDE * f->cols + i % SIDE] - a, y = template[i] - b;
        aa += x * x;
        bb += y * y;
        ab += x * y;
    }
    return ab / sqrt(aa * bb);
}

/* Keeps a point as far from the border as its search needs. */
static cl_uint kept(size_t at, uint32_t size)
{
    return (cl_uint)(at < MARGIN ? MARGIN : at > size - MARGIN - 1 ? size - MARGIN - 1 : at);
}

static void follow_point(const film *f, cl_uint *point, double *template, double *correlation)
{
    size_t best = 0;
    for (size_t place = 0; place < SPAN * SPAN; place++) {
        correlation[place] =
            correlation_of(f, point[0] + place % SPAN - REACH, point[1] + place / SPAN - REACH, template);
        if (correlation[place] > correlation[best])
            best = place;
    }
    point[0] = kept(point[0] + best % SPAN - REACH, f->cols);
    point[1] = kept(point[1] + best / SPAN - REACH, f->rows);
    const float *seen = f->frame + (size_t)(point[1] - HALF) * f->cols + point[0] - HALF;
    for (size_t i = 0; i < SIDE * SIDE; i++)
        template[i] += (double)learned *((double)seen[i / SIDE * f->cols + i % SIDE] - template[i]);
}

static void follow_reference(const film *f, uint32_t frames, cl_uint *point, double *template,
                             double *correlation)
{
    draw_frame(f, 0);
    for (size_t p = 0; p < f->points; p++)
        for (size_t i = 0; i < SIDE * SIDE; i++)
            template[p * SIDE * SIDE + i] =
                (double)
                    f->frame[(point[2 * p + 1] + i / SIDE - HALF) * f->cols + point[2 * p] + i % SIDE - HALF];
    for (uint32_t t = 1; t < frames; t++) {
        draw_frame(f, t);
        for (size_t p = 0; p < f->points; p++)
            follow_point(f, point + 2 * p, template + p * SIDE * SIDE, correlation + p * SPAN * SPAN);
    }
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, points, frames, seed;
    const workload_option options[] = {
        {"size", &rows, 592, 2 * MARGIN + 2, 1 << 14, NULL, "rows of a frame; 590 in Rodinia"},
        {"cols", &cols, 608, 2 * MARGIN + 2, 1 << 14, NULL, "pixels of a row; 609 in Rodinia"},
        {"points", &points, 51, 1, 1 << 16, NULL, "that are followed; 51 in Rodinia"},
        {"frames", &frames, 3, 2, 1000, NULL, "of the film; one launch, then two each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the tissue"},
    };
    const workload work = {"heartwall", "points on the walls of a heart, by templates", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const size_t pixels = (size_t)points * SIDE * SIDE, places = (size_t)points * SPAN * SPAN;
    film f = {rows,
              cols,
              points,
              matrix_random(&random, rows, cols),
              memory_array((size_t)rows * cols, sizeof(float)),
              memory_array((size_t)2 * points, sizeof(cl_uint)),
              memory_array(pixels, sizeof(float)),
              memory_array(places, sizeof(float))};
    place_points(&f);
    cl_uint *point = memory_array((size_t)2 * points, sizeof *point);
    for (size_t i = 0; i < (size_t)2 * points; i++)
        point[i] = f.point[i];
    double *template = memory_array(pixels, sizeof *template);
    double *correlation = memory_array(places, sizeof *correlation);
    follow_reference(&f, frames, point, template, correlation);
    device dev;
    device_open(&dev, kernel_source);
    follow_on_device(&dev, &f, frames);

    check_equal("point", f.point, point, (size_t)2 * points);
    double error = check_close("correlation", f.correlation, correlation, places, tolerance);
    error = fmax(error, check_close("template", f.template, template, pixels, tolerance));
    workload_verified(&work, dev.name, dev.launches, "error of correlations and templates %.1e", error);
    device_close(&dev);
    return 0;
}
