# What a system lacks is done without, unless it is required: honest kernels run, and of the others those still fail that what is there
# can refuse.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
. "$tests/escape.bash"
build lacking
./lacking both true || exit
for what in landlock seccomp both; do
    echo "== without $what"
    COMMAND=(./lacking $what)
    "${COMMAND[@]}" poise capture -v -o honest-$what -- ./one_launch "$tests/faults.cl" fill 64 2>&1 | grep confined | sed 's/Landlock [0-9]*/Landlock N/'
    ls honest-$what | grep wtr
    "${COMMAND[@]}" poise capture --sandbox require -o required -- ./one_launch "$tests/faults.cl" fill 64 2>&1
    echo "exit code $?"
    for number in 1 2 4 5 22; do echo "$number: $(attempt $number)"; done
    ls -d harm* required 2>/dev/null
    rm -f harm_by*
done
