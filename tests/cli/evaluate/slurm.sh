# Slurm runs the shares, then what waited for them, and collects; the results have the same bytes.
# test: slow waits
. "$POISE_ROOT/tests/cli/evaluate/sharing.bash"
. "$POISE_ROOT/tests/cli/profile/slurm.bash"
evaluate -o slurm.h5 --slurm 3 -j 1 --slurm-option comment=evaluation --csv slurm.csv 2>/dev/null || exit 1
wait_for_jobs
cmp undisturbed.h5 slurm.h5 && echo same
poise report undisturbed.h5 --format csv | cmp - slurm.csv && echo "CSV: same"
poise evaluate --status slurm.h5
[ -e slurm.h5.parts ] || echo "nothing else is left"
