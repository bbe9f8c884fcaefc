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

# refused_by_some SOURCE: some versions of clang do, we in others
refused_by_some() {
    refused "$1" >/dev/null && echo "refused"
}

# What clang takes and what would reach beyond a kernel: code that runs when the program is loaded, assembly, instructions by the
# name that LLVM has for them, functions and variables of the process, names that the compiler gives itself.
kernel='__kernel void k(__global int *o) { o[get_global_id(0)] = 1; }'
refused '__asm__(".section .init_array; .quad 16");'"$kernel"
refused '__kernel void k(__global int *o) { __asm__ volatile("syscall"); o[0] = 1; }'
refused 'void f(char) __asm__("llvm.x86.int"); __kernel void k(__global int *o) { f((char)0x80); o[0] = 1; }'
refused 'void f(void) __asm__("_exit"); __kernel void k(__global int *o) { f(); o[0] = 1; }'
refused '__attribute__((constructor)) void f(void) { *(__global int *)(size_t)16 = 1; }'"$kernel"
refused '__attribute__((destructor)) void f(void) { *(__global int *)(size_t)16 = 1; }'"$kernel"
refused_by_some 'void *g(void) { return 0; } void f(void) __attribute__((ifunc("g"))); __kernel void k(__global int *o) { f(); o[0] = 1; }'
refused_by_some 'void g(void) {} extern void f(void) __attribute__((alias("g"))); __kernel void k(__global int *o) { f(); o[0] = 1; }'
refused 'extern __constant char environ[]; __kernel void k(__global int *o) { o[0] = environ[o[1]]; }'
refused 'int poise_printf(__global char *f); __kernel void k(__global int *o) { o[0] = poise_printf((__global char *)o); }'
refused '__kernel void poise_launch_k(__global int *o) { o[0] = 1; }'"$kernel"
refused '__constant int t[4] __asm__("poise_kernel_table") = {1, 2, 3, 4}; __kernel void k(__global int *o) { o[0] = t[o[1] & 3]; }'

# Sections are for the compiler to choose: a kernel among the constructors would end the program that loads it.
sections() {
    printf '%s\n' "$1" >sections.cl
    poise-kernel-compiler build sections.cl sections.so '' 2>&1 &&
        echo "sections of others: $(readelf -SW sections.so | grep -oE ' \.(init|fini|evil)[^ ]*')"
}
sections '__attribute__((section(".init_array"))) '"$kernel"
sections '#pragma clang section text=".init_array" bss=".evil"
__kernel void k(__global int *o) { __local int l[4]; l[o[0] & 3] = 1; barrier(CLK_LOCAL_MEM_FENCE); o[0] = l[2]; }'
sections '__constant int t[4] __attribute__((section(".init_array"))) = {1, 2, 3, 4};
__kernel void k(__global int *o) { o[0] = t[o[1] & 3]; }'
