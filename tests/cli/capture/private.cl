// Kernels whose work-items leave their private variables. All take (__global int *) of 1024 elements that are 1, fill() gives
// that; groups have 64 work-items.

__kernel void fill(__global int *out)
{
    out[get_global_id(0)] = 1;
}

// Work-item 40 writes right behind the end, in the first group.
__kernel void behind(__global int *out)
{
    int a[8];
    int i = get_global_id(0);
    for (int k = 0; k < 8; k++)
        a[k] = out[i] + k;
    a[(i & 7) + (i == 40) * 8] = 3;
    out[i] = a[out[i] & 7] + a[(out[i] + 3) & 7];
}

// Reads zeros where nothing is.
__kernel void before(__global int *out)
{
    int a[8];
    int i = get_global_id(0);
    for (int k = 0; k < 8; k++)
        a[k] = out[i] + k;
    out[i] = a[(out[i] & 1) - 2];
}

// The last element is half outside.
__kernel void across(__global int *out)
{
    char a[30];
    int i = get_global_id(0);
    for (int k = 0; k < 30; k++)
        a[k] = (char)(out[i] + k);
    out[i] = as_int(vload4(out[i] * 7, a));
}

// A structure passed by value would do as well: one that stays in memory.
typedef struct pair {
    float4 first;
    int values[5];
} pair;

__kernel void member(__global int *out)
{
    pair p;
    int i = get_global_id(0);
    p.first = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
    for (int k = 0; k < 5; k++)
        p.values[k] = out[i] + k;
    out[i] = p.values[out[i] * 1000000 + i];
}

// A pointer to one of two variables is known to be private, not to which it points.
__kernel void wild(__global int *out)
{
    int a[8], b[8];
    int i = get_global_id(0);
    for (int k = 0; k < 8; k++) {
        a[k] = out[i] + k;
        b[k] = out[i] - k;
    }
    int *p = i & 1 ? a : b;
    out[i] = p[(out[i] & 7) + (i > 30 ? 100000 * i : 0)];
}

// All of what is allowed, at the first and the last place: pointers that go up to the end, three of a vector of four, structures,
// arrays of arrays, a table of the optimiser, arguments by value of helper functions.
static int sum(const int *values, int n)
{
    int s = 0;
    for (const int *end = values + n; values < end; values++)
        s += *values;
    return s;
}

static int name_of(int k)
{
    switch (k) {
    case 0: return 17;
    case 1: return 4;
    case 2: return 93;
    case 3: return 2;
    default: return 8;
    }
}

__kernel void inside(__global int *out)
{
    int a[8], two[3][4];
    float vectors[9];
    pair pairs[2];
    int i = get_global_id(0), one = out[i];
    for (int k = 0; k < 8; k++)
        a[k] = one + k;
    for (int k = 0; k < 12; k++)
        two[k >> 2][k & 3] = one + k;
    for (int k = 0; k < 3; k++)
        vstore3((float3)(one, k, i), k, vectors);
    for (int k = 0; k < 2; k++) {
        pairs[k].first = (float4)(k + one);
        for (int j = 0; j < 5; j++)
            pairs[k].values[j] = j + one;
    }
    pair copy = pairs[one];
    int *p = i & 1 ? a : two[2];
    p[one + 2] += 5;
    float3 last = vload3(one + 1, vectors);
    out[i] = a[0] + a[one + 6] + two[one + 1][one + 2] + sum(a, 8) + (int)last.z + copy.values[one + 3] + name_of(i & 7) + p[0];
}
