# Whole machines are compared: schemes name policies of any place, on the command line and in a file, which has comments; every
# output says what stands behind a name. The numbers are those of poise sim with the same policies.
poise capture -o traces/bicg -- "$POISE_BUILD/datasets/bicg" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
machine=(-c demo-8sm --set sms=2)
cat >my.schemes <<END
# what is compared
base   gto
order  tlb:shared_tlb+tuple:8:2   # with page walks
END
poise evaluate "${machine[@]}" --progress never --schemes my.schemes -s few=tuple:8:2,swl+tlb:shared_tlb -m cycles -o all.h5 --csv all.csv \
    --json all.json traces/bicg 2>/dev/null | sed -n '/^Policies/,$p'
poise report all.h5 --format md -o all.md && grep '^\* order' all.md
poise report all.h5 -o all.html && grep -c '<dt>order</dt><dd>tlb:shared_tlb+tuple:8:2</dd>' all.html
grep '"parts": ' all.json | tr -s ' '
cut -d , -f 2,4 all.csv >cycles
for scheme in base=gto few=tuple:8:2 order=tuple:8:2+tlb:shared_tlb; do
    poise sim "${machine[@]}" -s "$scheme" traces/bicg 2>/dev/null | sed -n "s/^gpu_tot_sim_cycle = /${scheme%%=*},/p"
done | sort >simulated
grep -E '^(base|few|order),' cycles | sort | cmp - simulated && echo "as poise sim"
[ "$(sort -u simulated | cut -d , -f 2 | sort -u | wc -l)" = 3 ] && echo "different cycles"
