# Slips in schemes are told with their place.
try() {
    poise evaluate -s "$@" folder
    echo $?
}
try gto+lrr
try gto,best=gto+l2:
try gto,a/b=lrr
try gto,best=gto+dram:fcf
try gto+drm:fcfs
try drm:fcfs
try static_best+l2:lruu
try gto --schemes missing.schemes
printf 'base gto\n\nodd gto+dram:fcf\n' >my.schemes
try lrr --schemes my.schemes
printf 'base gto\nbase lrr\n' >my.schemes
try lrr --schemes my.schemes
printf '# nothing\n' >my.schemes
try lrr --schemes my.schemes
