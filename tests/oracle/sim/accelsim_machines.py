#!/usr/bin/env python3
"""What Accel-Sim makes of kernels of ours on the machines of its tested-cfgs for which we have presets.

    ACCELSIM_RUN=COMMAND tests/oracle/sim/accelsim_machines.py POISE > tests/oracle/sim/accelsim_machines.csv

COMMAND CONFIGURATION TRACES must simulate the folder TRACES with the gpgpusim.config and trace.config of that configuration and
print what Accel-Sim prints; SM2_GTX480-4-2 is SM2_GTX480 with 4 clusters and 2 memory partitions. POISE is our program, which exports the traces. The first launch of each program in datasets/shipped.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

MACHINES = {
    "pascal": "SM6_TITANX",
    "turing": "SM75_RTX2060",
    "volta": "SM7_QV100",
    "ampere": "SM86_RTX3070",
    "gtx480": "SM2_GTX480",
    "accelsim-mini": "SM2_GTX480-4-2",
}
CASES = """bicg blackscholes ccl_grid histogram_16 matmul moments_16 mvt_full needle_6 pagerank_uniform probe_13 spmv_banded_16
    stencil_256 transpose_512 triangles_banded wordcount_24""".split()
# Of the machines that launch as GPUs do; kmeans on the RTX 3070 takes Accel-Sim more than the ten minutes that we gave it.
LATER_MACHINES = ("pascal", "turing", "volta", "ampere")
LATER_CASES = """atax ccl_banded gco_uniform gesummv histogram_8 kmeans mm moments_8 mvt nearest_4 needle_4 probe_11 spmv_grid spmv_uniform_8
    sptrsv_grid stencil_1024 transpose_wide wordcount_12""".split()
STATES = ("HIT", "HIT_RESERVED", "MISS", "SECTOR_MISS")


def last(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def accesses(level, text):
    """Reads of global memory and those that hit."""
    of = {s: last(rf"{level}_cache_stats_breakdown\[GLOBAL_ACC_R\]\[{s}\] = (\d+)", text) for s in STATES}
    return sum(of.values()), of["HIT"]


def measure(machine, case, traces):
    command = [*os.environ["ACCELSIM_RUN"].split(), MACHINES[machine], traces]
    text = subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
    cycles = last(r"gpu_tot_sim_cycle = *(\d+)", text)
    if not cycles:
        sys.exit(f"Accel-Sim did not simulate {case} on {machine}")
    return ",".join(map(str, (machine, case, cycles, *accesses("Total_core", text), *accesses("L2", text))))


def main(poise):
    root = os.path.join(os.path.dirname(__file__), "../../..")
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for case in CASES + LATER_CASES:
            folder = os.path.join(root, "datasets/shipped", case)
            trace = min(name for name in os.listdir(folder) if name.endswith(".wtr"))
            subprocess.run([poise, "trace", "export", "-o", os.path.join(scratch, case), os.path.join(folder, trace)], check=True)
        wanted = [(m, c) for m in MACHINES for c in CASES + (LATER_CASES if m in LATER_MACHINES else [])]
        wanted.remove(("ampere", "kmeans"))
        jobs = [pool.submit(measure, m, c, os.path.join(scratch, c)) for m, c in wanted]
        print("machine,case,cycles,l1_reads,l1_hits,l2_reads,l2_hits")
        for job in jobs:
            print(job.result(), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or "ACCELSIM_RUN" not in os.environ:
        sys.exit(__doc__)
    main(sys.argv[1])
