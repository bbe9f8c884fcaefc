# Tables of docs/MOSAIC.md from rows that one can compute by hand: means over mixes of copies and of different programs, each program beside another design,
# studies beside the same mixes; what is not there is "-" or said. Rows come from results of mixes and what TLBs and memory told of them.
cat >other_2.csv <<'END'
mix,policy,program,sms,ipc,ipc_alone,weighted_speedup,maximum_slowdown,ipc_total,cycles
H2_01,gpu_mmu,a_tlb,15,50,100,0.75,4,100,5000
H2_01,gpu_mmu,b_tlb,15,50,200,0.75,4,100,5000
H2_01,mosaic,a_tlb,15,100,100,1.5,2,140,5000
H2_01,mosaic,b_tlb,15,40,200,1.5,2,140,5000
END
printf 'figures,H2_01,gpu_mmu,0.5,0.25,100\nfigures,H2_01,mosaic,0.75,0.5,10\n' >other_2.told
awk -v told_columns="tlb_l1_hit_rate tlb_l2_hit_rate tlb_walks" -f "$POISE_ROOT/datasets/translation_rows.awk" other_2.told other_2.csv
mkdir small empty
cat >small/mosaic_mixes.csv <<'END'
study,mix,design,programs,sms,ipcs,ipcs_alone,cycles,weighted_speedup,ipc,max_slowdown,tlb_l1_hit_rate,tlb_l2_hit_rate,tlb_walks,tlb_walk_latency,tlb_l1_look_ups_per_miss,vm_coalesced,vm_splintered,vm_compacted,vm_moved,vm_stalled,vm_far_faults,vm_bloat
same_1,S1_a_tlb,gpu_mmu,a_tlb,30,100,100,5000,1,100,1,0.5,0.25,100,200,1,,,,,,,
same_1,S1_a_tlb,mosaic,a_tlb,30,150,100,5000,1.5,150,1,0.75,0.5,10,200,1,4,0,0,0,0,0,2
same_1,S1_a_tlb,ideal,a_tlb,30,200,100,5000,2,200,1,,,,,,4,0,0,0,0,0,2
same_2,S2_a_tlb,gpu_mmu,a_tlb+a_tlb,15+15,50+50,100+100,5000,1,100,2,0.7,0.35,300,400,1,,,,,,,
same_2,S2_a_tlb,mosaic,a_tlb+a_tlb,15+15,75+75,100+100,5000,1.5,150,2,0.95,0.7,30,200,1,8,0,0,0,0,0,4
same_2,S2_a_tlb,ideal,a_tlb+a_tlb,15+15,100+100,100+100,5000,2,200,1,,,,,,8,0,0,0,0,0,4
other_2,H2_01,gpu_mmu,a_tlb+b_tlb,15+15,50+50,100+200,5000,0.75,100,4,0.5,0.25,100,200,1,,,,,,,
other_2,H2_01,mosaic,a_tlb+b_tlb,15+15,100+40,100+200,5000,1.5,140,2,0.75,0.5,10,200,1,4,0,0,0,0,0,2
other_2,H2_01,ideal,a_tlb+b_tlb,15+15,100+100,100+200,5000,2,200,2,,,,,,4,0,0,0,0,0,2
l1_8,H2_01,gpu_mmu,a_tlb+b_tlb,15+15,50+25,100+200,5000,0.5,75,4,0.5,0.25,100,200,1,,,,,,,
tables_64,H2_01,gpu_mmu,a_tlb+b_tlb,15+15,50+25,100+200,5000,0.5,75,4,0.5,0.125,100,600,1,,,,,,,
whole,S1_a_tlb,only_2m,a_tlb,30,175,100,5000,1.75,175,1,0.99,0.5,1,200,1,,,,,,,
only_2m,H2_01,only_2m,a_tlb+b_tlb,15+15,50+50,100+200,5000,1,100,4,0.99,0.5,7,200,1,,,,,,,
mask,H2_01,mask,a_tlb+b_tlb,15+15,50+50,100+200,5000,0.875,100,4,0.5,0.5,77,200,1,,,,,,,
f_50_50,H2_01,cac,a_tlb+b_tlb,15+15,50+50,100+200,5000,1.25,100,4,0.5,0.5,77,200,1,4,0,3,512,9999,0,1.5
released,S1_a_tlb,mosaic_256,a_tlb,30,200,100,5000,2,200,1,0.5,0.5,12,1,1,4,3,0,0,0,0,2
released,S1_a_tlb,mosaic_512,a_tlb,30,200,100,5000,2,150,1,0.5,0.5,12,1,1,4,5,0,0,0,0,2
there,S1_a_tlb,mosaic,a_tlb,30,200,100,5000,2,200,1,0.5,0.5,1,1,1,4,0,0,0,0,0,2
paging,S1_a_tlb,gpu_mmu,a_tlb,30,20,100,5000,0.2,20,1,0.5,0.5,1,1,1,,,,,,64,
paging,S1_a_tlb,mosaic,a_tlb,30,25,100,5000,0.25,25,1,0.5,0.5,1,1,1,3,0,0,0,0,32,2
END
cp "$POISE_ROOT/datasets/results/mosaic.csv" small/
cp "$POISE_ROOT/datasets/results/mosaic.csv" empty/
for name in size designs source programs each runs l1 l2 l1_large l2_large translation tables whole released strangers paging; do
    printf '%s\n<!-- table mosaic_%s -->\n<!-- end -->\n' "$name" "$name"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small
"$POISE_ROOT/datasets/results.sh" fill tables.md empty | grep -v '^<' | grep -c 'Not simulated'
printf '<!-- table mosaic_nothing -->\n<!-- end -->\n' >bad.md
"$POISE_ROOT/datasets/results.sh" fill bad.md small >/dev/null
