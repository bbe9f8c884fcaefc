# Policies whose options are each in range and make nothing together: the sentence says why.
for p in shared_tlb:l2=100 shared_tlb:walks=257 pwcache:bytes=1000 pwcache:walks=257 pc_bypass:4:8 tuple:4:8 tuple:4:2:13,; do
    poise policies "$p" 2>&1
    echo "exit code $?"
done
