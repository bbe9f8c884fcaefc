# An allocation fails in one of the programs of a capture, some of them one after the other: a sentence and a code of ours, no half
# trace, nothing in TMPDIR.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
. "$POISE_ROOT/tests/cli/faults/starve.bash"
build one_launch
export POISE_CACHE=$PWD/cache

# starved PROGRAM TIMES OPTIONS...
starved() {
    local program=$1 times=$2
    shift 2
    starve_in "$program" "$times" poise capture "$@" -o out -- ./one_launch "$tests/faults.cl" fill 64
    ls -A "$TMPDIR" | grep poise-
    echo "$program: starved, $([ "$(cat total)" -gt 5 ] && echo many)"
}

# look: after each capture, by starve_in
look() {
    [ ! -e out ] || ls -A out | grep -v -e '^0000-fill.wtr$' -e '^source-'
    [ ! -e out ] || poise trace check out >/dev/null 2>&1 || [ ! -e out/*.wtr ] || echo "damaged"
}

starved poise 25
starved one_launch 25
starved poise-kernel-server 25
starved poise-kernel-compiler 20 --no-cache
