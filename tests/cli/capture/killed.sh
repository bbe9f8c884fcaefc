# The processes that run kernels end with the program, however it ends, and no half trace stays.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
poise capture -o traces -- sh -c 'echo $$ >pid; exec ./recover "$1" endless' - "$tests/faults.cl" >/dev/null 2>message &
command=$!
for _ in $(seq 2000); do
    ls traces/.* traces/* 2>/dev/null | grep -q 0001 && break
    sleep 0.05
done
program=$(cat pid)
[ "$(pgrep -cf "^poise-kernel-server $program\$")" -ge 2 ] || echo "no server and worker"
kill -KILL "$program"
wait $command
code=$?
pgrep -af "^poise-kernel-server $program\$"
ls -A traces | grep -v source
cat message >&2
exit $code
