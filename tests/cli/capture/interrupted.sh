# A signal ends the command, the program, whatever that makes of it, all that it has started, and the processes that run its
# kernels; no folder is left, the traces before are there, and the exit code is that of the signal.
# test: slow
# test: waits
. "$POISE_ROOT/tests/cli/capture/build.bash"
build stubborn
here=$PWD

# mine: the processes of this test that are left
mine() {
    local folder
    for folder in /proc/[0-9]*; do
        [ "$(readlink "$folder/cwd")" = "$here" ] && tr '\0' ' ' <"$folder/cmdline" | grep -E '^(\./stubborn|poise)'
    done
}

# await_ready: until the endless launch begins
await_ready() {
    for _ in $(seq 3000); do
        [ ! -e ready ] || return
        sleep 0.02
    done
    echo "never ready" && exit 1
}

# interrupted HOW SIGNAL...: the signals go to the command one after the other once the endless launch has begun
interrupted() {
    local how=$1 command signal code
    shift
    rm -rf ready traces
    # whoever says nohup means capture as well: the tests may be run so
    env --default-signal=HUP poise capture -o traces -- ./stubborn "$tests/faults.cl" "$how" >/dev/null 2>message &
    command=$!
    await_ready
    [ "$(mine | grep -c '^poise-kernel-server')" -ge 1 ] || echo "no server"
    for signal; do
        kill -"$signal" $command
        sleep 0.1
    done
    wait $command
    code=$?
    echo "$how $*: exit code $code, $(ls traces | grep -c wtr) traces"
    grep -v -e 'OpenCL error' -e '^poise: stubborn has ended' message
    mine
    ls -A "$TMPDIR" | grep '^poise-'
}

interrupted obey INT
interrupted obey TERM
interrupted obey HUP
interrupted obey QUIT
interrupted term TERM
interrupted all INT
interrupted child TERM
interrupted all TERM TERM

# What a killed command leaves: the program ends with it, and the next command removes the folder.
rm -f ready
poise capture -o killed -- ./stubborn "$tests/faults.cl" all >/dev/null 2>&1 &
command=$!
await_ready
kill -KILL $command
wait $command 2>/dev/null
for _ in $(seq 500); do
    [ -n "$(mine)" ] || break
    sleep 0.02
done
mine
ls -A killed | grep -v source
mkdir "$TMPDIR/poise-capture-begun0" "$TMPDIR/poise-capturing"
ls -A "$TMPDIR" | sed 's/-capture-......$/-capture-XXXXXX/' | grep '^poise-'
poise capture -o next -- true 2>/dev/null
echo "== next"
ls -A "$TMPDIR" | grep '^poise-'
rmdir "$TMPDIR/poise-capture-begun0" "$TMPDIR/poise-capturing"
