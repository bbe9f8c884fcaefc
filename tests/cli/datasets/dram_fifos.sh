# The table of docs/DRAM.md on another depth of the bank FIFOs, from rows that one can compute by hand; without rows it says what makes them.
mkdir small none
cp "$POISE_ROOT/datasets/results/dram.csv" small/
cat >small/dram_fifos.csv <<'END'
study,mix,scheduler,gpu,cpu_weighted_speedup,gpu_speedup,cpu_max_slowdown,loser,gpu_row_hits,cpu_row_hits,gpu_requests,cpu_requests
training,H01,fifo_5,g,4,0.5,2,a,0.9,0.5,300,100
training,H01,fifo_15,g,3,0.6,4,a,0.9,0.5,300,100
judged,H08,tcm,g,4,0.7,3,b,0.7,0.3,100,100
judged,L08,tcm,g,6,0.9,6,b,0.7,0.3,100,100
judged,H08,sms,g,3,0.8,2,b,0.7,0.3,100,100
judged,L08,sms,g,6,1,7,b,0.7,0.3,100,100
judged,H08,chosen_5,g,5,0.5,2,b,0.7,0.3,100,100
judged,L08,chosen_5,g,7,0.7,2,b,0.7,0.3,100,100
END
printf '<!-- table dram_fifos -->\n<!-- end -->\n' >table.md
"$POISE_ROOT/datasets/results.sh" fill table.md small
"$POISE_ROOT/datasets/results.sh" fill table.md none
