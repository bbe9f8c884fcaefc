/* Refinement of a triangle mesh by bisecting longest edges. A triangle that is too large walks over longest edges from
 * neighbour to neighbour until it comes to an edge that is the longest one of both its triangles, or of the border; these
 * are bisected all at once, for no triangle has two longest edges. Nothing hangs on the order of work-items. Edge i of a
 * triangle runs from corner i to the next one; `neighbour` is across it; edge 0 is the longest. */
#pragma OPENCL FP_CONTRACT OFF /* the host decides in the same way */
#define NONE 0xffffffffu

/* Squared length of an edge and twice its middle, by which edges of one length are told apart. */
float3 edge_of(float2 a, float2 b)
{
    float2 along = b - a, twice = a + b;
    return (float3)(along.x * along.x + along.y * along.y, twice.x, twice.y);
}

bool longer(float3 e, float3 f)
{
    return e.x > f.x || (e.x == f.x && (e.y > f.y || (e.y == f.y && e.z > f.z)));
}

uint longest_of(float2 a, float2 b, float2 c)
{
    float3 edge[3] = {edge_of(a, b), edge_of(b, c), edge_of(c, a)};
    uint longest = longer(edge[1], edge[0]);
    return longer(edge[2], edge[longest]) ? 2 : longest;
}

/* Longer than wanted where its middle is: `least` at a feature, more by `grading` with the distance; all squared. */
bool too_long(float3 edge, __global const float2 *feature, uint features, float least, float grading)
{
    float nearest = INFINITY;
    for (uint i = 0; i < features; i++) {
        float2 way = 0.5f * edge.yz - feature[i];
        nearest = fmin(nearest, way.x * way.x + way.y * way.y);
    }
    return edge.x > fmax(least, grading * nearest);
}

/* Both triangles at the end of a walk get the smaller one's number. */
__kernel void refine_walk(__global const uint *corner, __global const uint *neighbour, __global const float2 *place,
                          __global const float2 *feature, __global uint *pair, uint features, float least,
                          float grading, uint triangles)
{
    uint t = get_global_id(0);
    if (t >= triangles)
        return;
    if (!too_long(edge_of(place[corner[3 * t]], place[corner[3 * t + 1]]), feature, features, least, grading))
        return;
    for (;;) {
        uint other = neighbour[3 * t];
        if (other == NONE || neighbour[3 * other] == t) {
            pair[t] = min(t, other);
            if (other != NONE)
                pair[other] = min(t, other);
            return;
        }
        t = other;
    }
}

/* The part of triangle `t` that will have the edge from a to b, or all of it: the first corner of its longest edge stays
 * with t, the second one goes to its child. */
uint part_of(uint t, uint a, uint b, __global const uint *corner, __global const uint *child)
{
    if (t == NONE || child[t] == NONE)
        return t;
    uint first = corner[3 * t];
    return first == a || first == b ? t : child[t];
}

/* With the longest edge in front. */
void write_triangle(uint t, const uint corners[3], const uint neighbours[3], uint longest, __global uint *corner,
                    __global uint *neighbour)
{
    for (uint i = 0; i < 3; i++) {
        corner[3 * t + i] = corners[(longest + i) % 3];
        neighbour[3 * t + i] = neighbours[(longest + i) % 3];
    }
}

/* From one mesh to the next: triangles that have a child are bisected at vertex `middle`. */
__kernel void refine_split(__global const uint *corner, __global const uint *neighbour, __global const uint *child,
                           __global const uint *middle, __global float2 *place, __global uint *next_corner,
                           __global uint *next_neighbour, uint triangles)
{
    uint t = get_global_id(0);
    if (t >= triangles)
        return;
    uint p = corner[3 * t], q = corner[3 * t + 1], r = corner[3 * t + 2], other = neighbour[3 * t];
    uint after_q = part_of(neighbour[3 * t + 1], q, r, corner, child);
    uint after_r = part_of(neighbour[3 * t + 2], r, p, corner, child);
    if (child[t] == NONE) {
        uint same[3] = {p, q, r}, around[3] = {part_of(other, p, q, corner, child), after_q, after_r};
        write_triangle(t, same, around, 0, next_corner, next_neighbour);
        return;
    }
    uint m = middle[t];
    float2 at_p = place[p], at_q = place[q], at_r = place[r], at_m = 0.5f * (at_p + at_q);
    if (t < other)
        place[m] = at_m;
    uint own[3] = {p, m, r}, own_around[3] = {part_of(other, p, p, corner, child), child[t], after_r};
    uint second[3] = {m, q, r}, second_around[3] = {part_of(other, q, q, corner, child), after_q, t};
    write_triangle(t, own, own_around, longest_of(at_p, at_m, at_r), next_corner, next_neighbour);
    write_triangle(child[t], second, second_around, longest_of(at_m, at_q, at_r), next_corner, next_neighbour);
}
