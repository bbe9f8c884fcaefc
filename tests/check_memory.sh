#!/bin/bash
# Every verb once, with small inputs, under the command in POISE_TEST_UNDER: `make test-valgrind`, which looks for reads of what was never
# written. BUILD names the build folder.
set -u
build=$(cd "${BUILD:-build}" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export OMP_NUM_THREADS=1
failed=0

# verb WORD...: must end well, and say nothing of memory.
verb() {
    # shellcheck disable=SC2086 # words on purpose
    ${POISE_TEST_UNDER:-} "$build/poise" "$@" >printed 2>said && return
    echo "poise $*: exit code $?"
    cat said
    failed=1
}

verb trace make reuse --blocks 1 --threads 64 --iterations 2 -o t.wtr
verb trace info t.wtr
verb trace export t.wtr -o accelsim
verb trace import accelsim/kernelslist.g -o imported
mkdir run && cp t.wtr run/
verb trace pack -o t.wtrs run
verb trace unpack -o unpacked t.wtrs
verb sim -c demo-8sm --set sms=2 -s poise --bottleneck --energy t.wtr
verb sim -c demo-8sm --set sms=2,l2_write=through -s ccws+l2:medic+dram:wms --json t.wtr
verb sim -c demo-8sm --set sms=2 -s gto+tlb:mask t.wtr
verb profile -j 1 --progress never -c demo-8sm --set sms=2 --grid coarse -o p.h5 t.wtr
verb features --no-filter --view logs --csv d.csv -o d.h5 "$root/datasets/profiles/training.h5"
verb train -m choice --features sampled --ridge 3 -o m.model d.h5
verb train -m speed --ridge 1 --spread 0.4 --cv none -o s.model d.h5
verb predict --split training m.model d.h5
verb model info m.model
verb compile --sweep 1000 -o m.bin m.model
verb compile --sweep 1000 -o m.v m.model
printf 'x,y\n0,2\n1,3\n2,4\n3,6\n4,8\n5,11\n' >t.csv
verb regress t.csv --csv fit.csv --json fit.json
verb evaluate -j 1 --progress never -c demo-8sm --set sms=2 -s gto,lrr,poise:m.model -o r.h5 run
verb report -o r.html r.h5
verb report -o p.html p.h5
verb report -o d.html d.h5
verb design -c demo-8sm --set sms=2 --knobs l1_mshrs=32:64 --budget 3% --progress never -j 1 -o b.h5 run
verb probe --progress never -c demo-8sm --set sms=2 --what surface --from 1K --to 2K --per-octave 1 -o q.h5
verb policies poise
verb policies
verb help --man sim
verb bench --set sms=2,max_cycles=500 --repeat 1 --jobs 1 --kernels stream --json n.json
exit "$failed"
