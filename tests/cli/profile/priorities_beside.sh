# From a profile of buffers to priorities beside the program, and from there to vm:gpuswap: of buffers and of chunks, for a program alone and for
# each of a mix; a run that is kept is of the priorities that were there.
exec 2>&1
poise capture --buffers -o nn -- "$POISE_BUILD/datasets/nn" --size 131072 >/dev/null 2>&1 || exit 99
mkdir made && poise trace make random -o made/0.wtr --footprint 8192 --buffers --iterations 20 2>/dev/null
profile() { poise profile --buffers --progress never --set sms=2 "$@" 2>&1 | grep -v simulations; }
profile -o nn.h5 --priorities nn.priorities --evict 128K nn
profile -o both.h5 --priorities both.priorities --evict 128K nn made
profile -o both.h5 --priorities beside --evict 128K nn made
ls nn made | grep -v source
cmp nn/priorities nn.priorities
cmp nn/priorities.chunks nn.priorities.chunks
sed 1,2d nn/priorities
sed 1,2d nn/priorities.chunks | wc -l
sed 1,2d nn/priorities.chunks | head -n 4
cycles() {
    poise sim --progress never --set sms=2 --json "$@" 2>/dev/null | jq -c 'if .apps then [.apps[].cycles] else .cycles end'
}
same() { [ "$1" = "$2" ] && [ "$1" ] || echo "$3: $1 is not $2"; }
memory=gpuswap:memory=1:chunk=128
alone=$(cycles --vm $memory:priorities=beside nn)
same "$alone" "$(cycles --vm $memory:priorities=nn.priorities nn)" alone
same "$(cycles --vm $memory:pick=chunks:priorities=beside nn)" "$(cycles --vm $memory:pick=chunks:priorities=nn.priorities.chunks nn)" chunks
pair() { cycles --vm "$1" --app nn --app made; }
same "$(pair $memory:priorities=beside)" "$(pair $memory:priorities=both.priorities)" mix
same "$(pair $memory:priorities=beside:pick=chunks)" "$(pair $memory:pick=chunks:priorities=both.priorities.chunks)" "chunks of a mix"
# Runs of an evaluation are kept with what lay beside the program.
evaluate() {
    poise evaluate --progress never --set sms=2 -o results -s "gto,gpuswap=gto+vm:$memory:priorities=beside" --csv results.csv nn >/dev/null 2>&1
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "cycles") c = i } $2 ~ /gpuswap/ || $0 ~ /gpuswap/ { print $c }' results.csv
}
same "$(evaluate)" "$alone" evaluate
# The order turned round is another result.
awk '!/^#/ { $4 = 255 - $4 } { print }' nn.priorities >nn/priorities
turned=$(cycles --vm $memory:priorities=beside nn)
[ "$turned" != "$alone" ] || echo "the order does not matter"
same "$(evaluate)" "$turned" "evaluate, turned"
# What is not there, and what does not go together.
try() {
    "$@"
    echo $?
}
rm nn/priorities
try poise sim --progress never --vm gpuswap:priorities=beside nn
mkdir "a:b" && cp made/0.wtr "a:b"
try poise sim --progress never --vm gpuswap:priorities=beside "a:b"
try poise profile --buffers -o x.h5 --evict 1M nn
try poise profile --buffers -o x.h5 --priorities beside --chunk 2M --evict 1M nn
try poise profile --buffers -o x.h5 --priorities beside --faithful --evict 1M nn
try poise profile -o x.h5 --evict 1M nn
[ ! -e x.h5 ]
