# Tables of docs/DRAM.md from rows that one can compute by hand: means over mixes are arithmetic, that of the largest slowdown harmonic; the weight from
# which on one scheduler passes another; studies beside the same mixes of the machine as it is; what is not there is "-", and no check holds by it.
# Rows come from results of mixes: one for each mix and scheduler.
cat >queue_64.csv <<'END'
mix,policy,program,slowdown,kind,gpu_speedup,cpu_weighted_speedup,dram_row_hits,dram_reads,dram_writes
H01,tcm,g,2,sms,0.5,1.5,30,30,10
H01,tcm,a,1,cpu,0.5,1.5,1,8,2
H01,tcm,b,2,cpu,0.5,1.5,2,10,0
H01,sms,g,4,sms,0.25,1.75,10,10,10
H01,sms,b,1,cpu,0.25,1.75,0,0,0
END
cp queue_64.csv block_01.csv
awk -f "$POISE_ROOT/datasets/dram_rows.awk" block_01.csv queue_64.csv
mkdir small
cat >small/dram_mixes.csv <<'END'
study,mix,scheduler,gpu,cpu_weighted_speedup,gpu_speedup,cpu_max_slowdown,loser,gpu_row_hits,cpu_row_hits,gpu_requests,cpu_requests
main,L01,frfcfs,g,4,0.8,2,a,0.9,0.5,300,100
main,H01,frfcfs,g,2,0.6,6,b,0.7,0.3,100,100
main,L01,tcm,g,4,0.9,3,a,0.9,0.5,300,100
main,H01,tcm,g,4,0.7,3,b,0.7,0.3,100,100
main,L01,sms,g,8,0.5,1.5,a,0.9,0.5,300,100
main,H01,sms,g,3,0.3,2,b,0.7,0.3,100,100
queue_64,H01,tcm,g,2,0.5,4,b,0.7,0.3,100,100
queue_256,H01,tcm,g,3.8,0.7,4,b,0.7,0.3,100,100
batch,H01,batch_1,g,2,0.5,4,b,0.7,0.3,100,100
batch,H01,batch_10,g,3,0.5,2,b,0.7,0.3,100,100
cpus_only,H01,sms,,4,,2,b,,0.3,0,100
cpus_only,H01,tcm,,5,,3,b,,0.3,0,100
END
cp "$POISE_ROOT/datasets/results/dram.csv" small/
for table in size means system unfairness source weights queue batch cpus_only checks; do
    printf '<!-- table dram_%s -->\n<!-- end -->\n' "$table"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small | grep -v -e '^| ---' -e '^<!-- end'
printf '<!-- table dram_nothing -->\n<!-- end -->\n' >bad.md
"$POISE_ROOT/datasets/results.sh" fill bad.md small >/dev/null
