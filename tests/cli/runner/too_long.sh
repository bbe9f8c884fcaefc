# What runs too long is ended with all its processes, also one that does not listen and one that has left its session; an item
# whose runner was killed is a failure. The others are not hindered.
# test: slow
mkdir -p build tests/cli
time=$((86400 + $$)) # which nobody else sleeps
echo "sleep $time & setsid sleep $time & wait" >tests/cli/waits.sh
echo "trap '' TERM; while :; do sleep $time; done" >tests/cli/deaf.sh
echo 'kill -KILL $(ps -o ppid= -p $$)' >tests/cli/patricide.sh
echo 'echo fine' >tests/cli/works.sh
POISE_TEST_JOBS=2 POISE_TEST_SECONDS=1 "$POISE_ROOT/tests/run.sh" build "$PWD"/tests/cli/*.sh 2>/dev/null |
    grep -v '^ ' | sed 's|/.*/||' | sort -u
echo "exit ${PIPESTATUS[0]}"
pgrep -f "^sleep $time\$" | wc -l
