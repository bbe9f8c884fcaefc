# A run that is kept stands for one with the same policies under another name, and for no other.
poise capture -o traces/bicg -- "$POISE_BUILD/datasets/bicg" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
command=(poise evaluate --progress never -c demo-8sm --set sms=2 -o results.h5 --shard 1/1)
try() {
    "${command[@]}" -s "$1" traces/bicg 2>&1 | sed 's/with [0-9]* threads*/with N threads/; s/([0-9.e+]* warp/(N warp/'
}
try gto,tuple:8:2
try a=gto,b=tuple:8:2
try gto,b=gto+dram:fcfs
try c=dram:fcfs,d=dram:frfcfs+l2:lru
