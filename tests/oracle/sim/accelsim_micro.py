#!/usr/bin/env python3
"""Measures the micro-benchmarks of accelsim_micro.csv anew in Accel-Sim.

    ACCELSIM_RUN=COMMAND tests/oracle/sim/accelsim_micro.py MACHINE > tests/oracle/sim/accelsim_micro.csv

COMMAND MACHINE KERNELSLIST must simulate and print "cycles=NUMBER" among other words, as for bench/accelsim.sh; MACHINE is
the folder with the gpgpusim.config of the GTX 480 cut to 4 SMs and 2 channels (docs/FIDELITY.md). The programs are those of
test_accelsim_micro.c, under the same names.
"""
import os
import subprocess
import sys
import tempfile

DATA = 0x1000000000
HEAD = """-kernel name = {name}
-kernel id = 1
-grid dim = ({blocks},1,1)
-block dim = ({threads},1,1)
-shmem = 0
-nregs = 64
-binary version = 70
-cuda stream id = 0
-shmem base_addr = 0x00007f5c00000000
-local mem base_addr = 0x00007f5c02000000
-nvbit version = 1.5.5
-accelsim tracer version = 4

#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]

"""


def alu(op, destination, *sources):
    return f"1 R{destination} {op} {len(sources)} " + "".join(f"R{s} " for s in sources) + "0"


def memory(op, destination, sources, address, stride):
    to = "0" if destination is None else f"1 R{destination}"
    return f"{to} {op} {len(sources)} " + "".join(f"R{s} " for s in sources) + f"4 1 0x{address:x} {stride}"


def memory_at(op, destination, sources, addresses):
    return (
        f"1 R{destination} {op} {len(sources)} "
        + "".join(f"R{s} " for s in sources)
        + "4 0 "
        + " ".join(f"0x{a:x}" for a in addresses)
    )


def line(i):
    return DATA + 128 * i


# name: (thread blocks, warps, instruction i of a warp, distinct instructions)
CASES = {
    "alu0": (1, 1, lambda i: alu("MOV", 4), 16),
    "alu1": (1, 1, lambda i: alu("IADD3", 4, 4), 16),
    "alu2": (1, 1, lambda i: alu("IADD3", 4, 4, 5), 16),
    "alu3": (1, 1, lambda i: alu("IADD3", 4, 4, 5, 6), 16),
    "alu3_one_bank": (1, 1, lambda i: alu("IADD3", 4, 4, 20, 36), 16),
    "independent": (1, 1, lambda i: alu("IADD3", 10 + i % 16, 5), 16),
    "independent_8_warps": (1, 8, lambda i: alu("IADD3", 10 + i % 16, 5, 6), 16),
    "independent_48_warps": (24, 8, lambda i: alu("IADD3", 10 + i % 16, 5, 6, 7), 16),
    "sfu": (1, 1, lambda i: alu("MUFU.RCP", 4, 4), 16),
    "sfu_8_warps": (1, 8, lambda i: alu("MUFU.RCP", 10 + i % 16, 4), 16),
    "dp": (1, 1, lambda i: alu("DADD", 4, 4), 16),
    "l1_hit": (1, 1, lambda i: memory("LDG.E.SYS", 4, [4], line(0), 4), 16),
    "l2_hit": (1, 1, lambda i: memory("LDG.E.SYS", 4, [4], line(i % 384), 4), 16),
    "l1_hit_32_lines": (1, 1, lambda i: memory("LDG.E.SYS", 4, [4], line(0), 128), 16),
    "dram": (1, 1, lambda i: memory("LDG.E.SYS", 4, [4], line(i), 4), 16),
    "store": (1, 1, lambda i: memory("STG.E.SYS", None, [4, 5], line(i % 384), 4), 16),
    "shared": (1, 1, lambda i: memory("LDS", 4, [4], 0, 4), 16),
    "shared_8_passes": (1, 1, lambda i: memory("LDS", 4, [4], 0, 32), 16),
    "atomic": (1, 1, lambda i: memory("ATOM.E.ADD", 4, [4, 5], line(0), 4), 16),
    "atomic_same": (1, 1, lambda i: memory("ATOM.E.ADD", 4, [4, 5], line(0), 0), 16),
    "atomic_same_8_warps": (1, 8, lambda i: memory("ATOM.E.ADD", 4, [4, 5], line(0), 0), 16),
    "atomic_4_lines": (1, 1, lambda i: memory_at("ATOM.E.ADD", 4, [4, 5], [line(k % 4) for k in range(32)]), 16),
    "barrier": (1, 8, lambda i: "0 BAR.SYNC 0 0", 16),
    "code": (1, 1, lambda i: alu("IADD3", 4, 4), 1 << 20),
}
# Many warps compete for register banks: long, because phases of the warps come and go.
COUNTS = {"l2_hit": (384 + 96, 384 + 192), "independent_48_warps": (96, 768)}


def write(folder, name, blocks, warps, instruction, distinct, count):
    with open(f"{folder}/kernel-1.traceg", "w") as out:
        out.write(HEAD.format(name=name, blocks=blocks, threads=32 * warps))
        for b in range(blocks):
            out.write(f"#BEGIN_TB\n\nthread block = {b},0,0\n\n")
            for w in range(warps):
                out.write(f"warp = {w}\ninsts = {count + 1}\n")
                for i in range(count):
                    out.write(f"{16 * (i % distinct):04x} ffffffff {instruction(i)}\n")
                out.write(f"{16 * min(distinct, count):04x} ffffffff 0 EXIT 0 0\n\n")
            out.write("#END_TB\n\n")
    with open(f"{folder}/kernelslist.g", "w") as out:
        out.write("kernel-1.traceg\n")
    return f"{folder}/kernelslist.g"


def cycles(machine, kernels):
    command = os.environ["ACCELSIM_RUN"].split() + [machine, kernels]
    words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return int(next(w for w in words if w.startswith("cycles=")).removeprefix("cycles="))


def main():
    if len(sys.argv) != 2 or "ACCELSIM_RUN" not in os.environ:
        sys.exit(__doc__)
    print("name,count,cycles")
    for name, case in CASES.items():
        for count in COUNTS.get(name, (96, 192)):
            with tempfile.TemporaryDirectory() as folder:
                print(f"{name},{count},{cycles(sys.argv[1], write(folder, name, *case, count))}", flush=True)


main()
