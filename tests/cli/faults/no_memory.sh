# Of every verb an allocation fails, 25 of them one after the other: a sentence and a code of ours, whatever HDF5 makes of it, and
# no file half written. OpenMP's library has a sentence of its own.
nm -D "$(command -v poise)" | grep -q asan && { echo "the allocator is AddressSanitizer's" && exit 77; }
${CC:-cc} -D_GNU_SOURCE -shared -fPIC -O1 -o no_memory.so "$POISE_ROOT/tests/cli/faults/no_memory.c" -ldl || exit 1
poise trace make reuse --blocks 1 --threads 64 --iterations 2 -o t.wtr
poise profile --progress never -c demo-8sm --grid coarse -o p.h5 t.wtr >/dev/null 2>&1
poise features -o d.h5 p.h5 >/dev/null 2>&1
printf 'x,y\n0,2\n1,3\n2,4\n3,6\n4,8\n5,11\n' >t.csv
cp "$POISE_ROOT/models/default.model" m.model

# starve COMMAND...
starve() {
    local n k code
    rm -rf out out.*
    FAIL_TOTAL=total LD_PRELOAD=$PWD/no_memory.so "$@" >printed 2>said
    n=$(cat total)
    for ((k = 1; k <= n; k += n / 25 + 1)); do
        rm -rf out out.*
        FAIL_AT=$k LD_PRELOAD=$PWD/no_memory.so "$@" >printed 2>said
        code=$?
        if [ $code -gt 4 ]; then
            echo "allocation $k of $*: exit code $code: $(head -c 300 said)"
        elif [ $code -ne 0 ] && ! grep -qE '^(poise|libgomp)' said; then
            echo "allocation $k of $*: exit code $code without a sentence: $(head -c 300 said)"
        fi
        compgen -G 'out.*tmp*'
    done
    echo "$2: starved"
}

starve poise sim --progress never -c demo-8sm t.wtr
starve poise profile --progress never -c demo-8sm --grid coarse -j 1 -o out.h5 t.wtr
starve poise features -o out.h5 p.h5
starve poise train -o out.model d.h5
starve poise predict m.model d.h5
starve poise compile -o out.c m.model --sweep 1000
starve poise report -o out.html p.h5
starve poise regress t.csv --csv out.csv --json out.json
starve poise trace info t.wtr
