# A kernel that has got hold of its process, whichever way, reaches nothing outside it: each attempt ends its launch with a sentence,
# and nothing has happened. Without confinement it has.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
. "$tests/escape.bash"
for number in $(seq 23); do echo "$number: $(attempt "$number" --sandbox require)"; done
ls -d harm*
echo "== not confined"
for number in 2 3 5 6 7 24; do echo "$number: $(attempt $number --sandbox off)"; done
ls -d harm*
