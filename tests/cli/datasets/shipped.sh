# The shipped traces are those that capturing with LLVM 14 gives, every verb finds them, and the others are asked for.
# test: slow
export LC_ALL=C POISE_TRACES=$PWD/nothing
cd "$POISE_ROOT/datasets/shipped" || exit 99
for name in *; do
    files=("$name"/*.wtr)
    printf '%-20s %6d %s\n' "$name" "${#files[@]}" "$(poise trace check --hash "${files[@]}" | cut -d' ' -f1 | sha256sum | cut -d' ' -f1)"
done | grep -v -x -F -f ../checksums/llvm-14
cd - >/dev/null || exit 99
poise sim @moments_8 2>/dev/null | head -n 1
awk '!/^#/ && $3 == "demo" { print $1 }' "$POISE_ROOT/datasets/manifest" | while read -r name; do
    [ -d "$POISE_ROOT/datasets/shipped/$name" ] || echo "$name of the demo is missing"
done
poise sim @ccl_rmat 2>&1 | sed "s|$PWD|HERE|"
