# max_cycles ends what counts of a core that has not ended by then; without it the program runs to its end.
cpu=$POISE_ROOT/datasets/cpu
small="--set sms=2,channels=2,l2_banks=4,max_cycles=10000"
poise sim $small --cpu "$cpu/gzip.cpu,$cpu/perl.cpu" >limited
grep 'has_ended\|restarts' limited
awk '$1 == "cpu0.cycles" { print ($3 >= 22000 && $3 < 23500) }' limited
poise sim $small -t 2 --cpu "$cpu/gzip.cpu,$cpu/perl.cpu" 2>/dev/null | diff limited - && echo same
