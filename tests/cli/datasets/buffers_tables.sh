# What a program allocates, from a list of events that one can count by hand, and the tables of docs/MOSAIC.md from it: bytes before the first launch
# and until the last one, chunks of 2 MB that one buffer covers, exceptions.
cat >events <<'END'
     0  create        0  0x200000000000      4194304
     0  create        1  0x200000401000      4194304
     0  create        2  0x200000802000          100
     0  write         0  0x200000000000      4194304
     0  copy          1  0x200000401000          100  0x200000000000
     0  launch   k
     1  release       2  0x200000802000          100
     1  create        3  0x200000802000         1000
     1  read          0  0x200000000000           50
     1  fill          3  0x200000802000         1000
     1  launch   read
     2  release       3  0x200000802000         1000
     2  launch   k
     3  release       0  0x200000000000      4194304
END
awk -v title=1 -f "$POISE_ROOT/datasets/buffers.awk" </dev/null
awk -v run=a -v part=training -f "$POISE_ROOT/datasets/buffers.awk" events
mkdir small
cat >small/buffers.csv <<'END'
run,split,launches,buffers,bytes,largest,peak,before,kept,chunks,large,written,later,read
a,training,3,4,4194304,2097152,4194304,3145728,2097152,1,2097152,4194304,1048576,524288
b,training,1,1,1048576,1048576,1048576,1048576,1048576,0,0,1048576,0,0
c,translation,1,2,8388608,4194304,8388608,8388608,8388608,3,8388608,8388608,0,0
END
for name in splits exceptions translation; do
    printf '<!-- table buffers_%s -->\n<!-- end -->\n' "$name"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small
printf '<!-- table buffers_nothing -->\n<!-- end -->\n' >bad.md
"$POISE_ROOT/datasets/results.sh" fill bad.md small >/dev/null
mkdir empty && "$POISE_ROOT/datasets/results.sh" fill tables.md empty | grep -c 'Not measured'
