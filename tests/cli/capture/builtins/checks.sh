# Relational, common, geometric, vector, half, atomic, async and work-item functions, predefined macros: kernels that print what is wrong.
# test: slow
. "$POISE_ROOT/tests/cli/capture/builtins/build.bash"
tests=$POISE_ROOT/tests/cli/capture
gcc -std=c11 -O1 -o one_launch "$tests/one_launch.c" -lOpenCL || exit 1
for kernel in relational common_geometric vectors halves atomics async work_item macros; do
    echo "$kernel"
    run ./one_launch "$sources/checks.cl" "$kernel" 64 || exit 1
done
