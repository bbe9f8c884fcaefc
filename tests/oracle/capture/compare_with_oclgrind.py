#!/usr/bin/env python3
"""compare_with_oclgrind.py ITEMS TRACE: whether the warp trace is the one that follows from what oclgrind's work-items did.

ITEMS is a file of oclgrind/record_work_items.cc. Exits with 0 and a line of totals when static code, instruction streams,
masks and accesses are equal, else with 1 and the first difference. README.md says what is compared and what cannot be."""
import json
import re
import subprocess
import sys

from lane_code import read_code
from warp_model import WARP, bank_passes, coalesce, lowest_block_first, most_on_one, private_sectors

sys.setrecursionlimit(100000)
PRINTED = re.compile(r" *(\d+)  ([0-9a-f]{8}) +(\d+)  (\S+) +(\d+|-) ?(.*)$")


class Different(Exception):
    pass


def demand(equal, what, expected, found):
    if not equal:
        raise Different(f"{what}: oclgrind has {expected}, the trace {found}")


# ---- oclgrind's side ----

def read_items(path):
    with open(path) as file:
        launch = file.readline().split()
        geometry = [int(n) for n in launch[2:]]
        code, line = read_code(file)
        items = {}
        while line:
            words = line.split()
            place = tuple(int(n) for n in words[1:7])
            items[place] = records(code, words[7:])
            line = file.readline()
    return launch[1], geometry[:3], geometry[3:], code, items


def records(code, events):
    """A list of (block, addresses of the instructions that are accesses in the trace)."""
    result, i = [], 0
    while i < len(events):
        block = int(events[i][1:])
        i += 1
        addresses = []
        for inst in code.blocks[block]:
            if inst.touches:
                if inst.kind is not None:
                    addresses.append(int(events[i], 16))
                i += 1
        result.append((block, addresses))
    return result


def warps_of(groups, local, items):
    """Lanes of each warp in order: x fastest, in the launch and in the group."""
    for gz in range(groups[2]):
        for gy in range(groups[1]):
            for gx in range(groups[0]):
                lanes = [items[(gx, gy, gz, x, y, z)]
                         for z in range(local[2]) for y in range(local[1]) for x in range(local[0])]
                for first in range(0, len(lanes), WARP):
                    yield lanes[first:first + WARP]


# ---- the trace's side ----

