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
