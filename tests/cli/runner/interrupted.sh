# A run that is ended ends its items, and leaves no files.
mkdir -p build tests/cli tmp
time=$((86400 + $$)) # which nobody else sleeps
echo "sleep $time & sleep $time" >tests/cli/one.sh
cp tests/cli/one.sh tests/cli/two.sh
TMPDIR=$PWD/tmp POISE_TEST_JOBS=2 "$POISE_ROOT/tests/run.sh" build "$PWD"/tests/cli/*.sh &
until [ "$(pgrep -fc "^sleep $time\$")" = 4 ]; do sleep 0.01; done
kill -TERM $!
wait $!
echo "exit $?"
until [ "$(pgrep -fc "^sleep $time\$")" = 0 ]; do sleep 0.01; done
ls tmp
