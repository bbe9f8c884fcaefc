# What is no trace is not called truncated, however short it is; each kind of damage has its own sentence.
small=$POISE_ROOT/fuzz/corpus/trace/small.wtr
try() {
    poise trace check "$1"
    echo "$1: $?"
}
: >empty.wtr
printf junk >short.wtr
seq 100 >text.wtr
gzip -n <"$small" >packed.wtr
head -c 5 "$small" >magic.wtr
head -c 40 "$small" >cut.wtr
tr -d '\r' <"$small" >as_text.wtr
{ head -c 8 "$small"; printf '\115'; tail -c +10 "$small"; } >version.wtr
{ head -c 60 "$small"; printf 'XX'; tail -c +63 "$small"; } >changed.wtr
for file in empty short text packed magic cut as_text version changed; do
    try $file.wtr 2>&1
done
mkdir folder
cp short.wtr folder
poise profile -o p.h5 folder
echo "profile: $?"
poise evaluate folder
echo "evaluate: $?"
