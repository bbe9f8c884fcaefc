# A sweep under other policies than the baselines: the points are those of poise sim with them, the profile says so, and its
# folder takes no other ones.
poise capture -o traces/bicg -- "$POISE_BUILD/datasets/bicg" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
machine=(-c demo-8sm --set sms=2,warps=8)
sweep() {
    poise profile "${machine[@]}" --progress never --grid coarse "$@" traces/bicg
}
sweep -s dram:fcfs -o fcfs.h5 2>/dev/null && sweep -o plain.h5 2>/dev/null || exit 1
for file in fcfs plain; do
    h5dump -a /policies $file.h5 | grep '(0)'
done
points() { # of the first launch at {1,1}
    h5dump -d /cycles -s 0,0,1 -c 1,1,1 "$1" | sed -n 's/^ *(0,0,1): //p'
}
first=$(find traces/bicg -name '*.wtr' | sort | head -n 1)
simulated() {
    poise sim "${machine[@]}" -s tuple:1:1 "$@" "$first" 2>/dev/null | sed -n 's/^gpu_tot_sim_cycle = //p'
}
[ "$(points fcfs.h5)" = "$(simulated --dram fcfs)" ] && [ "$(points plain.h5)" = "$(simulated)" ] && echo "as poise sim"
cmp -s <(h5dump -d /cycles fcfs.h5) <(h5dump -d /cycles plain.h5) || echo "different cycles"
sweep -s dram:fcfs -o fcfs 2>/dev/null && sweep -o fcfs
echo $?
sweep -s gto -o other.h5
echo $?
sweep -s l2:lruu -o other.h5
echo $?
poise features -o dataset.h5 plain.h5 fcfs.h5
echo $?
poise evaluate "${machine[@]}" --progress never -s gto,static_best,static_best+dram:fcfs -p fcfs.h5 -m cycles -o results.h5 traces/bicg 2>&1 >/dev/null | grep tuples
poise report results.h5 --format md -o results.md && grep -c 'others may be better' results.md
