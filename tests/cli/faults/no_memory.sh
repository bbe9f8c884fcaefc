# Of every verb an allocation fails, 25 of them one after the other: a sentence and a code of ours, whatever HDF5 makes of it, and
# no file half written. OpenMP's library has a sentence of its own.
. "$POISE_ROOT/tests/cli/faults/inputs.bash"
. "$POISE_ROOT/tests/cli/faults/starve.bash"

# starve COMMAND...
starve() {
    starve_in poise 25 "$@"
    echo "$2: starved"
}

# starve_import: of traces that are compressed, each sentence says that memory is short, since the file is not to blame.
starve_import() {
    local k n
    local -a import=(poise trace import "$POISE_ROOT/tests/oracle/trace/cases/gemm_tiled/kernelslist.g" -o out)
    FAIL_TOTAL=total LD_PRELOAD=$PWD/no_memory.so "${import[@]}" >printed 2>said
    n=$(cat total)
    for ((k = 1; k <= n; k += n / 80 + 1)); do
        rm -rf out
        FAIL_AT=$k LD_PRELOAD=$PWD/no_memory.so "${import[@]}" >printed 2>said ||
            grep -qiE '(no|out of|allocate|enough) memory' said || echo "allocation $k of an import: $(head -c 300 said)"
    done
    echo "import: starved"
}

starve poise sim --progress never -c demo-8sm t.wtr
starve poise profile --progress never -c demo-8sm --grid coarse -j 1 -o out.h5 t.wtr
starve poise features -o out.h5 p.h5
starve poise train -o out.model rows.h5
starve poise evaluate --progress never -c demo-8sm --set sms=2 -s gto,lrr -o out.h5 t.wtr
starve poise predict m.model d.h5
starve poise compile -o out.c m.model --sweep 1000
starve poise report -o out.html p.h5
starve poise regress t.csv --csv out.csv --json out.json
starve poise trace info t.wtr
starve_import
