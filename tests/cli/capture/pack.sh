# -o FILE.wtrs: one file for all launches, of several processes too; what it holds is what a folder would.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build features
build processes
poise capture -o folder -- ./features "$tests/features.cl" >/dev/null 2>&1 || exit 1
poise capture -o place/all.wtrs -- ./features "$tests/features.cl" >/dev/null 2>message || exit 1
sed 's/, [0-9.]* s$//' message | sed 's/[0-9]* warp instructions, [0-9]* bytes/.../'
ls place
poise trace unpack place/all.wtrs -o out && diff -r folder out
poise trace pack folder -o packed.wtrs && cmp packed.wtrs place/all.wtrs
poise trace print --source -n 3 place/all.wtrs/0000-group_sums.wtr | grep -c '^;'

poise capture -o place/all.wtrs -- ./features "$tests/features.cl"
echo "exit code $?"

poise capture -o many.wtrs -- sh -c 'for i in 1 2 3 4 5 6 7 8; do ./processes fork & done; wait' >/dev/null 2>&1
poise trace check many.wtrs | sed 's/.*\///' | sort

poise capture --stop-after 2 -o few.wtrs -- ./features "$tests/features.cl" >/dev/null 2>&1
poise trace check few.wtrs

echo "== a program that fails"
poise capture -o failed.wtrs -- sh -c './processes once; exit 3'
poise trace check failed.wtrs
echo "== no launch"
poise capture -o none.wtrs -- true

# The command is killed: what was complete can be kept.
(exec poise capture -o killed.wtrs -- sh -c './processes once; ./processes once; echo ready >ready; sleep 300') &
while [ ! -e ready ]; do sleep 0.1; done
command=$!
disown
kill -KILL $command
while kill -0 $command 2>/dev/null; do sleep 0.1; done
rm -rf killed.wtrs-?????? "$TMPDIR"/poise-capture-?????? # the next capture into it would remove them
poise trace check killed.wtrs
poise trace pack killed.wtrs -o rescued.wtrs
poise trace check rescued.wtrs
ls -d *.wtrs*
