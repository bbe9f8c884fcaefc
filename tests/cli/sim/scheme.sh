# A scheme names policies of several places, as --l1, --l2, --dram, --tlb and --vm do, but a place only once.
trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
poise sim --set sms=1 -s tuple:2:1+dram:fcfs "$trace" >one 2>/dev/null
poise sim --set sms=1 -s tuple:2:1 --dram fcfs "$trace" >other 2>/dev/null
poise sim --set sms=1 -s x=dram:fcfs+sched:tuple:2:1 "$trace" 2>/dev/null | cmp - one && cmp one other && [ -s one ] && echo same
poise sim -s gto+dram:fcfs --dram frfcfs "$trace"
echo $?
poise sim -s gto+tlb:lru "$trace"
echo $?
poise sim -s gto+gto "$trace"
echo $?
