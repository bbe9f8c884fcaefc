/* Refinement of a triangle mesh by bisecting longest edges (Rivara, 1984), denser around features of a
 * plane. Which triangles come out does not depend on the order of bisections, so that the reference, which
 * mends one mesh in place with a stack, ends with the same ones. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t none = UINT32_MAX; /* beyond the border; no child */

typedef struct point {
    float x, y;
} point;

/* Edge i of a triangle runs from corner i to the next one, edge 0 is its longest. */
typedef struct triangle {
    uint32_t corner[3], neighbour[3];
} triangle;

typedef struct mesh {
    uint32_t triangles, vertices, most; /* room for triangles; for as many vertices */
    triangle *t;
    point *place;
} mesh;

/* Edges longer than `least` at a feature and than a share of the distance elsewhere are bisected. Squared. */
typedef struct wanted {
    uint32_t features;
    point *feature;
    float least, grading;
} wanted;

/* ---- edges, as in refine.cl ---- */

typedef struct edge {
    float length, x, y; /* squared; twice the middle */
} edge;

static edge edge_of(point a, point b)
{
    const float along_x = b.x - a.x, along_y = b.y - a.y;
    return (edge){along_x * along_x + along_y * along_y, a.x + b.x, a.y + b.y};
}

static bool longer(edge e, edge f)
{
    if (e.length != f.length)
        return e.length > f.length;
    return e.x > f.x || (e.x == f.x && e.y > f.y);
}

static bool too_long(const mesh *m, const wanted *w, uint32_t t)
{
    const uint32_t *corner = m->t[t].corner;
    const edge e = edge_of(m->place[corner[0]], m->place[corner[1]]);
    float nearest = INFINITY;
    for (uint32_t i = 0; i < w->features; i++) {
        const float x = 0.5f * e.x - w->feature[i].x, y = 0.5f * e.y - w->feature[i].y;
        nearest = fminf(nearest, x * x + y * y);
    }
    return e.length > fmaxf(w->least, w->grading * nearest);
}

/* A triangle with its longest edge in front. */
static triangle longest_first(const mesh *m, triangle t)
{
    triangle turned;
    uint32_t longest = 0;
    edge e[3];
    for (uint32_t i = 0; i < 3; i++) {
        e[i] = edge_of(m->place[t.corner[i]], m->place[t.corner[(i + 1) % 3]]);
        if (longer(e[i], e[longest]))
            longest = i;
    }
    for (uint32_t i = 0; i < 3; i++) {
        turned.corner[i] = t.corner[(longest + i) % 3];
        turned.neighbour[i] = t.neighbour[(longest + i) % 3];
    }
    return turned;
}

/* ---- input ---- */

/* A square of a grid in two triangles, numbers as the permutation says. */
static void add_square(mesh *m, const uint32_t *number, uint32_t columns, uint32_t row, uint32_t column)
{
    const uint32_t cell = row * columns + column, low = cell + row, high = low + columns + 1,
                   lower = number[2 * cell], upper = number[2 * cell + 1];
    const uint32_t left = column > 0 ? number[2 * (cell - 1) + 1] : none,
                   right = column + 1 < columns ? number[2 * (cell + 1)] : none,
                   below = row > 0 ? number[2 * (cell - columns) + 1] : none,
                   above = row + 1 < columns ? number[2 * (cell + columns)] : none;
    m->t[lower] = longest_first(m, (triangle){{low, low + 1, high}, {below, upper, left}});
    m->t[upper] = longest_first(m, (triangle){{high + 1, high, low + 1}, {above, lower, right}});
}

/* A square of side 1 with inner vertices moved at random by up to a quarter of their distance. */
static mesh make_mesh(uint32_t columns, uint32_t most, bool shuffled, random_source *random)
{
    const uint32_t triangles = 2 * columns * columns, across = columns + 1;
    mesh m = {triangles, across * across, most, memory_array(most, sizeof *m.t),
              memory_array(most, sizeof *m.place)};
    const uint32_t *number = random_permutation(random, triangles);
    for (uint32_t v = 0; v < m.vertices; v++) {
        const uint32_t column = v % across, row = v / across;
        const float x = 0.5f * random_unit(random) - 0.25f, y = 0.5f * random_unit(random) - 0.25f;
        const bool inner = column > 0 && row > 0 && column < columns && row < columns;
        m.place[v] = (point){((float)column + (inner ? x : 0)) / (float)columns,
                             ((float)row + (inner ? y : 0)) / (float)columns};
    }
    if (!shuffled) {
        uint32_t *in_order = memory_array(triangles, sizeof *in_order);
        for (uint32_t t = 0; t < triangles; t++)
            in_order[t] = t;
        number = in_order;
    }
    for (uint32_t row = 0; row < columns; row++) {
        for (uint32_t column = 0; column < columns; column++)
            add_square(&m, number, columns, row, column);
    }
    return m;
}

