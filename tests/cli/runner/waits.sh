# Items that are tagged "waits" take nobody's place: with two jobs, two of them and two others meet; where one may run at a time,
# they are one at a time like all.
mkdir -p build tests/cli
meets() {
    cat >"tests/cli/$1.sh" <<END
# test: $2
touch $PWD/$1
for i in \$(seq 500); do
    [ -e $PWD/a ] && [ -e $PWD/b ] && [ -e $PWD/c ] && [ -e $PWD/d ] && exit 0
    sleep 0.02
done
exit 1
END
}
meets a waits
meets b 'slow waits'
meets c slow
meets d nothing
POISE_TEST_JOBS=2 "$POISE_ROOT/tests/run.sh" build "$PWD"/tests/cli/{a,b,c,d}.sh | tail -n 1
rm a b c d
for name in a b; do
    printf '%s\n' '# test: waits' "[ ! -e $PWD/now ] && touch $PWD/now && sleep 0.2 && rm $PWD/now" >tests/cli/$name.sh
done
POISE_TEST_JOBS=1 "$POISE_ROOT/tests/run.sh" build "$PWD"/tests/cli/{a,b}.sh | tail -n 1
