# Packs that are cut off, changed or no packs; paths that lead nowhere; a pack that is not complete keeps what is whole.
poise trace make reuse --blocks 2 -o a.wtr
mkdir traces
for i in 1 2 3; do cp a.wtr traces/$i.wtr; done
poise trace pack traces -o good.wtrs || exit 1
bytes=$(stat -c %s good.wtrs) one=$(stat -c %s a.wtr)
# said COMMAND...: its exit code.
said() {
    "$@"
    echo "exit code $?"
}
cut() { # BYTES
    head -c "$1" good.wtrs >cut.wtrs
}
flip() { # OFFSET
    cp good.wtrs flipped.wtrs
    printf '\377' | dd of=flipped.wtrs bs=1 seek="$1" conv=notrunc 2>/dev/null
}
echo "== cut off"
cut $((bytes - 1))
said poise trace info cut.wtrs
said poise trace check cut.wtrs/1.wtr
said poise trace unpack cut.wtrs -o none
said poise trace pack cut.wtrs -o whole.wtrs
cmp whole.wtrs good.wtrs
cut $((16 + 2 * (16 + 5 + one + 32) + 100))
said poise trace pack cut.wtrs -o whole.wtrs
poise trace check whole.wtrs
cut 16
said poise trace pack cut.wtrs -o empty.wtrs
said poise trace check empty.wtrs
echo "== changed"
flip $((16 + 16 + 5 + 200))
said poise trace unpack flipped.wtrs -o none
said poise trace pack flipped.wtrs -o changed.wtrs
[ ! -e changed.wtrs ] || echo "a wrong checksum became right"
flip $((bytes - 32 - 32 - 3))
said poise trace check flipped.wtrs
flip $((bytes - 32))
said poise trace check flipped.wtrs
flip 8
said poise trace check flipped.wtrs
echo "== paths and words"
said poise trace check good.wtrs/4.wtr
said poise trace check a.wtr/1.wtr
said poise trace pack traces -o traces.zip
said poise trace pack traces good.wtrs -o both.wtrs
said poise trace pack good.wtrs -o good.wtrs
said poise trace unpack good.wtrs -o traces
said poise trace unpack a.wtr -o none
mkdir nothing
said poise trace pack nothing -o nothing.wtrs
ls
