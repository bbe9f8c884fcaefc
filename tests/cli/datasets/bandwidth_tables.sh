# Tables of docs/BANDWIDTH.md from rows that one can compute by hand: a and b are measured everywhere, c is left out. Speedups are of time, so that a core clock
# of half the frequency doubles that of the same cycles; means are arithmetic; a curve crosses 1 between its points; 0 is known, an empty field is not.
mkdir small
cat >small/bandwidth.csv <<'END'
# What a source states. key,value,place
bandwidth l1,1.04,F3.10
waits stalls,0.62,F3.1
waits aml,452,F3.1
END
cat >small/bandwidth_machines.csv <<'END'
machine,program,cycles,l1_hit_rate,l2_miss_rate,l2_reads_total,l2_writes_total
1400_base,a,1000,0.5,0.5,60,40
1400_base,b,2000,0.5,0.5,100,0
1400_base,c,500,0.5,0.5,100,0
1400_infinite,a,250,0.5,0.5,60,40
1400_infinite,b,1000,0.5,0.5,60,40
1400_infinite,c,490,0.5,0.5,60,40
1400_l1,a,2000,0.5,0.7,60,40
1400_l1,b,1000,0.5,0.5,100,0
1400_16_48,a,1250,0.5,0.5,60,40
1400_16_48,b,2000,0.5,0.5,100,0
1400_32_52,a,1000,0.5,0.5,60,40
1400_32_52,b,2000,0.5,0.5,100,0
1400_core_1000,a,1000,0.5,0.5,60,40
1400_core_1000,b,1000,0.5,0.5,100,0
1400_core_1800,a,1000,0.5,0.5,60,40
1400_core_1800,b,2000,0.5,0.5,100,0
1400_fixed_0,a,500,0.5,0.5,60,40
1400_fixed_0,b,1000,0.5,0.5,100,0
1400_fixed_100,a,1250,0.5,0.5,60,40
1400_fixed_100,b,1000,0.5,0.5,100,0
END
cat >small/bandwidth_stalls.csv <<'END'
machine,program,stalls,str_mem,data_mem,fetch,data_alu,str_alu,sync,aml,l2_ahl,l2_full,dram_full,dram_efficiency
1400_base,a,0.9,0.8,0.2,0,0,0,0,400,200,0.5,0,0.4
1400_base,b,0.7,0.6,0.4,0,0,0,0,600,,0,,0.6
1400_base,c,0.1,0,0,0,1,0,0,300,200,0,0,0.5
END
cp "$POISE_ROOT/datasets/results/thesis.csv" small/
for table in left scale_1400 schedulers queues curve clock checks; do
    printf '<!-- table bandwidth_%s -->\n<!-- end -->\n' "$table"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small | grep -v -e '^| ---' -e '^<!-- end' -e '- | - | - | - |$'