class Executed:
    """One line of `poise trace print`."""

    def __init__(self, line):
        fields = PRINTED.match(line)
        self.block, self.mask, self.pc = int(fields[1]), int(fields[2], 16), int(fields[3])
        self.kind, self.line = fields[4], 0 if fields[5] == "-" else int(fields[5])
        rest = fields[6]
        registers = re.match(r" *(r\d+)? ?(?:<- ((?:r\d+ ?)*))?", rest)
        self.destination = registers[1]
        self.sources = (registers[2] or "").split()
        self.lines = [(int(a, 16) // 128, int(s, 16)) for a, s in re.findall(r"0x([0-9a-f]+):([0-9a-f])", rest)]
        passes = re.search(r"(\d+) pass", rest)
        together = re.search(r"(\d+) lanes on one address", rest)
        self.passes = int(passes[1]) if passes else 0
        self.together = int(together[1]) if together else 0


def block_of(path):
    """Work-items of a group in three dimensions."""
    return json.loads(subprocess.check_output(["poise", "trace", "info", "--json", path]))["block"]


def read_trace(path):
    """Lists of Executed, warp by warp."""
    command = ["poise", "trace", "print", "--warp", "all", "--first", "0", path]
    warp = None
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.startswith("warp "):
                if warp is not None:
                    yield warp
                warp = []
            elif PRINTED.match(line):
                warp.append(Executed(line))
        yield warp


# ---- comparison ----

class Comparison:
    def __init__(self, code):
        self.code = code
        order = code.weak_topological_order()
        self.place = {block: number for number, block in enumerate(order)}
        self.pc, self.checked = {}, set()
        for block in order:
            for inst in code.blocks[block]:
                if inst.kind is not None:
                    self.pc[inst] = len(self.pc)
        self.register, self.name = {}, {}  # ours -> oclgrind's and back
        self.base = {}                     # line of the device at which a buffer of oclgrind begins
        self.instructions = self.accesses = self.lines = 0

    def same_register(self, ours, theirs, what):
        demand((ours is None) == (theirs is None), what, theirs, ours)
        if ours is not None:
            demand(self.register.setdefault(ours, theirs) == theirs, what, theirs, self.register[ours])
            demand(self.name.setdefault(theirs, ours) == ours, what, theirs, ours)

    def static(self, inst, seen):
        """Class, line and registers of an instruction, the first time that it is executed."""
        if seen.pc in self.checked:
            return
        self.checked.add(seen.pc)
        what = f"instruction {seen.pc} ({inst.body})"
        demand(inst.kind == seen.kind, what + ", class", inst.kind, seen.kind)
        demand(inst.line == seen.line, what + ", source line", inst.line, seen.line)
        self.same_register(seen.destination, inst.destination, what + ", destination")
        demand(len(seen.sources) == len(inst.sources), what + ", sources", inst.sources, seen.sources)
        for ours, theirs in zip(seen.sources, inst.sources):
            self.same_register(ours, theirs, what + ", source")

    def same_lines(self, expected, found, what):
        """Buffers may begin anywhere, at the beginning of a line."""
        demand(len(expected) == len(found), what + ", number of lines", len(expected), len(found))
        for (line, sectors), (ours, our_sectors) in zip(expected, found):
            buffer, offset = line >> 41, line & (1 << 41) - 1
            base = self.base.setdefault(buffer, ours - offset)
            demand(ours == base + offset, what + f", buffer {buffer}, line", hex(base + offset), hex(ours))
            demand(sectors == our_sectors, what + ", sectors", sectors, our_sectors)

    def access(self, inst, by_lane, seen, what):
        addresses = list(by_lane.values())
        space = inst.kind.split(".")[1]
        self.accesses += 1
        self.lines += len(seen.lines)
        if space == "shared":
            passes = bank_passes(addresses, inst.bytes)
            if inst.kind == "atom.shared":
                passes = max(passes, most_on_one(addresses))
            demand(passes == seen.passes, what + ", passes", passes, seen.passes)
        elif space == "local":
            expected = private_sectors(by_lane, inst.bytes)
            found = sorted(sectors for _, sectors in seen.lines)
            demand(expected == found, what + ", sectors", expected, found)
        else:
            self.same_lines(coalesce(addresses, inst.bytes), seen.lines, what)
        if inst.kind == "atom.global":
            demand(most_on_one(addresses) == seen.together, what + ", lanes on one address", most_on_one(addresses),
                   seen.together)

    def warp(self, number, lanes, executed):
        at = 0
        for block, active in lowest_block_first(lanes, self.place):
            mask = sum(1 << lane for lane in active)
            site = 0
            for inst in self.code.blocks[block]:
                if inst.kind is None:
                    continue
                what = f"warp {number}, instruction {at}"
                demand(at < len(executed), what, inst.body, "nothing")
                seen = executed[at]
                demand(self.pc[inst] == seen.pc, what + ", pc", self.pc[inst], seen.pc)
                demand(self.place[block] == seen.block, what + ", block", self.place[block], seen.block)
                demand(mask == seen.mask, what + ", mask", f"{mask:08x}", f"{seen.mask:08x}")
                self.static(inst, seen)
                if inst.pointer is not None:
                    self.access(inst, {lane: a[site] for lane, a in active.items()}, seen, what)
                    site += 1
                at += 1
        demand(at == len(executed), f"warp {number}, length", at, len(executed))
        self.instructions += at


def compare(items_path, trace_path):
    kernel, groups, local, code, items = read_items(items_path)
    comparison = Comparison(code)
    traced = list(read_trace(trace_path))
    demand(local == block_of(trace_path), "group size", local, block_of(trace_path))
    warps = list(warps_of(groups, local, items))
    demand(len(warps) == len(traced), "warps", len(warps), len(traced))
    for number, (lanes, executed) in enumerate(zip(warps, traced)):
        comparison.warp(number, lanes, executed)
    print(f"{kernel}: {len(warps)} warps, {comparison.instructions} warp instructions, {comparison.accesses} accesses, "
          f"{comparison.lines} lines: equal")


if __name__ == "__main__":
    try:
        compare(sys.argv[1], sys.argv[2])
    except Different as difference:
        sys.exit(f"{sys.argv[2]}: {difference}")
