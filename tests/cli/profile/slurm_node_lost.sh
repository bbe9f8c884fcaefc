# A node dies with a job on it: Slurm requeues the job, which goes on elsewhere; the profile has the same bytes.
# test: slow waits
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
node_lost_after=6
. "$POISE_ROOT/tests/cli/profile/slurm.bash"
poise capture -o long -- "$POISE_BUILD/datasets/gesummv" --size 3072 --cols 48 >/dev/null 2>&1 || exit 99
run() { poise profile --progress never -c demo-8sm --grid coarse "$@" long traces/mvt; }
run -o alone.h5 2>/dev/null || exit 99
run -o sweep --slurm 2 2>/dev/null || exit 1
# The first share, the long kernel, goes to one of the nodes.
until grep -q begun sweep/parts/share-1-of-2.journal 2>/dev/null; do sleep 0.05; done
node=$(squeue -h -r -t running -o '%K %N' | awk '$1 == 1 { print $2 }')
[ -n "$node" ] || exit 99
kill -KILL "$(cat "$cluster/slurmd.$node.pid")"
for process in $(pgrep -f 'shard 1/2'); do
    [ "$(readlink "/proc/$process/cwd")" = "$PWD" ] || continue # of another test
    kill -KILL "$(ps -o ppid= -p "$process" | tr -d ' ')" "$process"
done
wait_for_jobs
cmp alone.h5 sweep/profile.h5 && echo same
# Two kernels, one of them twice.
grep -c begun sweep/parts/share-1-of-2.journal
