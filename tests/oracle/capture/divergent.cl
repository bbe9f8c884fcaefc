// Kernels whose warps diverge in the ways that programs do, for the study of reconvergence. Each is KERNEL(__global int *).

// A loop left from its middle, and a second exit: the Mandelbrot set.
__kernel void mandelbrot(__global int *out)
{
    int i = get_global_id(0);
    float cx = (i % 64) * 0.04f - 2.0f, cy = (i / 64) * 0.04f - 1.2f, x = 0, y = 0;
    int n = 0;
    while (n < 200) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f)
            break;
        y = 2 * x * y + cy;
        x = xx - yy + cx;
        n++;
    }
    out[i] = n;
}

// The same with a break in the middle that does some work of its own, and a continue.
__kernel void break_and_continue(__global int *out)
{
    int i = get_global_id(0), v = i * 7 + 1, s = 0;
    for (int k = 0; k < 64; k++) {
        v = v * 1103515245 + 12345;
        if ((v >> 16 & 31) == 5) {
            s = s * 3 + k;
            break;
        }
        if (v >> 20 & 1)
            continue;
        s += v >> 8 & 255;
        if ((s & 15) == 3)
            s ^= k * 5;
    }
    out[i] = s;
}

__kernel void switch_in_loop(__global int *out)
{
    int i = get_global_id(0), s = i;
    for (int k = 0; k < 16; k++) {
        switch ((s >> 2) % 7) {
        case 0: s = s * 5 + 1; out[i] = s; break;
        case 1: s = s / 3 + k; break;
        case 2: s += 7; // falls through
        case 3: s ^= k << 3; out[i] += s & 3; break;
        case 4: return;
        default: s = s * 3 + 11;
        }
        s &= 0xffff;
    }
    out[i] = s;
}

__kernel void nested_loops(__global int *out)
{
    int i = get_global_id(0), s = 0;
    for (int a = 0; a < (i & 7); a++) {
        for (int b = 0; b < ((i + a) % 5); b++) {
            for (int c = b; c < ((i ^ a) & 3); c++)
                s += out[(s + c) & 31];
            s ^= b;
        }
        if (s & 1)
            s += out[a];
    }
    out[i] = s;
}

// a && b || c: edges that cross.
__kernel void short_circuit(__global int *out)
{
    int i = get_global_id(0), s = 0;
    for (int k = 0; k < 16; k++) {
        int v = out[(i * 5 + k * 3) & 255] + i * k;
        if ((v & 1 && out[v & 127] >= 0) || (v & 6 && out[v & 63] >= k) || !(v & 8))
            s += v;
        else
            s -= k;
    }
    out[i] = s;
}

__kernel void early_return(__global int *out)
{
    int i = get_global_id(0);
    if (i % 5 == 0)
        return;
    int s = 0;
    for (int k = 0; k < i % 17; k++) {
        s += out[(i + k) & 255] + k;
        if (s % 11 == 7 && k > 3)
            return;
    }
    out[i] = s;
}

// Two searches one after the other; the second begins at different times.
__kernel void searches(__global int *out)
{
    int i = get_global_id(0), low = 0, high = 1 << 10, want = i * 37 & 1023;
    while (low < high) {
        int middle = (low + high) / 2;
        if (middle * middle / 1024 < want)
            low = middle + 1;
        else
            high = middle;
    }
    int n = low + 2, steps = 0;
    while (n > 1) { // Collatz
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    out[i] = low + steps;
}
