# --kernels and --launches choose what is traced; everything still runs.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build features
poise capture -o traces --kernels '^(div|trans)' --launches 1-4 -- ./features "$tests/features.cl" || exit 1
ls traces | grep wtr
