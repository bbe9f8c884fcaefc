# What a sweep will do is said before it begins, and off a terminal a line now and then how long it will take.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
plain() { poise profile -j 1 -c demo-8sm --set sms=2 --grid coarse "$@"; }
export POISE_PROGRESS_SECONDS=0
plain -o all.h5 traces/mvt
echo --- >&2
plain -o never.h5 --progress never --grid adaptive traces/mvt
echo --- >&2
plain -o sweep --shard 1/2 traces/mvt | cat
echo --- >&2
unset POISE_PROGRESS_SECONDS
plain -o sweep traces/mvt
