#!/usr/bin/env python3
"""reconvergence.py CODE.ll [--together] TRACE...: warp instructions of the capture's merge (the lanes at the lowest block go on) and of a
stack that reconverges at immediate post-dominators, as GPUs are simulated, for the same lanes.

CODE.ll is the text form of `poise-kernel-compiler flatten`. What each lane executes is read off the trace, which says for
every block which lanes were active. Prints one line per trace: kernel, warp instructions of a bound that needs no order (sum
over blocks of the most that one lane executes them), of the stack, of the merge, stack / merge, and mean active lanes of both;
with --together one line for all traces, which are launches of one kernel."""
import re
import subprocess
import sys
from collections import Counter

from lane_code import Code, Inst

sys.setrecursionlimit(100000)
WARP = 32
EXIT = -1


def read_function(path, kernel):
    """Blocks of a function in LLVM's text form."""
    code, labels, inside, targets, text = Code(), {}, False, [], None
    with open(path) as file:
        lines = iter(file.read().splitlines())
    for line in lines:
        if re.match(rf"define .*@{kernel}\(", line):
            inside = True
            labels[None] = 0
            code.blocks.append([])
            targets.append([])
        elif inside and line == "}":
            break
        elif inside and re.match(r"[\w.]+:", line):
            labels[line.split(":")[0]] = len(code.blocks)
            code.blocks.append([])
            targets.append([])
        elif inside and line.strip():
            text = line
            while text.lstrip().startswith("switch") and "]" not in text:
                text += " " + next(lines).strip()
            code.blocks[-1].append(Inst(0, text))
            targets[-1] += re.findall(r"label %([\w.]+)", text)
    code.successors = [[labels[t] for t in some] for some in targets]
    code.finish()
    return code


def immediate_post_dominators(successors):
    """Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", 2001, on the reversed graph with one exit."""
    n = len(successors)
    edges = [some if some else [EXIT] for some in successors]
    order, seen = [], set()
    before = {b: [] for b in range(n)} | {EXIT: []}
    for b in range(n):
        for s in edges[b]:
            before[s].append(b)

    def walk(b):
        seen.add(b)
        for p in before[b]:
            if p not in seen:
                walk(p)
        order.append(b)

    walk(EXIT)
    number = {b: i for i, b in enumerate(order)}
    dominator = {EXIT: EXIT}

    def meet(a, b):
        while a != b:
            while number[a] < number[b]:
                a = dominator[a]
            while number[b] < number[a]:
                b = dominator[b]
        return a

    changed = True
    while changed:
        changed = False
        for b in reversed(order[:-1]):
            new = None
            for s in edges[b]:
                if s in dominator:
                    new = s if new is None else meet(new, s)
            if dominator.get(b) != new:
                dominator[b], changed = new, True
    return dominator


def stack_executions(lanes, post_dominator):
    """Yields (block, active lanes) of a warp with a reconvergence stack; lanes are lists of blocks."""
    position = [0] * len(lanes)
    stack = [[EXIT, lanes[0][0], [i for i in range(len(lanes))]]]  # where to reconverge, next block, lanes
    while stack:
        reconverge, block, active = stack[-1]
        if block == reconverge or not active:
            stack.pop()
            continue
        yield block, len(active)
        targets = {}
        for i in active:
            position[i] += 1
            after = lanes[i][position[i]] if position[i] < len(lanes[i]) else EXIT
            targets.setdefault(after, []).append(i)
        if len(targets) == 1:
            stack[-1][1] = next(iter(targets))
            continue
        meeting = post_dominator[block]
        stack[-1][1] = meeting
        if meeting == EXIT:
            stack.pop()
        for target in sorted(targets, reverse=True):
            stack.append([meeting, target, targets[target]])


def read_warps(path):
    """Per warp the executed (block number, mask)."""
    command = ["poise", "trace", "print", "--warp", "all", "--first", "0", path]
    warp, last = [], None
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            fields = line.split()
            if line.startswith("warp "):
                if warp:
                    yield warp
                warp, last = [], None
            elif len(fields) > 3 and fields[0].isdigit():
                block, mask, pc = int(fields[0]), int(fields[1], 16), int(fields[2])
                if last is None or last[0] != block or pc <= last[1]:
                    warp.append((block, mask))
                last = (block, pc)
        yield warp


def study(code_path, trace_path):
    """Warp instructions of bound, stack and merge, and executed thread instructions."""
    code = read_function(code_path, kernel_of(trace_path))
    order = code.weak_topological_order()
    size = [sum(i.kind is not None for i in block) for block in code.blocks]
    post_dominator = immediate_post_dominators(code.successors)
    bound = stack = merge = threads = 0
    for records in read_warps(trace_path):
        lanes = [[order[b] for b, mask in records if mask >> i & 1] for i in range(WARP)]
        lanes = [lane for lane in lanes if lane]
        counts = [Counter(lane) for lane in lanes]
        executed = list(stack_executions(lanes, post_dominator))
        merge += sum(size[order[b]] for b, _ in records)
        stack += sum(size[b] for b, _ in executed)
        bound += sum(size[b] * max(c[b] for c in counts) for b in set().union(*counts))
        here = sum(size[b] * n for c in counts for b, n in c.items())
        assert here == sum(size[b] * n for b, n in executed), "the stack has lost lanes"
        threads += here
    assert bound <= min(stack, merge), "less than the bound"
    return [bound, stack, merge, threads]


def kernel_of(path):
    return re.search(r"\d+-([^/]*)\.wtr$", path)[1]


def show(name, counts):
    bound, stack, merge, threads = counts
    print(f"{name:20} {bound:10} {stack:10} {merge:10} {stack / merge:8.3f} {threads / stack:15.1f} {threads / merge:6.1f}")


def main(code_path, paths):
    if paths[0] == "--together":
        all_counts = [study(code_path, path) for path in paths[1:]]
        show(kernel_of(paths[1]), [sum(column) for column in zip(*all_counts)])
        return
    for path in paths:
        show(kernel_of(path), study(code_path, path))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
