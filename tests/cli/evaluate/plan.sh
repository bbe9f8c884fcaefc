# What an evaluation will do is said before it begins; so are the simulations that a policy adds to find its N, and how to
# avoid them. Off a terminal a line now and then tells how far it is.
mkdir reuse few
poise trace make reuse --blocks 8 --lines 4 --iterations 2 -o reuse/0000-reuse.wtr
poise trace make reuse --blocks 8 --lines 4 --iterations 3 -o few/0000-reuse.wtr
machine=(-c demo-8sm --set sms=1,warps=8)
poise profile "${machine[@]}" --progress never -o all.h5 reuse few 2>/dev/null || exit 99
try() {
    echo "--- $*" >&2
    poise evaluate -j 1 "${machine[@]}" -m speedup "$@" reuse few | grep -v '^$' | wc -l
}
try -s gto,swl
try -s gto,pcal_swl
try -s gto,swl:3,pcal_swl:n=3
try -s gto,swl,pcal_swl -p all.h5
POISE_PROGRESS_SECONDS=0 try -s gto,lrr
try -s gto --progress never
