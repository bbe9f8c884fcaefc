# --replay: profiles of all points only, and nothing else beside it.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
poise profile --replay undisturbed.h5 >/dev/null
echo "coarse: $?"
poise profile --replay
echo "none: $?"
poise profile --replay -o x.h5 undisturbed.h5
echo "output: $?"
poise profile --replay missing.h5 >/dev/null
echo "missing: $?"
