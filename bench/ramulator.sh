#!/bin/bash
# How far is our memory channel from Ramulator 2? The same lists of requests through both, one channel, open rows, FR-FCFS.
#
#   bench/ramulator.sh RAMULATOR      a folder of Ramulator 2.1 with its library (libramulator.so) built
#
# Built without Python bindings: cmake -DRAMULATOR_PYTHON_BINDINGS=OFF; with the libraries of a distribution in the place of the ones it fetches,
# find_package(yaml-cpp) and find_package(fmt) instead of FetchContent. Timing is Ramulator's own, from its tables of standards
# (bench/ramulator/configure.py); lists are those of dram_stream (tests/oracle/sim/dram_stream.c). Prints per list: requests that go to
# the next column and that write, mean distance in cycles (0 = as fast as they are taken), total cycles, share of row hits and, where the
# channel is not saturated, mean latency of a read: theirs, ours, difference. Their controller and scheduler are by default the ones of
# bench/ramulator/drive.cpp, which choose as ours do, so that what differs is the model of the channel; CONTROLLER=GenericDDR and
# SCHEDULER=FRFCFS-RowHit or FRFCFS are Ramulator's own. BUILD names the build folder, POLICY our scheduler, OURS options of our machine,
# COMMANDS=1 prints instead how many commands come in the same cycle on both sides and the first two that differ (bench/ramulator/commands.py),
# REFRESH=AllBank switches refresh on, QUEUE is the length of the queues, REQUESTS of the lists, STANDARDS and MIXES choose lines.
set -eu
ramulator=$(cd "${1:?usage: bench/ramulator.sh RAMULATOR}" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make -s -C "$root" BUILD="${BUILD:-build}" "${BUILD:-build}/bench/dram_stream" > /dev/null
"${CXX:-g++}" -std=c++20 -O2 -I"$ramulator/src" -o "$scratch/drive" "$root/bench/ramulator/drive.cpp" \
    -L"$ramulator" -lramulator -Wl,-rpath,"$ramulator"

standards=${STANDARDS:-"DDR3:DDR3_2Gb_x8:DDR3_1066G DDR5:DDR5_16Gb_x8:DDR5_4800BN GDDR6:GDDR6_8Gb_x16:GDDR6_14000_1350mV_double"}
mixes=${MIXES:-"0:0:0 60:0:0 90:0:0 60:100:0 60:30:0 90:30:0 60:0:40 60:30:40"}

commands=${COMMANDS:+"$scratch/commands"}
[ -n "$commands" ] || printf '%-24s %4s %6s %4s %20s %8s %16s %6s %16s %8s\n' timing next writes gap cycles '' 'row hits' '' latency ''
for standard in $standards; do
    IFS=: read -r kind organisation timing <<< "$standard"
    PYTHONPATH=$ramulator/python python3 "$root/bench/ramulator/configure.py" "$kind" "$organisation" "$timing" \
        "${CONTROLLER:-OneQueue}" "${SCHEDULER:-RowFirst}" "${REFRESH:-NoRefresh}" "${QUEUE:-64}" "$scratch/config.yaml" > "$scratch/ours"
    read -r settings levels < "$scratch/ours"
    settings="$settings,${OURS:-dram_first=oldest,dram_service=queue}"
    for mix in $mixes; do
        IFS=: read -r next writes gap <<< "$mix"
        "$build/bench/dram_stream" make thesis-ch5 "$settings" "$next" "$writes" "$gap" "${REQUESTS:-50000}" 1 > "$scratch/list"
        read -r their_cycles their_hits their_latency < <("$scratch/drive" "$scratch/config.yaml" "$scratch/list" "$levels" ${commands:+"$commands.theirs"} | tail -1)
        read -r cycles hits latency < <("$build/bench/dram_stream" run thesis-ch5 "$settings" "${POLICY:-frfcfs}" "$scratch/list" ${commands:+"$commands.ours"})
        if [ -n "$commands" ]; then
            printf '%-24s %4d %6d %4d ' "$timing" "$next" "$writes" "$gap"
            python3 "$root/bench/ramulator/commands.py" "$commands.theirs" "$commands.ours"
            continue
        fi
        awk -v timing="$timing" -v next_column="$next" -v writes="$writes" -v gap="$gap" -v n="${REQUESTS:-50000}" \
            -v tc="$their_cycles" -v c="$cycles" -v th="$their_hits" -v h="$hits" -v tl="$their_latency" -v l="$latency" 'BEGIN {
            printf "%-24s %4d %6d %4d %10d %9d %+7.1f%% %7.1f%% %7.1f%% %+6.1f", timing, next_column, writes, gap, tc, c, 100 * (c / tc - 1),
                   100 * th / n, 100 * h / n, 100 * (h - th) / n
            if (gap) printf " %8.1f %7.1f %+7.1f%%", tl, l, 100 * (l / tl - 1)
            print ""
        }'
    done
done
