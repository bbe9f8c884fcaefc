# Small runs of the manifest are captured as datasets/checksums says, kept when they are there, and stand behind
# @ for every verb. Where an LLVM has no checksums this is said.
llvm=llvm-$(poise-kernel-compiler version | sed -n 's/^LLVM \([0-9]*\)\..*/\1/p')
[ -e "$POISE_ROOT/datasets/checksums/$llvm" ] || exit 77
export POISE_TRACES=$PWD/traces
for _ in 1 2; do
    "$POISE_ROOT/datasets/capture.sh" gesummv spmv_banded_12 bfs | tail -n 2 | sed "s#$PWD#PWD#; s#$llvm#LLVM#"
done
poise trace info --json @bfs | jq -r .kernel | sort | uniq -c
poise sim -c demo-8sm @gesummv 2>/dev/null | grep -c '^cycles'
poise profile -c demo-8sm --grid coarse -o x.h5 @ccl_rmat
echo $?
poise evaluate @nothing
echo $?
cp traces/spmv_banded_12/*.wtr traces/gesummv/0000-gesummv.wtr
sum=$(awk '$1 == "spmv_banded_12" { print $3 }' "$POISE_ROOT/datasets/checksums/$llvm")
"$POISE_ROOT/datasets/capture.sh" gesummv bfs 2>&1 | tail -n 2 | sed "s#$llvm#LLVM#; s/$sum/SUM/"
# What another LLVM has left is captured again.
sed -i "s/^$llvm /llvm-13 /" traces/bfs/run
"$POISE_ROOT/datasets/capture.sh" spmv_banded_12 bfs | sed -n 's/,.*warp instructions,.*//p'
mkdir -p tree/datasets && cp "$POISE_ROOT"/datasets/{capture.sh,runs.bash,manifest} tree/datasets
POISE_BUILD=$POISE_BUILD tree/datasets/capture.sh spmv_banded_12 | sed -n "s/$llvm/LLVM/p"
"$POISE_ROOT/datasets/capture.sh" nothing
