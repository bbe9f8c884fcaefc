# --buffers: what the program does with buffers is in the trace of the launch after it, event by event, and changes nothing
# else: content hashes, and files of a capture that was not asked for it.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build buffers
echo '__kernel void k(__global int *x) { x[get_local_id(0) % 4] = 1; }' >k.cl
poise capture -T 1 --buffers -o events -- ./buffers k.cl 2>/dev/null || exit 1
poise trace buffers events || exit 1
poise trace check events | grep -c OK

echo "== the sums of a launch"
poise trace info --json events/0002-k.wtr | jq -c .buffers
poise trace info events/0001-k.wtr | grep -A 3 '^buffers'
poise trace info events/0003-k.wtr | grep -c '^buffers'

echo "== without the option: the same content, and the version that every reader knows"
poise capture -T 1 -o plain -- ./buffers k.cl 2>/dev/null || exit 1
poise trace buffers plain
diff <(poise trace check --hash events | cut -c 1-32) <(poise trace check --hash plain | cut -c 1-32) && echo same hashes
for name in events plain; do
    od -A n -t u1 -j 8 -N 1 "$name/0000-k.wtr"
done
cmp events/0003-k.wtr plain/0003-k.wtr && echo no events, no section

echo "== several workers, and a pack"
poise capture -T 2 --buffers -o workers -- ./buffers k.cl 2>/dev/null && diff -r events workers
poise capture -T 1 --buffers -o events.wtrs -- ./buffers k.cl 2>/dev/null
diff <(poise trace buffers events) <(poise trace buffers events.wtrs)
poise trace unpack events.wtrs -o unpacked && diff -r events unpacked

echo "== launches without a trace leave their events to the next one"
poise capture -T 1 --buffers -l 1-4 -o later -- ./buffers k.cl 2>/dev/null
diff <(poise trace buffers events | grep -v launch | cut -c 7-) <(poise trace buffers later | grep -v launch | cut -c 7-)
poise trace buffers later | grep -c '^     1'

echo "== processes have buffers of their own, with numbers of their own"
poise capture -T 1 --buffers -o script -- sh -c './buffers k.cl; ./buffers k.cl' 2>/dev/null
poise trace buffers script | grep -E 'create|release'
poise capture -T 1 --buffers -o fork -- ./buffers k.cl fork 2>/dev/null
poise trace buffers fork

echo "== more than a trace holds: transfers stop at half, what is created does not"
poise capture -T 1 --buffers -o many -- ./buffers k.cl 131080 2>&1 | grep lacks
poise trace info --json many | jq -c '.buffers | [.created, .fills]'
poise trace check many | grep -c OK
