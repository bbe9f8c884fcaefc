# A frame of deferred shading asks memory for more than the most intensive CPU programs do, with row hits and many banks at once, while CPU
# programs have one or the other ([RA] figure 5.2); cores with programs of low intensity are fast, the others wait.
# test: slow
OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so poise capture -o frame -- "$POISE_BUILD/datasets/deferred" >/dev/null 2>&1 || exit 99
mhz=$(poise sim -c sms --show-config | awk '$1 == "core_mhz" { print $3 }')
poise sim -c sms --bottleneck --json frame 2>/dev/null |
    jq -r --argjson mhz "$mhz" '"frame \((.dram_reads + .dram_writes) * $mhz / .cycles) \(.dram_row_hits / (.dram_reads + .dram_writes)) \(.bottleneck.dram_banks_busy)"' >figures
for program in "$POISE_ROOT"/datasets/cpu/*.cpu; do
    poise sim -c sms --cpu "$program" --json 2>/dev/null | jq -r --arg class "$(poise trace cpu --json "$program" | jq -r .class)" '.cpus[0] |
        "\(.program) \(3200 * (.dram_reads + .dram_writes) / .cycles) \(.dram_row_hits / (.dram_reads + .dram_writes)) \(.read_latency / .cycles) \(.ipc) \($class)"'
done >>figures
awk '{ rate[$1] = $2; hits[$1] = $3; parallel[$1] = $4 }
    $1 != "frame" && $2 > most { most = $2 }
    $6 == "low" { low++; fast += $5 > 2 }
    $6 != "low" && $1 != "frame" { waiting += $5 < 1.2; others++ }
    END {
        print "frame", (rate["frame"] > 3 * most), (hits["frame"] > 0.7), (parallel["frame"] > 4)
        print "streams", (hits["zlib"] > 0.9), (parallel["zlib"] < 1.5)
        print "irregular", (hits["columns"] < 0.6), (parallel["columns"] > 8)
        print "classes", (low == fast), (others == waiting)
    }' figures
