# Tables of docs/TRANSLATION.md from rows that one can compute by hand: means over pairs, changes beside the source, categories, studies beside the same
# mixes of the machine as it is; what is not there is "-" or said. Rows come from results of mixes and what TLBs told of them.
cat >block_01.csv <<'END'
mix,policy,program,sms,ipc,ipc_alone,weighted_speedup,maximum_slowdown,ipc_total,cycles
P01,shared_tlb,a_tlb,10,50,100,0.75,4,100,5000
P01,shared_tlb,b_tlb,20,50,200,0.75,4,100,5000
P01,mask,a_tlb,10,100,100,1.5,2,200,5000
P01,mask,b_tlb,20,100,200,1.5,2,200,5000
P02,shared_tlb,a_tlb,15,30,60,1,2,50,5000
P02,shared_tlb,c_tlb,15,20,40,1,2,50,5000
END
# Alone on a machine of its own programs are slower; what counts is the machine of all.
cat >block_01_static.csv <<'END'
mix,policy,program,sms,ipc,ipc_alone,weighted_speedup,maximum_slowdown,ipc_total,cycles
P01,static,a_tlb,10,25,50,1,2,125,5000
P01,static,b_tlb,20,100,200,1,2,125,5000
P02,static,a_tlb,15,30,30,2,1,70,5000
P02,static,c_tlb,15,40,40,2,1,70,5000
END
: >block_01_static.told
cat >block_01.told <<'END'
figures,P01,shared_tlb,0.5,0.25,,100,400,64,3,0.99,0.98,0.9,0.1
figures,P02,shared_tlb,0.75,0.5,,100,200,32,1,0.99,0.98,0.9,0.1
figures,P01,mask,0.5,0.5,0.25,50,100,64,3,0.99,0.98,0.9,0.1
END
cp block_01.csv programs_3.csv && cp block_01.told programs_3.told
sed '1 ! s/,[a-z]*_\?[a-z]*,/,entries_64&/; s/entries_64,/entries_64./' block_01.csv >entries.csv # designs called STUDY.NAME
sed 's/^\(figures,P0.,\)/\1entries_64./' block_01.told >entries.told
printf 'a_tlb hh\nb_tlb hh\nc_tlb lh\n' >classes
awk -v classes=classes -f "$POISE_ROOT/datasets/translation_rows.awk" block_01.told block_01.csv block_01_static.told block_01_static.csv programs_3.told programs_3.csv entries.told entries.csv
mkdir small
cat >small/translation_mixes.csv <<'END'
study,mix,design,programs,sms,hmr,cycles,weighted_speedup,ipc,max_slowdown,l1_hit_rate,l2_hit_rate,bypass_hit_rate,walks,walk_latency,walks_at_once,look_ups_per_miss,cache_1,cache_2,cache_3,cache_4,waiting_for_page,dram_share,dram_walk,dram_data
main,P01,shared_tlb,a_tlb+b_tlb,10+20,2,5000,0.75,100,4,0.5,0.25,,100,400,64,3,0.99,0.98,0.9,0.1,2,0.1,300,200
main,P02,shared_tlb,a_tlb+c_tlb,15+15,1,5000,1.25,300,2,0.7,0.35,,300,200,32,1,0.97,0.98,0.9,0.1,4,0.3,100,300
main,P01,mask,a_tlb+b_tlb,10+20,2,5000,1.5,300,2,0.5,0.5,0.25,50,100,64,3,0.99,0.98,0.9,0.1
main,P02,mask,a_tlb+c_tlb,15+15,1,5000,1.5,300,1,0.5,0.4,0.75,50,100,64,3,0.99,0.98,0.9,0.1
main,P01,ideal,a_tlb+b_tlb,10+20,2,5000,2,400,2,1,,,0,,0,,,,,
main,P02,ideal,a_tlb+c_tlb,15+15,1,5000,2,400,2,1,,,0,,0,,,,,
programs_1,P01,shared_tlb,a_tlb,30,1,5000,0.5,100,1,0.5,0.25,,1,1,1,1,1,1,1,1
programs_1,P01,mask,a_tlb,30,1,5000,0.75,100,1,0.5,0.25,,1,1,1,1,1,1,1,1
programs_1,P01,ideal,a_tlb,30,1,5000,1,100,1,1,,,0,,0,,,,,
entries_64,P02,shared_tlb,a_tlb+c_tlb,15+15,1,5000,0.5,100,1,0.5,0.25,,1,1,1,1,1,1,1,1
tables_64,P01,shared_tlb,a_tlb+b_tlb,10+20,2,5000,0.5,100,1,0.5,0.25,,1,600,1,1,1,1,1,0.05
tables_128,P01,shared_tlb,a_tlb+b_tlb,10+20,2,5000,0.25,100,1,0.5,0.25,,1,800,1,1,1,1,1,0.01
golden,P01,golden,a_tlb+b_tlb,10+20,2,5000,0.875,110,1,0.5,0.25,,1,1,1,1,1,1,1,1
main,P01,mask_dram,a_tlb+b_tlb,10+20,2,5000,1,120,2,0.5,0.5,,50,100,64,3,0.99,0.98,0.9,0.1
rows_closed,P01,shared_tlb,a_tlb+b_tlb,10+20,2,5000,0.5,90,5,0.5,0.25,,1,1,1,1,1,1,1,1
END
cat >small/translation_runs.csv <<'END'
run,bytes,warps,launches,trace_bytes,l1_hit_rate,l2_hit_rate,walks,walk_latency
a_tlb,67108864,100,1,1048576,0.25,0.5,1000,250
c_tlb,10485760,100,2,524288,0.9,0.85,10,300
END
cp "$POISE_ROOT/datasets/results/translation.csv" small/
for name in size runs designs categories pairs levels source programs machines entries tokens walks tables golden rows large; do
    printf '%s\n<!-- table translation_%s -->\n<!-- end -->\n' "$name" "$name"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small
mkdir empty && cp small/translation.csv empty/ && "$POISE_ROOT/datasets/results.sh" fill tables.md empty | grep -v '^<' | grep -c 'Not simulated'
printf '<!-- table translation_nothing -->\n<!-- end -->\n' >bad.md
"$POISE_ROOT/datasets/results.sh" fill bad.md small >/dev/null
