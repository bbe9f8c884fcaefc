# With loads ahead, four turns of a loop issue their loads before the first is used. The program computes the same; where all lanes of a warp
# go the same way, it loads as often; a kernel that is kept compiled is kept for its choice.
. "$POISE_ROOT/tests/cli/capture/build.bash"

# most TRACE: the longest row of loads before an instruction that uses one
most() {
    poise trace print -w all -n 0 "$1" | awk '
        $4 == "ld.global" { run++; if (run > most) most = run; loaded[$6] = 1; next }
        $4 == "fp" { run = 0 }
        END { print most + 0 }'
}

for program in "gesummv --size 256 --cols 23" "spmv --size 256 --degree 6 --input banded" "nbody --size 256 --heavy 10"; do
    name=${program%% *}
    for loads in written ahead written ahead; do
        rm -rf "$name-$loads"
        # shellcheck disable=SC2086
        poise capture --loads "$loads" -o "$name-$loads" -- "$POISE_BUILD"/datasets/$program >out 2>error || { cat out error; exit 1; }
        grep -q verified out || exit 1
    done
    poise trace check "$name-written" "$name-ahead" >/dev/null || exit 1
    [ "$name" = spmv ] || expect "$name"-ahead/0000-*.wtr ld.global "$(value "$name"-written/0000-*.wtr ld.global)"
    echo "$name: $(most "$name"-written/0000-*.wtr), ahead $(most "$name"-ahead/0000-*.wtr)"
done
poise trace info gesummv-ahead/0000-*.wtr | grep -q '^  *loads  *ahead' || exit 1
! poise trace info gesummv-written/0000-*.wtr | grep '^  *loads  *ahead'
