# Slurm measures the shares and collects; the profile has the same bytes. Again, it finds nothing left to do.
# test: slow waits
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
. "$POISE_ROOT/tests/cli/profile/slurm.bash"
for attempt in first second; do
    rm -f sweep/profile.h5
    sweep -o sweep --slurm 3 -j 1 --slurm-option comment="$attempt" 2>/dev/null || exit 1
    wait_for_jobs
    cmp undisturbed.h5 sweep/profile.h5 && echo same
done
grep -h -o '^poise: .*simulations in' sweep/parts/slurm-?.log | sort
