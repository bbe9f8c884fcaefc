# Tables of "Learned tokens" and "Poise with translation" from rows that one can compute by hand: gains are means of ratios to SharedTLB, the static share is
# chosen on the training pairs only, the oracle and the best of several runs by pair; a tuple is over all warps with the same TLBs, equal ones count as the
# largest; what is not there is said.
mkdir small
cat >small/translation_learned.csv <<'END'
study,mix,programs,design,weighted_speedup,max_slowdown,l2_hit_rate,bypass_hit_rate,tokens,walks,walk_latency
heavy_training,P01,a+b,shared_tlb,1,2,0.1,,,10,100
heavy_training,P01,a+b,both_10,1.2,2,0.1,0,0.1,10,100
heavy_training,P01,a+b,both_80,1.1,2,0.1,0,0.8,10,100
heavy_training,P01,a+b,first_10,1.5,2,0.1,0,0.4,10,100
heavy_training,P01,a+b,second_10,0.5,2,0.1,0,0.4,10,100
heavy_judged,P01,k_c+d_tlb,shared_tlb,1,2,0.1,,,10,100
heavy_judged,P01,k_c+d_tlb,both_10,0.9,3,0.2,0,0.1,10,100
heavy_judged,P01,k_c+d_tlb,both_80,1,2,0.1,0,0.8,10,100
heavy_judged,P01,k_c+d_tlb,first_10,1.25,2,0.1,0,0.4,10,100
heavy_judged,P01,k_c+d_tlb,rule,1.01,2,0.1,0,0.7,10,100
heavy_judged,P01,k_c+d_tlb,hillclimb,1.02,2,0.1,0,0.7,10,100
heavy_judged,P01,k_c+d_tlb,rule_10,1.03,2,0.1,0,0.7,10,100
heavy_judged,P01,k_c+d_tlb,chance_1,1.04,2,0.1,0,0.7,10,100
heavy_judged,P02,k_c+k_e,shared_tlb,2,2,0.3,,,10,100
heavy_judged,P02,k_c+k_e,both_10,3,1,0.4,0,0.1,10,100
heavy_judged,P02,k_c+k_e,both_80,2,2,0.3,0,0.8,10,100
heavy_judged,P02,k_c+k_e,first_10,1,2,0.3,0,0.4,10,100
heavy_judged,P02,k_c+k_e,rule,2,2,0.3,0,0.7,10,100
heavy_judged,P02,k_c+k_e,hillclimb,2,2,0.3,0,0.7,10,100
heavy_judged,P02,k_c+k_e,rule_10,2,2,0.3,0,0.7,10,100
heavy_judged,P02,k_c+k_e,chance_1,1.9,2,0.3,0,0.7,10,100
heavy_judged,P01,k_c+d_tlb,learned,1.1,2,0.2,0,0.25,10,100
heavy_judged,P02,k_c+k_e,learned,2.4,2,0.4,0,0.15,10,100
END
cat >small/translation_tuples.csv <<'END'
program,policy,cycles,tlb_look_ups_total,tlb_misses_total,tlb_asked_total,l2_walk_reads_total
r,none_24_24,1000,0,0,0,0
r,none_24_1,500,0,0,0,0
r,none_8_8,800,0,0,0,0
r,none_gto,1000,0,0,0,0
r,none_poise,600,0,0,0,0
r,full_24_24,2000,100,80,40,160
r,full_24_1,1250,100,80,40,160
r,full_8_8,1000,100,40,10,80
r,full_poise,1600,100,80,40,160
r,small_24_24,4000,100,80,40,160
r,small_24_1,4000,100,80,40,160
r,small_8_8,4000,100,20,10,40
r,small_poise,5000,100,80,40,160
END
for table in sweep judged pairs throttle tuples; do
    printf '<!-- table tokens_%s -->\n<!-- end -->\n' "$table"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small | grep -v -e '^| ---' -e '^<!-- end'
mkdir none
"$POISE_ROOT/datasets/results.sh" fill tables.md none | grep -c 'Not simulated for this page'
printf '<!-- table tokens_nothing -->\n<!-- end -->\n' >bad.md
"$POISE_ROOT/datasets/results.sh" fill bad.md small >/dev/null
