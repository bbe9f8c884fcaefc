#!/bin/bash
# Yosys proves by induction what poise_hie asserts of itself: whatever is counted and predicted, whenever kernels end, LEAST_P <= p <= N
# <= warps and N >= 1 hold in every cycle, the epoch gets shorter in every cycle and ends at (max, max); poise_loads is told of
# each window when it begins and ends, and never else. And does not prove it of a machine with a mistake. Skipped where there is no
# yosys. BUILD names the build folder.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
command -v yosys >/dev/null || { echo "yosys is not installed" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$build/poise" compile --sweep 0 -o engine.v "$root/models/thesis.model" >report

# proves FILE [PARAMETER VALUE]...
proves() {
    local file=$1 settings=
    shift
    while [ $# -gt 0 ]; do
        settings="$settings -set $1 $2"
        shift 2
    done
    yosys -q -p "read_verilog -formal $file; ${settings:+chparam $settings poise_hie;} prep -flatten -top poise_hie; async2sync;
        dffunmap; opt; sat -tempinduct -prove-asserts -set-assumes -maxsteps 1 -verify" >log 2>&1
}

for settings in '' 'STRIDE_N 0 STRIDE_P 0' 'STRIDE_N 255 STRIDE_P 63' 'PERIOD 500 WARMUP 40' 'WARP_BITS 5 COUNTER_BITS 16' \
    'LEAST_P 0' 'LEAST_P 0 STRIDE_N 255 STRIDE_P 63' 'LEAST_P 0 WARP_BITS 5 COUNTER_BITS 16'; do
    # shellcheck disable=SC2086 # pairs of words
    proves engine.v $settings || { echo "not proved with: ${settings:-the parameters of the thesis}" && cat log; exit 1; } >&2
done
# break_it MISTAKE [PARAMETER VALUE]...: with the mistake it must not be proved.
break_it() {
    local mistake=$1
    shift
    sed "$mistake" engine.v >wrong.v
    cmp -s engine.v wrong.v && { echo "nothing to change: $mistake" >&2; exit 1; }
    if proves wrong.v "$@" || ! grep -q 'proof did fail' log; then
        { echo "proved in spite of: $mistake $*" && cat log; } >&2
        exit 1
    fi
}

break_it 's/\(lowest = \).*;/\1LEAST_P;/'
break_it 's/\(lowest = \).*;/\1over_n ? p : LEAST_P;/' LEAST_P 0
break_it 's/highest = over_n ? warps : n/highest = warps/'
break_it 's/reset || last_of_epoch) begin/reset) begin/'
break_it 's/\(plus = \).*;/\1further;/'
break_it 's/\(sampled_max = \).*;/\1last \&\& state == SAMPLE_MAX;/'
break_it 's/\(sampled_one = .*\) && !abandon;/\1;/'
