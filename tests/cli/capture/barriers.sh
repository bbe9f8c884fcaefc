# Barriers in loops that lanes run through at different speed, and after work-items have ended.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
for kernel in uneven ahead ended; do
    poise capture -o "$kernel" -- ./one_launch "$tests/barriers.cl" "$kernel" 64 2>error || { cat error; exit 1; }
    poise trace check "$kernel" >/dev/null || exit 1
done
expect uneven/0000-uneven.wtr barrier 4
expect ahead/0000-ahead.wtr barrier $((2 * 3 * 2))
