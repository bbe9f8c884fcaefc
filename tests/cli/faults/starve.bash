# Sourced by tests of memory that runs out: allocations fail one after the other.
nm -D "$(command -v poise)" | grep -q asan && { echo "the allocator is AddressSanitizer's" && exit 77; }
. "$POISE_ROOT/tests/cli/faults/fault.bash"
make_fault no_memory

# starve_in PROGRAM TIMES COMMAND...: in one of the programs that the command is made of. A function `look` looks at what is left.
starve_in() {
    local program=$1 times=$2 n k code
    shift 2
    export FAIL_PROGRAM=$program
    rm -rf out out.*
    FAIL_TOTAL=$PWD/total LD_PRELOAD=$PWD/no_memory.so "$@" >printed 2>said
    n=$(cat total)
    for ((k = 1; k <= n; k += n / times + 1)); do
        rm -rf out out.*
        FAIL_AT=$k LD_PRELOAD=$PWD/no_memory.so "$@" >printed 2>said
        code=$?
        if [ $code -gt 4 ]; then
            echo "$program, allocation $k of $*: exit code $code: $(head -c 300 said)"
        elif [ $code -ne 0 ] && ! grep -qE '^(poise|libgomp)' said; then
            echo "$program, allocation $k of $*: exit code $code without a sentence: $(head -c 300 said)"
        fi
        compgen -G 'out.*tmp*'
        [ "$(type -t look)" != function ] || FAIL_PROGRAM= look
    done
}

