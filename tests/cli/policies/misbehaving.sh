# A policy of a shared object that ends the program, crashes or never returns: its name and exit code 1, whoever calls it
# from whichever thread, and no results. (test: slow)
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" .
cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O1 -I"$POISE_ROOT" -fPIC -shared -o mis.so \
    "$POISE_ROOT/tests/cli/policies/misbehaving_policies.c" || exit 1
run() { # HOW COMMAND...
    MISBEHAVES=$1 "${@:2}" >out 2>err
    code=$?
    echo "$1: exit code $code, $(tail -1 err)"
}
for how in code negative_code no_reason says_why exit_when_loaded exit_in_create exit _exit quick_exit write c_library jump abort \
    divide recurse; do
    run $how poise sim -s mis.so small.wtr
done
export POISE_POLICY_SECONDS=2
for how in hang_in_create hang sleep; do run $how poise sim -s mis.so small.wtr; done
run hang poise sim -s mis.so --threads 3 small.wtr
echo "-- other commands"
run exit poise evaluate -s gto,mis.so -o results.h5 small.wtr
run write poise evaluate -s gto,mis.so -o results.h5 small.wtr
run hang poise evaluate -s gto,mis.so -o results.h5 small.wtr
run exit_in_create poise policies mis.so/mis
run exit poise bench -s mis.so
ls results.h5 2>&1 | sed 's/.*: //'
# What behaves is left alone, however long it takes.
run nothing poise sim -s mis.so small.wtr | grep -o '^nothing: exit code 0'
POISE_POLICY_SECONDS=soon run nothing poise sim -s mis.so small.wtr
