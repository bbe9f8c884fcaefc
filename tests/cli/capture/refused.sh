# What is not OpenCL C 1.2 is refused with the line and the reason.
refused() {
    printf '%s\n' "$1" >refused.cl
    poise-kernel-compiler build refused.cl refused.so "${2:-}" 2>&1 | grep -m1 error
}
refused 'int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }
__kernel void k(__global int *o)
{
    o[0] = f(o[1]);
}'
refused 'int f(int n) { return n; }
__kernel void k(__global int *o) { int (*p)(int) = f; o[0] = p(1); }'
refused 'int f(int n, ...) { return n; } __kernel void k(__global int *o) { o[0] = f(1, 2); }'
refused '__kernel void k(__global int *o, size_t n) { o[0] = n; }'
refused '__kernel void k(__global int *o, __global int **n) { o[0] = 1; }'
refused '__kernel void k(__global int *o, read_only image2d_t i) { o[0] = get_image_width(i); }'
refused '__kernel void k(__global int *o, sampler_t s) { o[0] = 1; }'
refused '__kernel void k(__global int *o) { if (o[0]) { __local int x[4]; x[0] = 1; o[1] = x[0]; } }'
refused '__kernel void k(__global int *o) { int n = o[0]; int a[n]; o[1] = a[0]; }'
refused 'int later(int x); __kernel void k(__global int *o) { o[0] = later(3); }'
refused '__kernel void k(__global half *o, half x) { o[0] = x; }'
refused '#if defined cl_khr_fp16 || defined __IMAGE_SUPPORT__ || defined cl_amd_media_ops || !defined cl_khr_fp64
#error the macros are those of the device
#endif
#error as they should be'
refused '__kernel void k(__global int *o) { o[0] = 1; }' -cl-std=CL2.0
