# Results of the kernel compiler are kept: the same binary and the same log, but for nothing else than the same inputs.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
. "$tests/counted.bash"
cat >plain.cl <<'CL'
#warning mind this
__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }
CL
counts "first time" ./builder plain.cl ""
mv binary first
mv log first_log
grep -q 'mind this' first_log || echo "no warning in the log"
counts "again" ./builder plain.cl ""
cmp binary first
cmp log first_log
counts "another option" ./builder plain.cl "-D A=1"
counts "in steps" ./builder plain.cl "" step
mv binary first
counts "in steps, again" ./builder plain.cl "" step
cmp binary first
counts "POISE_CACHE=off" env POISE_CACHE=off ./builder plain.cl ""
counts "another linker" env PATH="$PWD/tools:$PATH" sh -c 'mkdir tools && cp /usr/bin/ld tools/ && ./builder plain.cl ""'

echo '__kernel void k(__global int *a) { a[0] = unknown; }' >wrong.cl
counts "an error is not kept" ./builder wrong.cl -w
counts "an error is not kept, again" ./builder wrong.cl -w
grep -o 'unknown.$' log

echo '__kernel void k(__global char *a) { a[0] = __TIME__[0]; }' >time.cl
./builder time.cl "" >/dev/null
counts "a source that asks for the time" ./builder time.cl ""
printf '#define NAME "some.h"\n#include NAME\n__kernel void k(__global int *a) { a[0] = N; }\n' >computed.cl
echo '#define N 1' >some.h
./builder computed.cl "" >/dev/null
counts "a name made by a macro" ./builder computed.cl ""

# A changed compiler.
touch platform/poise-kernel-compiler
counts "a touched compiler" ./builder plain.cl ""

# Damaged files are noticed, and replaced.
counts "before damage" ./builder plain.cl "-D B=1"
for file in cache/kernels/*[0-9a-f]; do
    case $file in
    *lock) ;;
    *[02468ace]) truncate -s -1 "$file" ;;
    *) printf X | dd of="$file" bs=1 seek=3000 conv=notrunc 2>/dev/null ;;
    esac
done
counts "after damage" ./builder plain.cl "-D B=1"
counts "repaired" ./builder plain.cl "-D B=1"

# A folder that cannot be used, and one that others may write to.
counts "no folder" env POISE_CACHE=/dev/null/cache ./builder plain.cl -w
chmod g+w cache/kernels
counts "a folder of others" ./builder plain.cl "-D B=1"
