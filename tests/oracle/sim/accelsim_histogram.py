#!/usr/bin/env python3
"""Histograms in global memory as Accel-Sim traces, and what Accel-Sim makes of them.

    tests/oracle/sim/accelsim_histogram.py BINS BLOCKS FOLDER     writes the trace
    ACCELSIM_RUN=COMMAND tests/oracle/sim/accelsim_histogram.py MACHINES > tests/oracle/sim/accelsim_histogram.csv

The second form measures anew: COMMAND CONFIG_FOLDER TRACE_FOLDER OPTIONS... must simulate and print "cycles NUMBER" and a line
"L2 GLOBAL_ACC_R" with "TOTAL_ACCESS NUMBER"; MACHINES/mini and MACHINES/gtx480 hold the gpgpusim.config of the presets accelsim-mini and
gtx480. With 16 blocks, where a cycle decides which warps meet, ten machines each, with up to two cycles more or less of two latencies.

Blocks of 8 warps; each warp loads 16 times a line of values and adds 1 to a bin for every lane.
"""
import os
import re
import subprocess
import sys
import tempfile

WARPS, STEPS = 8, 16
LATENCIES = [(100, 120), (99, 120), (98, 120), (101, 120), (102, 120), (100, 119), (100, 118), (100, 121), (100, 122), (101, 121)]
DATA, COUNTS = 0x1000000000, 0x1004000000
HEAD = """-kernel name = histogram_{bins}
-kernel id = 1
-grid dim = ({blocks},1,1)
-block dim = ({threads},1,1)
-shmem = 0
-nregs = 20
-binary version = 61
-cuda stream id = 0
-shmem base_addr = 0x00007f5c00000000
-local mem base_addr = 0x00007f5c02000000
-nvbit version = 1.5.5
-accelsim tracer version = 4

#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]

"""


def values(bins):
    """Bins of one lane after another, the same in every version of Python."""
    state = 1
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 33) % bins


def write(bins, blocks, folder):
    bin_of = values(bins)
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/kernelslist.g", "w") as out:
        out.write("kernel-1.traceg\n")
    with open(f"{folder}/kernel-1.traceg", "w") as out:
        out.write(HEAD.format(bins=bins, blocks=blocks, threads=32 * WARPS))
        for warp in range(blocks * WARPS):
            if warp % WARPS == 0:
                out.write(f"#BEGIN_TB\n\nthread block = {warp // WARPS},0,0\n\n")
            out.write(f"warp = {warp % WARPS}\ninsts = {4 * STEPS + 1}\n")
            for i in range(STEPS):
                line = DATA + 128 * (i * blocks * WARPS + warp)
                counts = " ".join(f"0x{COUNTS + 4 * next(bin_of):x}" for _ in range(32))
                out.write(f"0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x{line:x} 4\n")
                out.write("0010 ffffffff 1 R5 IADD3 2 R4 R3 0\n")
                out.write(f"0020 ffffffff 0 RED.E.ADD 2 R5 R6 4 0 {counts}\n")
                out.write("0030 ffffffff 0 BRA 1 R3 0\n")
            out.write("0040 ffffffff 0 EXIT 0 0\n\n")
            if warp % WARPS == WARPS - 1:
                out.write("#END_TB\n\n")


def simulate(config, folder, dram, l2):
    options = ["-dram_latency", str(dram), "-gpgpu_l2_rop_latency", str(l2)]
    command = os.environ["ACCELSIM_RUN"].split() + [config, folder] + options
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    cycles = re.search(r"cycles (\d+)", text)[1]
    accesses = re.search(r"L2 GLOBAL_ACC_R .*TOTAL_ACCESS (\d+)", text)[1]
    return f"{cycles},{accesses}"


def measure(machines):
    print("machine,bins,blocks,dram_latency,l2_latency,cycles,l2_accesses")
    for machine, preset in (("mini", "accelsim-mini"), ("gtx480", "gtx480")):
        for bins in (1, 16, 256, 4096):
            for blocks in (16, 60):
                with tempfile.TemporaryDirectory() as folder:
                    write(bins, blocks, folder)
                    for dram, l2 in LATENCIES if blocks == 16 else LATENCIES[:1]:
                        answer = simulate(f"{machines}/{machine}", folder, dram, l2)
                        print(f"{preset},{bins},{blocks},{dram},{l2},{answer}", flush=True)


def main():
    if len(sys.argv) == 4:
        write(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
    elif len(sys.argv) == 2 and "ACCELSIM_RUN" in os.environ:
        measure(sys.argv[1])
    else:
        sys.exit(__doc__)


main()