static wanted draw_features(uint32_t n, uint32_t columns, uint32_t depth, uint32_t grading,
                            random_source *random)
{
    const float least = ldexpf(1.0f / (float)columns, -(int)depth), share = (float)grading / 100;
    wanted w = {n, memory_array(n, sizeof *w.feature), least * least, share * share};
    for (uint32_t i = 0; i < n; i++) {
        w.feature[i].x = random_unit(random);
        w.feature[i].y = random_unit(random);
    }
    return w;
}

/* ---- the reference: one triangle after another ---- */

static void replace_neighbour(mesh *m, uint32_t of, uint32_t before, uint32_t now)
{
    if (of == none)
        return;
    uint32_t *neighbour = m->t[of].neighbour;
    for (uint32_t i = 0; i < 3; i++)
        neighbour[i] = neighbour[i] == before ? now : neighbour[i];
}

/* Bisects the longest edge of one triangle; its child has the second corner. Neighbours across the longest
 * edge are left to the caller. */
static uint32_t halve(mesh *m, uint32_t t, uint32_t middle)
{
    const triangle old = m->t[t];
    const uint32_t child = m->triangles++;
    if (child >= m->most)
        workload_fail("more than %" PRIu32 " triangles: choose fewer features or a coarser --grading",
                      m->most);
    replace_neighbour(m, old.neighbour[1], t, child);
    m->t[child] = (triangle){{middle, old.corner[1], old.corner[2]}, {none, old.neighbour[1], t}};
    m->t[t] = (triangle){{old.corner[0], middle, old.corner[2]}, {none, child, old.neighbour[2]}};
    return child;
}

static void bisect(mesh *m, uint32_t t)
{
    const uint32_t other = m->t[t].neighbour[0], *corner = m->t[t].corner, middle = m->vertices++;
    const point a = m->place[corner[0]], b = m->place[corner[1]];
    m->place[middle] = (point){0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
    const uint32_t child = halve(m, t, middle), other_child = other == none ? none : halve(m, other, middle);
    m->t[t].neighbour[0] = other_child;
    m->t[child].neighbour[0] = other;
    if (other != none) {
        m->t[other].neighbour[0] = child;
        m->t[other_child].neighbour[0] = t;
        m->t[other] = longest_first(m, m->t[other]);
        m->t[other_child] = longest_first(m, m->t[other_child]);
    }
    m->t[t] = longest_first(m, m->t[t]);
    m->t[child] = longest_first(m, m->t[child]);
}

/* Triangles come behind those that they are bisected from, so that one pass after the other ends. */
static void refine_reference(mesh *m, const wanted *w)
{
    for (uint32_t t = 0; t < m->triangles; t++) {
        while (too_long(m, w, t)) {
            uint32_t end = t, other;
            while ((other = m->t[end].neighbour[0]) != none && m->t[other].neighbour[0] != end)
                end = other;
            bisect(m, end);
        }
    }
}

/* ---- the device ---- */

typedef struct device_mesh {
    cl_mem corner, neighbour;
} device_mesh;

static device_mesh room_for(device *dev, uint32_t most)
{
    const size_t bytes = sizeof(cl_uint) * 3 * most;
    return (device_mesh){device_buffer(dev, bytes, NULL), device_buffer(dev, bytes, NULL)};
}

static device_mesh copy_of(device *dev, const mesh *m, uint32_t most)
{
    const size_t n = 3 * (size_t)m->triangles, bytes = sizeof(cl_uint) * n;
    device_mesh d = room_for(dev, most);
    cl_uint *corner = memory_array(n, sizeof *corner), *neighbour = memory_array(n, sizeof *neighbour);
    for (size_t i = 0; i < n; i++) {
        corner[i] = m->t[i / 3].corner[i % 3];
        neighbour[i] = m->t[i / 3].neighbour[i % 3];
    }
    device_write(dev, d.corner, bytes, corner);
    device_write(dev, d.neighbour, bytes, neighbour);
    return d;
}

/* Numbers what the bisections of a round make, in the order of triangles; false when there are none. */
static bool number_parts(mesh *m, const cl_uint *pair, cl_uint *child, cl_uint *middle)
{
    const uint32_t before = m->triangles;
    for (uint32_t t = 0; t < before; t++) {
        child[t] = pair[t] == none ? none : m->triangles++;
        if (pair[t] == t)
            middle[t] = m->vertices++;
        else if (pair[t] != none)
            middle[t] = middle[pair[t]];
    }
    if (m->triangles > m->most || m->vertices > m->most)
        workload_fail("wrong result: more than %" PRIu32 " triangles or vertices", m->most);
    return m->triangles > before;
}

/* Refines `m`, whose room is that of the reference. */
static void refine_on_device(device *dev, mesh *m, const wanted *w)
{
    const size_t bytes = sizeof(cl_uint) * m->most, corners = 3 * bytes, places = sizeof(point) * m->most;
    device_mesh now = copy_of(dev, m, m->most), next = room_for(dev, m->most);
    cl_mem place = device_buffer(dev, places, m->place), pairs = device_buffer(dev, bytes, NULL);
    cl_mem feature = device_buffer(dev, sizeof(point) * w->features, w->feature);
    cl_mem children = device_buffer(dev, bytes, NULL), middles = device_buffer(dev, bytes, NULL);
    cl_uint *pair = memory_array(m->most, sizeof *pair), *child = memory_array(m->most, sizeof *child);
    cl_uint *middle = memory_array(m->most, sizeof *middle),
            *corner = memory_array(3 * (size_t)m->most, sizeof *corner);
    for (;;) {
        const uint32_t n = m->triangles;
        memset(pair, 0xff, bytes);
        device_write(dev, pairs, bytes, pair);
        DEVICE_RUN(dev, device_kernel(dev, "refine_walk"), n, ARG(now.corner), ARG(now.neighbour), ARG(place),
                   ARG(feature), ARG(pairs), ARG(w->features), ARG(w->least), ARG(w->grading), ARG(n));
        device_read(dev, pairs, bytes, pair);
        if (!number_parts(m, pair, child, middle))
            break;
        device_write(dev, children, bytes, child);
        device_write(dev, middles, bytes, middle);
        DEVICE_RUN(dev, device_kernel(dev, "refine_split"), n, ARG(now.corner), ARG(now.neighbour),
                   ARG(children), ARG(middles), ARG(place), ARG(next.corner), ARG(next.neighbour), ARG(n));
        const device_mesh other = now;
        now = next;
        next = other;
    }
    device_read(dev, now.corner, corners, corner);
    device_read(dev, place, places, m->place);
    for (uint32_t i = 0; i < 3 * m->triangles; i++)
        m->t[i / 3].corner[i % 3] = corner[i];
}

/* ---- comparison: triangles by their corners, whatever their numbers ---- */

typedef struct place_bits {
    uint32_t word[6]; /* of the corners, the first one being the least */
} place_bits;

static int by_bits(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(place_bits));
}

