"""Compares two lists of DRAM commands, "CYCLE KIND GROUP BANK ROW" a line, of two simulators of one channel.

commands.py THEIRS OURS      Cycles are counted from the first command. Prints how many there are, how many are the same command in the same
                             cycle, how many before the first that are not, and what comes there on either side.
"""
import sys


def read(path):
    with open(path) as file:
        commands = [(int(cycle), *rest) for cycle, *rest in map(str.split, file)]
    start = commands[0][0]
    return [(command[0] - start, *command[1:]) for command in commands]


def show(commands, i):
    return "%d %s %s.%s row %s" % commands[i] if i < len(commands) else "none"


theirs, ours = read(sys.argv[1]), read(sys.argv[2])
same = len(set(theirs) & set(ours))
first = next((i for i, pair in enumerate(zip(theirs, ours)) if pair[0] != pair[1]), min(len(theirs), len(ours)))
share = 100 * same / max(len(theirs), len(ours))
print(f"{len(theirs)} {len(ours)} same {same} {share:.1f}% first {first}: {show(theirs, first)} | {show(ours, first)}")
