# Launches without a trace run code without records: faults are told with line and work-item all the same, the next launch
# works, and a kernel that does not end fails when its time is up.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
for kernel in wild far forever endless; do
    poise capture -k fill --time-limit 1 -o $kernel -- ./recover "$tests/faults.cl" $kernel
    [ "$(ls $kernel | grep -c wtr)" = 2 ] || echo "$kernel: not two traces"
done
