# A launch that the device cannot run: the program gets the code, the command says why.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
cat >refused.cl <<'EOF'
__kernel void local_memory(__global int *x) { __local int l[100000]; l[x[0]] = 1; barrier(CLK_LOCAL_MEM_FENCE); x[0] = l[1]; }
__kernel void private_memory(__global int *x) { int p[1L << 31]; p[x[0]] = 3; p[x[1]] = 4; x[2] = p[x[3]]; }
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void group(__global int *x) { x[0] = 1; }
EOF
for kernel in local_memory private_memory group; do
    poise capture -o traces -- ./one_launch refused.cl $kernel 64 "" 32
done
[ ! -e traces ] || echo "the folder stays"
