# The size of the cache is limited, the least used goes first; processes share it; --no-cache goes without, and traces are
# the same to the byte.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
. "$tests/counted.bash"
echo '__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }' >plain.cl
export POISE_CACHE_SIZE=50K
for i in 1 2 3 4 5 6; do
    ./builder plain.cl "-D I=$i" >/dev/null
    ./builder plain.cl "-D I=1" >/dev/null # used each time: it stays
done
bytes=$(cat cache/kernels/*[0-9a-f] | wc -c)
[ "$bytes" -le $((50 * 1024)) ] || echo "the cache has $bytes bytes"
counts "used lately" ./builder plain.cl "-D I=1"
counts "used long ago" ./builder plain.cl "-D I=2"
counts "a size that is none" env POISE_CACHE_SIZE=much ./builder plain.cl "-D J"
POISE_CACHE_SIZE=1K counts "too large to keep" ./builder plain.cl "-D K"
unset POISE_CACHE_SIZE

# A temporary file that a killed process has left.
touch -d '2 hours ago' cache/kernels/0123.tmp-1-0
touch cache/kernels/4567.tmp-1-0

# Eight processes at once.
for i in 1 2 3 4 5 6 7 8; do ./builder plain.cl "-D L=$((i / 4))" >out$i & done
wait
cat out? | sort | uniq -c
counts "one of them" ./builder plain.cl "-D L=2"
ls cache/kernels/*.tmp*

build features
poise capture -o with -- ./features "$tests/features.cl" >/dev/null 2>&1 || exit 1
poise capture -o warm -- ./features "$tests/features.cl" >/dev/null 2>&1 || exit 1
POISE_CACHE=$PWD/none poise capture --no-cache -o without -- ./features "$tests/features.cl" >/dev/null 2>&1 || exit 1
diff -r with without
diff -r warm without
[ ! -e none ] || echo "--no-cache has made a folder"
# A relative folder is that of the command, wherever the program goes.
POISE_CACHE=here poise capture -o relative -- sh -c 'mkdir place; cd place; ../features "$0"' "$tests/features.cl" >/dev/null 2>&1
ls -d here/kernels
