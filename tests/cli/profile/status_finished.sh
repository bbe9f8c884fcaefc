# A finished sweep says so, what was measured and where the profile is; a sweep that has grown since says that it is to be collected.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
poise profile --status undisturbed.h5
echo "status: $?"
cp -r traces/mvt again
"${command[@]}" -o folder traces/mvt again 2>/dev/null || exit 1
poise profile --status folder
echo "status: $?"
"${command[@]}" -o folder --shard 1/1 traces/mvt traces/atax 2>/dev/null || exit 1
poise profile --status folder
echo "status: $?"
echo "no profile" >other.h5
poise profile --status other.h5
echo "status: $?"
