# A line for each mix and design of 'poise evaluate --mixes' (make reproduce-translation): who ran on how many SMs, what a mix is judged by, what TLBs and
# walks told. Files come in twos, NAME.told with the lines of jq, then NAME.csv. The study is NAME, "main" for blocks of pairs.
#
#   awk -v classes=FILE -f datasets/translation_rows.awk NAME.told NAME.csv...
#   awk -v told_columns="NAME..." -f datasets/translation_rows.awk NAME.told NAME.csv...
#
# The second form, of 'make reproduce-mosaic', has no classes and n-HMR, but the IPC of each program and of each alone, and names what was told.
#
# A design STUDY.NAME is NAME of that study. A file NAME_DESIGN.csv of a block is of a machine of that design alone; its speedups are to the same programs alone as those of NAME.csv before it.
# n-HMR: how many programs of the mix are high in both miss rates, by the lines 'RUN CLASS' of `classes`.

function put(value) { return value == "" ? "" : sprintf("%.6g", value) }
function flush(    words, n) {
    n = split(design, words, ".")
    if (mix != "")
        printf "%s,%s,%s,%s,%s,%s,%d,%s,%s,%s%s\n", (n > 1 ? words[1] : study), mix, words[n], programs, sms, (told_columns ? ipcs "," alones : hmr), cycles,
            put(speedup), put(ipc), put(slowdown), told[mix, design]
    mix = ""
}

BEGIN {
    FS = ","
    names = told_columns ? told_columns : "l1_hit_rate l2_hit_rate bypass_hit_rate walks walk_latency walks_at_once look_ups_per_miss cache_1 cache_2 " \
        "cache_3 cache_4 waiting_for_page dram_share dram_walk dram_data"
    gsub(/ +/, ",", names)
    print "study,mix,design,programs,sms," (told_columns ? "ipcs,ipcs_alone" : "hmr") ",cycles,weighted_speedup,ipc,max_slowdown," names
    while (classes != "" && (getline line < classes) > 0) {
        split(line, word, " ")
        class[word[1]] = word[2]
    }
}
FNR == 1 {
    flush()
    study = FILENAME
    gsub(/.*\/|\.(csv|told)$/, "", study)
    is_own = study ~ /^block_[0-9]+_/
    sub(/^block_.*/, "main", study)
    is_told = FILENAME ~ /\.told$/
    if (is_told)
        delete told
    for (i = 1; i <= NF && !is_told; i++)
        at[$i] = i
    if (!is_told)
        next
}
is_told {
    for (i = 4; i <= NF; i++)
        told[$2, $3] = told[$2, $3] "," put($i)
    next
}
$at["mix"] != mix || $at["policy"] != design {
    flush()
    mix = $at["mix"]
    design = $at["policy"]
    programs = sms = ipcs = alones = ""
    hmr = n = 0
    cycles = $at["cycles"]
    speedup = $at["weighted_speedup"]
    ipc = $at["ipc_total"]
    slowdown = $at["maximum_slowdown"]
}
{
    programs = programs (programs == "" ? "" : "+") $at["program"]
    sms = sms (sms == "" ? "" : "+") $at["sms"]
    ipcs = ipcs (n ? "+" : "") put($at["ipc"])
    alones = alones (n ? "+" : "") put($at["ipc_alone"])
    n++
    if (study == "main" && !is_own)
        alone[mix, n] = $at["ipc_alone"]
    if (is_own) {
        own = alone[mix, n] / $at["ipc"]
        speedup = (n > 1 ? speedup : 0) + 1 / own
        slowdown = n > 1 && slowdown > own ? slowdown : own
    }
    hmr += class[$at["program"]] == "hh"
}
END { flush() }
