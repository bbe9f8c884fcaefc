# An oracle of warp types: one run records the hit ratios of warps, as the baseline does, another one bypasses by them, with any
# number of threads. A file of another machine is refused.
poise bench --write-traces . -k stream >/dev/null
run() {
    poise sim --set l2_write=through "$@" 2>/dev/null
}
run -s gto stream.wtr >lru
run -s gto+l2:oracle_byp:record=hits stream.wtr | grep -v '^l2[.]' | cmp lru -
head -1 hits
awk 'NR > 1 { print NF, $1 }' hits
run -s gto+l2:oracle_byp:types=hits stream.wtr >with
run -s gto+l2:oracle_byp:types=hits --threads 3 stream.wtr | cmp with -
grep '^l2[.]bypassed' with
awk '$1 == "l2_reads" { print FILENAME, ($3 > 1000) }' lru with
poise sim --set l2_write=through,sms=8 -s gto+l2:oracle_byp:types=hits stream.wtr
echo "exit code $?"
