# The disk refuses to make things last, or to put a finished file in its place: a sentence and exit code 1, and what was there
# before is there still.
. "$POISE_ROOT/tests/cli/faults/inputs.bash"
make_fault no_disk

# refuse OUTPUT COMMAND...: with each call refused in turn; how many there are
refuse() {
    local output=$1 call k code told=
    shift
    rm -rf out.*
    "$@" >printed 2>said && cp "$output" whole
    for call in fsync rename; do
        for ((k = 1; k <= 20; k++)); do
            rm -rf out.*
            echo before >"$output"
            FAIL_CALL=$call FAIL_AT=$k LD_PRELOAD=$PWD/no_disk.so "$@" >printed 2>said
            code=$?
            [ $code -ne 0 ] || break
            if [ $code -ne 1 ] || ! tail -n 1 said | grep -q "^poise $2: cannot .*: Input/output error"; then
                echo "$2, $call $k: exit code $code: $(cat said)"
            fi
            # A folder that may forget the new name holds the new file; otherwise the old one is there.
            if tail -n 1 said | grep -q "folder of $output:"; then
                cmp "$output" whole
            elif [ "$(cat "$output")" != before ]; then
                echo "$2, $call $k: $output is not what it was"
            fi
            compgen -G 'out.*tmp*'
        done
        told="$told $call $((k - 1))"
    done
    echo "$2:$told"
}

refuse out.h5 poise profile --progress never -c demo-8sm --grid coarse -j 1 -o out.h5 t.wtr
refuse out.h5 poise features -o out.h5 p.h5
refuse out.c poise compile -o out.c m.model --sweep 1000
refuse out.html poise report -o out.html p.h5
refuse out.csv poise regress t.csv --csv out.csv
refuse out.wtr poise trace make stream --blocks 1 -o out.wtr

# fill OUTPUT COMMAND...: the disk is full at each of some writes, first to last
fill() {
    local output=$1 n k code failed=0
    shift
    rm -rf out.*
    FAIL_CALL=write FAIL_TOTAL=$PWD/total LD_PRELOAD=$PWD/no_disk.so "$@" >printed 2>said || cat said
    n=$(cat total)
    for ((k = 1; k <= n; k += n / 20 + 1)); do
        rm -rf out.*
        echo before >"$output"
        FAIL_CALL=write FAIL_AT=$k LD_PRELOAD=$PWD/no_disk.so "$@" >printed 2>said
        code=$?
        if [ $code -eq 0 ]; then # a file that is no result, such as a list of what is done
            [ "$(cat "$output" | head -c 6)" != before ] || echo "$2, write $k of $n: no $output"
        elif [ $code -ne 1 ] || ! tail -n 1 said | grep -q "^poise $2: cannot .*"; then
            echo "$2, write $k of $n: exit code $code: $(cat said)"
        else
            failed=$((failed + 1))
            [ "$(head -c 6 "$output")" = before ] || echo "$2, write $k of $n: $output is not what it was"
            grep -q 'No space left on device' said || cat said
        fi
        compgen -G 'out.*tmp*'
    done
    [ $failed -gt 0 ] && echo "$2: fails" || echo "$2: $n writes, none fails"
}

fill out.h5 poise profile --progress never -c demo-8sm --grid coarse -j 1 -o out.h5 t.wtr
fill out.h5 poise features -o out.h5 p.h5
fill out.model poise train -o out.model rows.h5
fill out.h5 poise evaluate --progress never -c demo-8sm --set sms=2 -s gto,lrr -o out.h5 t.wtr
fill out.html poise report -o out.html p.h5
