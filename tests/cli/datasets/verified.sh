# Every workload of the manifest, at a small size that is no multiple of the group size, computes what its reference
# computes; the first run of each program twice the same.
# test: slow
export OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so
run() {
    "$POISE_BUILD/datasets/$program" "$@" --size 300 2>errors || {
        echo "$name: $(cat errors)" && exit 1
    }
}
repeated=' '
while read -r name split _ _ _ program arguments; do
    case $name in '' | '#'*) continue ;; esac
    [ "$split" != translation ] || continue # programs that are here already; paging has some of its own
    # shellcheck disable=SC2086 # arguments are words; the last --size counts
    run $arguments >first
    grep -q "^$program: .*size 300,.*; verified\$" first || { cat first && exit 1; }
    case $repeated in *" $program "*) continue ;; esac
    repeated="$repeated$program "
    # shellcheck disable=SC2086
    run $arguments >second
    cmp first second || exit 1
done <"$POISE_ROOT/datasets/manifest"
