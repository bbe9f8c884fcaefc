# Tables of "Large pages by their use" from rows that one can compute by hand: gains are geometric means over runs of the speed over worth_0 in the same setting, the
# static worth is chosen on the training runs only, the oracle run by run; what is not there is said.
mkdir small none
cat >small/mosaic_learned.csv <<'END'
part,setting,run,design,speedup,coalesced,gathered,moved,stalled,walks
training,10_bulk,a,worth_0,1,0,0,0,0,10
training,10_bulk,a,worth_20,1.21,2,2,10,1000000,5
training,10_bulk,a,worth_100,0.9,9,9,90,9000000,5
training,10_bulk,a,source,0.8,9,0,90,9000000,5
training,10_bulk,a,free,1.5,9,0,90,0,5
training,10_bulk,b,worth_0,2,0,0,0,0,10
training,10_bulk,b,worth_20,2,0,0,0,0,5
training,10_bulk,b,worth_100,2.2,9,9,90,9000000,5
training,10_bulk,b,source,2,9,0,90,9000000,5
training,10_bulk,b,free,2,9,0,90,0,5
judged,50_bulk,c,worth_0,1,0,0,0,0,10
judged,50_bulk,c,worth_20,0.9,1,1,10,1000000,10
judged,50_bulk,c,worth_100,1.3,8,8,80,8000000,10
judged,50_bulk,c,source,0.5,8,0,80,16000000,10
judged,50_bulk,c,free,2,8,0,80,0,10
learned,50_bulk,c,learned,1.2,7,7,70,7000000,10
END
for table in sweep judged runs; do
    printf '<!-- table promotion_%s -->\n<!-- end -->\n' "$table"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small | grep -v -e '^| ---' -e '^<!-- end'
"$POISE_ROOT/datasets/results.sh" fill tables.md none | grep -c 'Not simulated for this page'
printf '<!-- table promotion_nothing -->\n<!-- end -->\n' >bad.md
"$POISE_ROOT/datasets/results.sh" fill bad.md small >/dev/null
