# A line for each mix and scheduler of CSV files of 'poise evaluate --mixes' (make reproduce-dram): who loses what, row hits and requests of the GPU
# and of the cores. The study is the name of the file, "main" for blocks of mixes; queue_64 under tcm is the scheduler tcm of the study queue_64.

function put(value) { return value == "" ? "" : sprintf("%.6g", value) }
function flush(    requests) {
    if (mix == "")
        return
    printf "%s,%s,%s,%s,%s,%s,%s,%s", study, mix, scheduler, gpu, put(speedup), put(gpu_speedup), put(worst), loser
    printf ",%s,%s,%d,%d\n", of["sms"] ? put(hits["sms"] / of["sms"]) : "", of["cpu"] ? put(hits["cpu"] / of["cpu"]) : "", of["sms"], of["cpu"]
    mix = ""
}

BEGIN {
    FS = ","
    print "study,mix,scheduler,gpu,cpu_weighted_speedup,gpu_speedup,cpu_max_slowdown,loser,gpu_row_hits,cpu_row_hits,gpu_requests,cpu_requests"
}
FNR == 1 {
    flush()
    study = FILENAME
    gsub(/.*\/|\.csv$/, "", study)
    sub(/^block_.*/, "main", study)
    for (i = 1; i <= NF; i++)
        at[$i] = i
    next
}
$at["mix"] != mix || $at["policy"] != scheduler {
    flush()
    mix = $at["mix"]
    scheduler = $at["policy"]
    gpu = loser = ""
    worst = 0
    delete hits
    delete of
    speedup = $at["cpu_weighted_speedup"]
    gpu_speedup = $at["gpu_speedup"]
}
{
    kind = $at["kind"]
    hits[kind] += $at["dram_row_hits"]
    of[kind] += $at["dram_reads"] + $at["dram_writes"]
    if (kind == "sms")
        gpu = $at["program"]
    else if ($at["slowdown"] > worst) {
        worst = $at["slowdown"]
        loser = $at["program"]
    }
}
END { flush() }
