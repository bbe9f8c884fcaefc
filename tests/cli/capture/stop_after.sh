# --stop-after ends the program, with all that it has started, once a launch and those before it are complete.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
build features
build processes
build one_launch
poise capture -o all -- ./features "$tests/features.cl" >/dev/null 2>&1 || exit 1

# stopped WHAT OPTIONS... -- PROGRAM...: exit code and what there is.
stopped() {
    local what=$1
    shift
    echo "== $what"
    poise capture -o traces "$@" 2>message >output
    echo "exit code $?, $(ls traces 2>/dev/null | grep -c wtr) traces"
    sed 's/, [0-9]* warp instructions, .*//; s/(kernel.*//' message
    [ ! -e traces ] || poise trace check traces >/dev/null || echo damaged
    if [ "$what" = first ]; then
        for trace in traces/*.wtr; do cmp "$trace" "all/${trace#*/}"; done
        cat output
    fi
    rm -rf traces
}
stopped first --stop-after 3 -- ./features "$tests/features.cl"
stopped "with --launches" --stop-after 3 --launches 2-7 -- ./features "$tests/features.cl"
stopped "with --kernels" --stop-after 3 --kernels transpose -- ./features "$tests/features.cl"
stopped "the last launch" --stop-after 9 -- ./features "$tests/features.cl"
stopped "fewer launches" --stop-after 30 -- ./features "$tests/features.cl"
stopped "a program that would fail" --stop-after 0 -- sh -c './processes once; exit 5'
stopped "a script" --stop-after 2 -- sh -c 'for i in 1 2 3 4 5 6; do ./processes once; done; echo goes on'
cat output
stopped "a child, and a parent that waits" --stop-after 1 -- ./processes fork
stopped "all signals are blocked" --stop-after 0 -- ./processes ignored
stopped "many at once" --stop-after 5 -- sh -c 'for i in 1 2 3 4 5 6 7 8; do ./processes once & done; wait; sleep 300'
stopped "a daemon" --stop-after 0 -- ./processes daemon
stopped "a launch fails" --stop-after 0 -- ./one_launch "$tests/faults.cl" wild 64
poise capture --stop-after 3 --launches 4-5 -- true
echo "exit code $?"
