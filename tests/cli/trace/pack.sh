# A pack is one file that holds a folder of traces, byte for byte, and stands for it.
# test: slow
traces=$POISE_ROOT/datasets/shipped/bfs
cp -r "$traces" bfs
echo 'kernel text' >bfs/source-0123.cl
echo 'not packed' >bfs/notes.txt
poise trace pack bfs -o bfs.wtrs || exit 1
poise trace unpack bfs.wtrs -o out || exit 1
diff -r bfs out
poise trace pack out -o again.wtrs && cmp bfs.wtrs again.wtrs
poise trace pack bfs.wtrs -o third.wtrs && cmp bfs.wtrs third.wtrs
poise trace check bfs.wtrs
poise trace check bfs.wtrs/$(ls "$traces" | head -1)

# The same results to the byte.
same() {
    cmp "$1" "$2" && echo "$1: the same"
}
poise trace info --json bfs | sed 's/bfs\//X/' >info.folder
poise trace info --json bfs.wtrs | sed 's/bfs.wtrs\//X/' >info.pack
same info.pack info.folder
poise sim -c demo-8sm -s gto bfs 2>/dev/null >sim.folder
poise sim -c demo-8sm -s gto bfs.wtrs 2>/dev/null >sim.pack
same sim.pack sim.folder
mkdir small
poise trace make reuse --blocks 4 -o small/0000-a.wtr
poise trace make stream --blocks 4 -o small/0001-b.wtr
poise trace pack small -o small.wtrs
for of in small small.wtrs; do
    poise profile -c demo-8sm --grid coarse -o $of.h5 $of 2>/dev/null || exit 1
    poise evaluate -c demo-8sm -s gto,swl -o $of.results.h5 $of >$of.text 2>/dev/null || exit 1
done
same small.wtrs.h5 small.h5
same small.wtrs.text small.text
same small.wtrs.results.h5 small.results.h5
poise trace export bfs -o export1 2>/dev/null && poise trace export bfs.wtrs -o export2 2>/dev/null
diff -r export1 export2
rm -rf export?

# What a set of workloads stands for may be packs.
mkdir sets && cp bfs.wtrs sets/
POISE_TRACES=$PWD/sets poise trace check @bfs >/dev/null && echo "@bfs is found"
