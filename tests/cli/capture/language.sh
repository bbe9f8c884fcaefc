# The language beside the built-in functions: structures, unions, bit fields, tables in constant memory, goto and loops with
# two entries, helpers, kernels that call kernels, inline functions, large private arrays.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
for kernel in language copies; do
    for run in a b; do
        poise capture -o "$kernel.$run" -- ./one_launch "$tests/language.cl" "$kernel" 64 2>error >"$kernel.out" || cat error
    done
    cat "$kernel.out"
    poise trace check "$kernel.a" >/dev/null && cmp "$kernel".[ab]/0000-"$kernel".wtr
done
