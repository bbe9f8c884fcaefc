# CPU programs beside a GPU program, alone, and both at the L2: the same with any number of threads.
cpu=$POISE_ROOT/datasets/cpu trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
small="--set sms=2,channels=2,l2_banks=4"
poise sim $small --cpu "$cpu/gzip.cpu,$cpu/xz.cpu" --cpu "$cpu/gzip.cpu" --alone --until gpu "$trace" >one.txt
poise sim $small --cpu "$cpu/gzip.cpu,$cpu/xz.cpu,$cpu/gzip.cpu" --alone --until gpu -t 3 "$trace" 2>/dev/null | diff one.txt - && echo same
grep -c '^cpu[012]\.' one.txt
grep 'program\|has_ended\|instructions\|restarts' one.txt
poise sim $small --cpu "$cpu/gzip.cpu" --alone
poise sim $small --cpu "$cpu/gzip.cpu" --alone --json "$trace" |
    jq -c '[.gpu_restarts > 100, .gpu_slowdown > 0.9, .warp_insts > 0, (.cpus | length), .cpus[0].program, .cpus[0].reads, .cpus[0].slowdown >= 1, .cpu_max_slowdown >= 1]'
poise sim $small --set cpu_at=l2 --cpu "$cpu/gzip.cpu" --json | jq -c '[.cpus[0].l2_reads >= .cpus[0].reads, .cpus[0].dram_reads]'
