# A profile of one launch in two schedules both with --nearest, and is refused without.
export POISE_ROOT
mkdir reuse
poise trace make reuse --blocks 8 --lines 4 --iterations 2 -o one.wtr
poise trace make reuse --blocks 8 --lines 4 --iterations 3 -o two.wtr
cp one.wtr reuse/0000-reuse.wtr
cp two.wtr reuse/0001-reuse.wtr
poise profile -c demo-8sm --set sms=1 --grid coarse --launches 1 -o some.h5 reuse 2>/dev/null
try() {
    poise evaluate -j 2 -c demo-8sm --set sms=1 -s gto,static_best -m speedup "$@" reuse
    echo $?
}
try --profile some.h5 | sed 's/[0-9.]\{5\}/?/g'
try --profile some.h5 --nearest | sed 's/[0-9.]\{5\}/?/g'
try --nearest
