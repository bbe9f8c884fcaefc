// What programs do with the language beside the built-in functions; each work-item prints its number. The numbers of
// language.stdout.exact were the same with PoCL 3.1 (and a plain int in place of the bit fields).
typedef struct {
    int a : 5;
    uint b : 11;
    int c;
} bits;

typedef union {
    float f;
    uint u;
    uchar4 c;
} overlaid;

typedef struct {
    float3 v;
    char name[3];
    struct {
        short s;
        double d;
    } in;
} nested;

typedef struct {
    int n;
    const __constant char *label;
} entry;

__constant char hello[] = "hi";
__constant nested table[2] = {{(float3)(1, 2, 3), {'a', 'b', 0}, {4, 5.5}}, {(float3)(6, 7, 8), "xy", {9, 10.5}}};
__constant int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
__constant int *__constant rows[2] = {grid[0], grid[1]};
__constant entry entries[] = {{1, "one"}, {2, hello}};
enum { SIZE = 4 };

float helper(float *p, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

__attribute__((noinline)) int through_local(__global int *p, __local int *l, int k)
{
    l[get_local_id(0)] = p[get_global_id(0)] + k;
    return l[get_local_id(0)] + (k & 15);
}

void change(nested *n, int k)
{
    n->in.s = k;
    n->v.y += k;
}

nested make(int k)
{
    nested n = table[k & 1];
    change(&n, k);
    return n;
}

inline int plain_inline(int x) { return x + 1; }

__kernel void inner(__global int *o, int k) { o[get_global_id(0)] += k; }

__kernel __attribute__((vec_type_hint(float4))) void language(__global int *o)
{
    __local int l[64];
    int i = get_global_id(0);
    bits b = {.a = -3, .b = i, .c = i};
    b.b += 1900;
    b.a <<= 1;
    overlaid m;
    m.f = i;
    m.c.w ^= 1;
    float arr[SIZE];
    for (int k = 0; k < SIZE; k++)
        arr[k] = grid[k & 1][k % 3] * i;
    nested n = make(i);
    int r = b.a + b.b + (int)(m.u >> 24) + (int)helper(arr, SIZE) + through_local(o, l, i) + n.in.s + (int)n.v.y;
    r += n.name[1] + rows[i & 1][2] + entries[i & 1].label[0] + plain_inline(-1);
    inner(o, r & 1);
    int k = 0;
again:
    if (k++ < (i & 3))
        goto again;
    switch (i & 3) {
    case 0: r += 1;
    case 1: r += 2; break;
    case 2: goto out;
    default: r ^= 5;
    }
    if (i & 8) // into a loop that has two entries
        goto middle;
top:
    r += 3;
middle:
    r -= 1;
    if ((r & 7) != 2 && k++ < 40)
        goto top;
out:
#pragma unroll 4
    for (int q = 0; q < 8; q++)
        r += q * i;
    volatile __global int *v = o;
    int *restrict pr = &r;
    *pr += v[i];
    do {
        r++;
    } while (r & 1);
    o[i] = r + sizeof(nested) + (i % 2 ? through_local(o, l, r) & 1 : 0) + (int)(long)i;
    printf("%d\n", o[i]);
}

// Large private arrays that are filled and copied as a whole.
typedef struct {
    int x[500];
} large;

__kernel void copies(__global int *o)
{
    int i = get_global_id(0);
    large a = {{0}}, b;
    for (int k = 0; k < 500; k += 7)
        a.x[(k + i) % 500] = k;
    b = a;
    b.x[i] = -1;
    printf("%d %d\n", a.x[(490 + i) % 500] + b.x[(497 + i) % 500], b.x[i]);
}
