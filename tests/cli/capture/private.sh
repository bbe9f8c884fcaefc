# Work-items that leave a private variable: the launch ends with line and work-item, or warns and goes on with zeros; nothing
# else is harmed, and kernels that only reach their first and last elements are left alone.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
for kernel in behind before across member wild inside; do
    echo "--- $kernel"
    echo "--- $kernel" >&2
    poise capture -o fail/$kernel -- ./recover "$tests/private.cl" $kernel
    poise capture --out-of-bounds warn -o warn/$kernel -- ./recover "$tests/private.cl" $kernel
    poise capture --out-of-bounds warn -T 1 -o one/$kernel -- ./recover "$tests/private.cl" $kernel >/dev/null 2>&1
    poise trace check warn/$kernel/*.wtr | grep -v OK
    for file in warn/$kernel/*.wtr; do
        cmp "$file" "one/$kernel/${file##*/}"
    done
    # Without a trace nothing is reported, and nothing is harmed either.
    poise capture -k fill -o untraced/$kernel -- ./recover "$tests/private.cl" $kernel 2>&1
done
