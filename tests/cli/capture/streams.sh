# What a simulator needs of a stream is in it: dependences through loops, bank conflicts, collisions of atomics, constant and
# private memory, registers for occupancy, warps with fewer lanes.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch

# capture NAME KERNEL ITEMS GROUP [OPTIONS]: a trace of one launch
capture() {
    poise capture -o "$1" -- ./one_launch "$tests/streams.cl" "$2" "$3" "-DSTRIDE=1 -DLANES=1 ${5:-}" "$4" 2>/dev/null || exit 1
}

# shows NAME WARP PATTERN COUNT: so many instructions of the warp match the pattern
shows() {
    local n
    n=$(poise trace print -w "$2" -n 0 "$1" | grep -c -E "$3")
    [ "$n" = "$4" ] || {
        poise trace print -w "$2" -n 0 "$1"
        echo "$1: $n instructions match '$3', expected $4"
        exit 1
    }
}

# Ten additions to a register that each of them reads, of a value just loaded.
capture sum sum 640 64
shows sum 0 ' int .* (r[0-9]+) <- .*\b\1\b' 20 # the sum and the loop counter
shows sum 1 ' ld\.global ' 10

# A stride of s words needs as many passes as s has powers of two, and 33 words none more than one.
for stride in 1 2 4 8 16 32 33; do
    capture "banks$stride" banks 64 64 "-USTRIDE -DSTRIDE=$stride"
    passes=$((stride == 33 ? 1 : stride))
    shows "banks$stride" 0 "st\.shared .*  $passes pass" 1
    shows "banks$stride" 1 "ld\.shared .*  $passes pass" 1
done

for lanes in 1 4 32; do
    capture "counters$lanes" counters 64 64 "-ULANES -DLANES=$lanes"
    shows "counters$lanes" 0 "atom\.shared .*  $lanes pass" 1
    shows "counters$lanes" 1 "atom\.global .*  $lanes lanes on one address" 1
done

capture constants constants 256 64
shows constants 5 'ld\.const .*  0x[0-9a-f]+:f$' 1
shows constants 5 'ld\.const .*  0x[0-9a-f]+:[1248]$' 1

capture private private_memory 64 64
shows private 1 'st\.local .*  0x[0-9a-f]+:f$' 16
shows private 1 'ld\.local .*  0x[0-9a-f]+:f$' 1

capture few few_registers 64 64
capture many many_registers 64 64
few=$(value few registers_per_thread)
many=$(value many registers_per_thread)
[ "$few" -le 12 ] && [ "$many" -ge 30 ] && [ "$many" -le 63 ] || {
    echo "registers per thread: few $few, many $many"
    exit 1
}

# Groups of 40: every second warp has 8 lanes, and the lines of 8 lanes.
capture partial few_registers 120 40
expect partial/*.wtr warps 6
expect partial/*.wtr warps_per_block 2
shows partial 4 ' ffffffff .* st\.global ' 1
shows partial 5 ' 000000ff .* st\.global .*  0x[0-9a-f]+:4$' 1
# A global size that no group size divides is no launch at all, OpenCL 1.2 section 5.8.
poise capture -o uneven -- ./one_launch "$tests/streams.cl" few_registers 100 "-DSTRIDE=1 -DLANES=1" 64 2>uneven.log && exit 1
grep -q 'clEnqueueNDRangeKernel: OpenCL error -54' uneven.log # CL_INVALID_WORK_GROUP_SIZE
