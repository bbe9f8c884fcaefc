# Slips of the hand are met with a sentence that says what was meant, before anything is simulated or made.
exec 2>&1
mkdir reuse
poise trace make reuse --blocks 2 --lines 2 --iterations 2 -o reuse/0000-reuse.wtr
try() {
    poise profile "$@"
    [ $? = 2 ] || echo "not refused as wrong usage: $*"
}
try -o p.hdf5 reuse
try -o p.txt reuse
try --status
try --status one two
ls
poise profile -h | head -n 1
poise evaluate -s gto -c demo-8sm --csv - reuse
echo $?
# A folder may have any name.
mkdir results.txt
poise profile -c demo-8sm --set sms=1 --progress never -o results.txt reuse >/dev/null 2>&1
poise profile -c demo-8sm --set sms=1 --progress never -o other.txt/ reuse >/dev/null 2>&1
ls -d ./*.txt/*