static uint32_t *sorted_places(const mesh *m)
{
    place_bits *all = memory_array(m->triangles, sizeof *all);
    for (uint32_t t = 0; t < m->triangles; t++) {
        uint64_t at[3];
        for (uint32_t i = 0; i < 3; i++)
            memcpy(&at[i], &m->place[m->t[t].corner[i]], sizeof *at);
        const uint32_t first = at[0] < at[1] ? (at[0] < at[2] ? 0 : 2) : (at[1] < at[2] ? 1 : 2);
        for (uint32_t i = 0; i < 3; i++)
            memcpy(&all[t].word[2 * i], &at[(first + i) % 3], sizeof *at);
    }
    qsort(all, m->triangles, sizeof *all, by_bits);
    return &all->word[0];
}

static void check_meshes(const mesh *got, const mesh *want)
{
    check_equal("triangles", &got->triangles, &want->triangles, 1);
    check_equal("vertices", &got->vertices, &want->vertices, 1);
    check_equal("corners", sorted_places(got), sorted_places(want), 6 * (size_t)want->triangles);
}

int main(int argc, char **argv)
{
    uint32_t size, features, depth, grading, shuffled, seed;
    const workload_option options[] = {
        {"size", &size, 49152, 2, 1 << 22, NULL, "triangles before the refinement, about"},
        {"features", &features, 16, 1, 1 << 12, NULL, "points that it is refined around"},
        {"depth", &depth, 3, 0, 10, NULL, "edges there are 2 to this power shorter"},
        {"grading", &grading, 12, 1, 1000, NULL, "percent of the distance to it that an edge may have"},
        {"order", &shuffled, 0, 0, 0, "rows|shuffled", "of the triangles before"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of vertices and features"},
    };
    const workload work = {"refine", "refinement of a triangle mesh by bisecting longest edges", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed}, again = {seed};
    const uint32_t columns = (uint32_t)sqrt(size / 2.0), room = 2 * columns * columns + (1 << 22);
    mesh reference = make_mesh(columns, room, shuffled, &random);
    const wanted w = draw_features(features, columns, depth, grading, &random);
    refine_reference(&reference, &w);
    mesh m = make_mesh(columns, reference.triangles, shuffled, &again);
    const uint32_t before = m.triangles;
    device dev;
    device_open(&dev, kernel_source);
    refine_on_device(&dev, &m, &w);

    check_meshes(&m, &reference);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " triangles become %" PRIu32, before,
                      m.triangles);
    device_close(&dev);
    return 0;
}
