# Storage of the compared policies on the thesis machine, as docs/SCHEDULERS.md says.
for p in swl:4 ccws daws two_level two_level_active warp_limiting:2:4 pc_bypass apcm adaptive_bypass locality_filter; do
    poise policies $p | sed -n "s/^storage: *\([0-9]*\) bits.*/$p \1/p"
done
# What all banks share counts once.
for p in warp_types medic wms dip srrip drrip ship pcal_l2 pc_byp rand_byp; do
    poise policies $p | sed -n "s/^storage: *\([0-9]*\) bits.*/$p \1/p"
done
# Of each channel a queue of 16 requests, or one of reads and one of writes; of translation, memory and the choice of loads, so that it does not change unseen.
model=poise:$POISE_ROOT/models/thesis.model:mode=thesis
for p in frfcfs cfrfcfs drain shared_tlb pwcache mosaic "$model" "$model:loads=$POISE_ROOT/models/loads.model"; do
    poise policies "$p" | sed -n "s/^storage: *\([0-9]*\) bits.*/\1/p" | sed "s|^|${p//$POISE_ROOT\//} |"
done
for n in 3,072 1,044,992 1,364,480 320 7,680 1,536 25,088 108,224 61,600 393,216; do
    grep -q "| $n |" "$POISE_ROOT/docs/SCHEDULERS.md" || echo "$n is not in the table"
done
