# Tables of "A learned p" from rows that one can compute by hand: gains are means of ratios to p = 0.9, the static p is chosen on the training mixes
# only, the oracle by mix, the best random sequence by mix; what is not there is said.
mkdir small
cat >small/dram_learned.csv <<'END'
study,mix,scheduler,cpu_weighted_speedup,gpu_speedup,cpu_max_slowdown,p,candidates
own_training,L01,p_0,3,1,2,0,0.1
own_training,L01,p_18,4,0.5,2,0.9,0.2
own_training,H01,p_0,5,0.8,4,0,0.1
own_training,H01,p_18,4,0.5,4,0.9,0.2
own_training,L01,learned_1,5,0.5,2,0.25,0.1
own_training,H01,learned_1,4,0.5,2,0.75,0.1
own_judged,L01,p_0,2,0.5,2,0,0.1
own_judged,L01,p_18,1.5,0.5,3,0.9,0.2
own_judged,L01,dynamic,1.5,0.5,3,0.8,0.2
own_judged,L01,learned_1,1.75,0.5,3,0.3,0.2
own_judged,L01,learned_10,2,0.5,3,0,0.2
own_judged,L01,seed_2,1.25,0.5,3,0.9,0.2
own_judged,H01,p_0,3,0.5,6,0,0.1
own_judged,H01,p_18,4.5,0.5,3,0.9,0.2
own_judged,H01,dynamic,4.5,0.5,3,0.4,0.2
own_judged,H01,learned_1,4.5,0.5,3,0.9,0.2
own_judged,H01,learned_10,3,0.5,6,0,0.2
own_judged,H01,seed_2,5.5,0.5,3,0.9,0.2
END
for table in sweep own short back; do
    printf '<!-- table learned_%s -->\n<!-- end -->\n' "$table"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small | grep -v -e '^| ---' -e '^<!-- end'
printf '<!-- table learned_nothing -->\n<!-- end -->\n' >bad.md
"$POISE_ROOT/datasets/results.sh" fill bad.md small >/dev/null
