# Storage of PCAL (two bits a warp, two counters an SM, the state machine) and of APRES (724 bytes an SM).
for policy in pcal_swl pcal apres apres:prefetch=0; do
    poise policies $policy | grep -E '^(pcal|apres|interface|source|storage)'
done
