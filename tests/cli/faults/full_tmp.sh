# A disk is full, that of temporary files or that of the traces, at whatever point of a capture: a sentence says so, nothing is left
# there, and no half trace.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
mkdir small
cat >in_namespace <<'EOF'
mount -t tmpfs -o size=4k tmpfs small || exit 77

# fill WHAT OUTPUT SIZE...: with as many KB
fill() {
    local what=$1 output=$2 size code enough=no failed=0
    shift 2
    for size; do
        mount -o remount,size=${size}k small
        poise capture --no-cache -o "$output" -- "${program[@]}" >/dev/null 2>said
        code=$?
        if [ $code -eq 0 ]; then
            poise trace check "$output" >/dev/null || echo "$what, $size KB: damaged"
            enough=yes
        elif [ $code -ne 1 ] || ! tail -n 1 said | grep -q '^poise capture: .*No space left on device'; then
            echo "$what, $size KB: exit code $code: $(cat said)"
        else
            failed=1
            find "$output" -name '*.wtr*' 2>/dev/null
        fi
        rm -rf "$output"
        ls -A small
    done
    echo "$what: enough $enough, fails $failed"
}

program=("$POISE_BUILD/datasets/gco")
fill "traces" small/traces 16 64 128 65536
program=(./one_launch "$1" fill 64)
fill "a pack" small/traces.wtrs 4 8 12 16 24 32 64
export TMPDIR=$PWD/small
fill "temporary files" traces 4 8 12 16 20 24 28 32 36 40 48 56 64 96 128 256
EOF
unshare -rm true 2>/dev/null || { echo "this system does not let us mount a small disk" && exit 77; }
unshare -rm bash in_namespace "$tests/faults.cl"
