# Small runs of the manifest are captured with the bytes of datasets/checksums, kept when they are there, and stand behind
# @ for every verb.
export POISE_TRACES=$PWD/traces
for _ in 1 2; do
    "$POISE_ROOT/datasets/capture.sh" gesummv spmv_banded_12 bfs | tail -n 2 | sed "s#$PWD#PWD#"
done
poise trace info --json @bfs | jq -r .kernel | sort | uniq -c
poise sim -c demo-8sm @gesummv 2>/dev/null | grep -c '^cycles'
poise profile -c demo-8sm --grid coarse -o x.h5 @ccl_rmat
echo $?
poise evaluate @nothing
echo $?
printf x >>traces/gesummv/0000-gesummv.wtr
"$POISE_ROOT/datasets/capture.sh" gesummv bfs 2>&1 | tail -n 2
"$POISE_ROOT/datasets/capture.sh" nothing
