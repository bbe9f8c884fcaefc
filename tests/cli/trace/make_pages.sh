# Kernels of the four classes: what they are made of is told, and on the machine of MASK's source, as far as TLBs know it, each has the miss rates
# that its name says, low below 20 %. Fewer pages make a low rate of a high one, more the other way.
class() {
    poise sim -c demo-8sm --tlb shared_tlb --set warps=64,core_mhz=1020 --json "$1" 2>/dev/null |
        jq -r '[.tlb.l1_hit_rate, .tlb.l2_hit_rate] | map(if . <= 0.8 then "high" else "low" end) | join(" ")'
}
make() { poise trace make "$@" --blocks 64 -o x.wtr; }
make ll --iterations 1536 && echo "ll: $(class x.wtr)"
make lh --iterations 256 && echo "lh: $(class x.wtr)"
make hl --iterations 128 && echo "hl: $(class x.wtr)"
make hh --iterations 128 && echo "hh: $(class x.wtr)"
make hl --pages 48 --iterations 128 && echo "hl of 48 pages: $(class x.wtr)" | cut -d' ' -f1-6
make hl --pages 8192 --iterations 128 && echo "hl of 8192 pages: $(class x.wtr)"
make lh --visit 2 --iterations 32 && echo "lh of 2 loads a visit: $(class x.wtr)"
make hh --seed 2 && poise trace make hh --blocks 64 --seed 2 -o y.wtr && cmp x.wtr y.wtr && echo "the same again"
poise trace info --json x.wtr | jq '.warps, .line_accesses'
