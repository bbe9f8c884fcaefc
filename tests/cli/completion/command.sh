# What the command says that a word may become; the shells only bring it into their form.
offer() {
    echo "> ${*@Q}"
    poise help --complete -- "$@"
}
offer ev
offer train --see
offer train --seed --s
offer train --loss ''
offer train --loss=e
offer train --cv k
offer sim -t ''
offer sim --scale dr
offer sim --l2 lr
offer evaluate -s gto,poise:stride_n
offer evaluate -s gto,poise:model=m
offer evaluate -s gto,best=swl:8+dram:fc
offer evaluate -s best=swl:8+dr
offer profile -s d
offer profile -s g
offer evaluate -c demo-8sm,gt
offer evaluate -m speedup,l1_h
offer evaluate @train
offer evaluate ''
offer bench -k str
offer policies fr
offer model ''
offer model export ''
offer model export -f lib
offer features -o dataset.h5 ''
offer capture -o out -- ''
offer capture -- ls -
offer help prof
offer --v
offer nonsense ''
