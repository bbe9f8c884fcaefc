# --add-windows: a profile of loads with their windows measured anew has the same bytes, with any number of threads and traces in any
# order; a profile of another machine, one of another sweep and a missing trace are refused.
# test: slow
set -e
poise capture -o traces/spmv -- "$POISE_BUILD/datasets/spmv" --input uniform --size 3072 --degree 8 >/dev/null 2>&1
poise capture -o traces/moments -- "$POISE_BUILD/datasets/moments" --cols 8 --size 1024 >/dev/null 2>&1
machine=(-c demo-8sm --set sms=2)
poise profile --progress never "${machine[@]}" --grid coarse --loads adaptive -o whole.h5 traces/spmv traces/moments 2>/dev/null
poise profile "${machine[@]}" -j 1 --add-windows whole.h5 -o one.h5 traces/spmv traces/moments 2>/dev/null
poise profile "${machine[@]}" -j 2 --add-windows whole.h5 -o two.h5 traces/moments traces/spmv 2>/dev/null
cmp whole.h5 one.h5 && cmp whole.h5 two.h5 && echo "the same"
h5dump -d /load_window_unused_at_one whole.h5 | grep -q '[1-9]' && echo "lines leave unused"
refused() {
    if "$@"; then exit 9; else echo "exit code $?"; fi
}
refused poise profile -c demo-8sm --add-windows whole.h5 -o x.h5 traces/spmv traces/moments
refused poise profile "${machine[@]}" --add-windows whole.h5 -o x.h5 traces/spmv
refused poise profile "${machine[@]}" --add-windows whole.h5 --collect -o x.h5 traces/spmv
poise profile --progress never "${machine[@]}" --grid coarse -o plane.h5 traces/moments 2>/dev/null
refused poise profile "${machine[@]}" --add-windows plane.h5 -o x.h5 traces/moments
[ ! -e x.h5 ]
