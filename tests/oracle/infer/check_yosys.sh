#!/bin/bash
# Does Yosys make gates of the compiled Verilog, and how many? test_verilog.c simulates them in its full run, which
# POISE_VERILOG_VECTORS asks for; that of the choice, the table of 16 loads and its parts are synthesised in the full run, too.
# Prints cells, flip-flops and area of both modules, and of the machines of a chip as a share of it. Skipped where there is
# no yosys. BUILD names the build folder.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
command -v yosys >/dev/null || { echo "yosys is not installed" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$build/poise" compile --sweep 0 -o engine.v "$root/models/thesis.model" >report
"$build/poise" compile --sweep 0 -o loads.v "$root/models/loads.model" >report
"$build/poise" compile --sweep 0 -o choice.v "$root/models/default.model" >report

# Area in um^2 of the smallest cells of the Nangate 45 nm Open Cell Library, and of a NAND gate, the usual unit.
cat >areas <<'AREAS'
$_NOT_ 0.532
$_NAND_ 0.798
$_NOR_ 0.798
$_AND_ 1.064
$_OR_ 1.064
$_XOR_ 1.596
$_XNOR_ 1.596
$_MUX_ 1.862
$_AOI3_ 1.064
$_OAI3_ 1.064
$_AOI4_ 1.330
$_OAI4_ 1.330
$_DFF_P_ 4.522
AREAS

# synthesise NAME MODULE [PARAMETER VALUE]..., of the file $source or engine.v: one line "NAME cells flip-flops um^2". A cell without an area, such as a latch, is an
# error.
synthesise() {
    local name=$1 module=$2 settings=
    shift 2
    for ((; $#; )); do
        settings="$settings -set $1 $2"
        shift 2
    done
    local map='abc -g NAND,NOR,AND,OR,XOR,XNOR,MUX,AOI3,OAI3,AOI4,OAI4;'
    yosys -q -p "read_verilog ${source:-engine.v}; ${settings:+chparam $settings $module;} synth -flatten -top $module;
        dfflegalize -cell \$_DFF_P_ x; check -assert; $map $map opt_clean; tee -o $name.stat stat" >log 2>&1 || { cat log >&2; return 1; }
    awk -v module="$name" 'NR == FNR { area[$1] = $2; next }
        /Number of cells/ { counting = 1; next }
        counting && NF == 2 {
            if (!($1 in area)) { print "no area for " $1 > "/dev/stderr"; exit 1 }
            cells += $2; sum += $2 * area[$1]; if ($1 == "$_DFF_P_") flip_flops = $2
        }
        END { print module, cells, flip_flops, sum }' areas "$name.stat"
}

{
    synthesise engine poise_engine
    synthesise hie poise_hie
    # For 24 warps, and for windows of 10,000 cycles with two instructions issued in each.
    synthesise hie_of_24 poise_hie WARP_BITS 5 COUNTER_BITS 16
    # What an SM has for loads: 11 bits, 97 for each load, and 38 of the control. A table of 4 is quick to make.
    source=loads.v synthesise sm_loads_4 poise_sm_loads LOADS 4
    # The sum over features of a load, the whole decision, and 787 and 1,563 bits of 8 and 16 loads.
    [ -z "${POISE_VERILOG_VECTORS:-}" ] || {
        source=loads.v synthesise loads poise_load_score
        source=loads.v synthesise decide poise_load_decide
        source=loads.v synthesise sm_loads_8 poise_sm_loads LOADS 8
        source=loads.v synthesise sm_loads poise_sm_loads
        source=choice.v synthesise choice poise_engine
    }
} >totals
# The chip: NVIDIA GF100, 529 mm^2 at 40 nm, 16 SMs; areas are not scaled from 45 nm. One engine serves all SMs.
awk 'BEGIN { chip = 529e6; printf "%-10s %7s %10s %9s %8s\n", "module", "cells", "flip-flops", "NAND", "um^2" }
    function share(sms, hie) { return (area["engine"] + sms * area[hie]) / chip }
    { printf "%-10s %7d %10d %9.0f %8.0f\n", $1, $2, $3, $4 / 0.798, $4; area[$1] = $4; bits[$1] = $3 }
    END {
        printf "134 bits in each of 32 SMs: %.4f %% of the chip\n", 100 * 32 * 134 * 4.522 / chip
        for (sms = 16; sms <= 32; sms += 16)
            printf "one engine and %d state machines: %.4f %%, for 24 warps %.4f %%\n", sms, 100 * share(sms, "hie"),
                100 * share(sms, "hie_of_24")
        exit !(share(16, "hie_of_24") < 0.0001 && share(32, "hie") < 0.0002 && bits["engine"] < 480 && bits["hie"] < 240 &&
            bits["sm_loads_4"] == 11 + 4 * 97 + 38 &&
            (!("sm_loads" in bits) || bits["loads"] < 80 && bits["decide"] < 370 && bits["sm_loads_8"] == 787 + 38 && bits["sm_loads"] == 1563 + 38))
    }' totals
