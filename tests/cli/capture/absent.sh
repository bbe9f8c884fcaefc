# A barrier that work-items never reach, as they have ended: the launch goes on as ever, and one warning per kernel says where
# and how many. Kernels whose work-items all reach their barriers are left alone.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
for kernel in ended edge groups loop; do
    poise capture -T 1 -o one/$kernel -- ./recover "$tests/absent.cl" $kernel
    poise capture -T 2 -o two/$kernel -- ./recover "$tests/absent.cl" $kernel >/dev/null 2>error.$kernel || exit 1
    grep 'never reach' error.$kernel
    for file in one/$kernel/*.wtr; do
        cmp "$file" "two/$kernel/${file##*/}"
    done
done

# Three launches of one kernel warn once; a launch that is not traced does not.
cat >often.cl <<'END'
__kernel void fill(__global int *out)
{
    if (get_local_id(0) == 5)
        return;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}
END
poise capture -o often -- ./recover often.cl fill >/dev/null
poise capture -k fill -o untraced -- ./recover "$tests/absent.cl" ended >/dev/null
