// printf for one_launch.
__constant char greeting[] = "hello";
__constant char *__constant parity[2] = {"even", "odd"};

__kernel void speak(__global int *out)
{
    int i = get_global_id(0);
    if (i % 21 == 0) {
        printf("%s from %d, %s", greeting, i, parity[i & 1]);
        printf(": %5.2f %e %a|%-6d|%+d|%06x\n", i * 0.5, 1e10 * i, (double)i, i, i, i);
        printf("%v4hld %v3hlf %v2lf %v4hhd %v8hu\n", (int4)(i, -1, 2, 3), (float3)(i, 0.5f, -1), (double2)(i, 2),
               (char4)(i, -2, 3, 4), (ushort8)(65535, 1, 2, 3, 4, 5, 6, 7));
        printf("%c%% %lx %u %hd %d\n", 'x', (long)i << 40, -1, (short)i, printf(""));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 21)
        printf("after\n");
    out[i] = 0;
}

// Two groups of 256: groups in their order, their work-items in order.
__kernel void order(__global int *out)
{
    int l = get_local_id(0);
    if (l % 100 == 0)
        printf("%d %d\n", (int)get_group_id(0), l);
    out[get_global_id(0)] = 1;
}

__kernel void endless(__global int *out)
{
    for (int k = 0; k < 40000; k++)
        out[0] = printf("%01000d\n", k);
}

__kernel void bare(__global int *out)
{
    printf("%d %f %s %q\n", 1, 2, 3);
    printf("%d %d\n", 1);
}
