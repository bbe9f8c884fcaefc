"""From what each work-item executed to what each warp executes: docs/CAPTURE.md section 3 and docs/TRACE.md, written down a
second time."""
from collections import Counter

WARP, LINE, SECTOR = 32, 128, 32


def lowest_block_first(lanes, place):
    """Merges the records (block, addresses) of lanes; place[block] is the block's number. Yields block, active lanes with
    their addresses: the lanes at the lowest number go on together."""
    position = [0] * len(lanes)
    while True:
        at = [(place[lane[p][0]], i) for i, (lane, p) in enumerate(zip(lanes, position)) if p < len(lane)]
        if not at:
            return
        lowest = min(at)[0]
        active = [i for number, i in at if number == lowest]
        block = lanes[active[0]][position[active[0]]][0]
        yield block, {i: lanes[i][position[i]][1] for i in active}
        for i in active:
            position[i] += 1


def coalesce(addresses, size):
    """Lines in the order of their first touch, with the sectors touched."""
    lines = {}
    for address in addresses:
        for sector in range(address // SECTOR, (address + size - 1) // SECTOR + 1):
            line = sector // (LINE // SECTOR)
            lines[line] = lines.get(line, 0) | 1 << sector % (LINE // SECTOR)
    return list(lines.items())


def bank_passes(addresses, size):
    """The most distinct words in one of 32 banks."""
    words = {w for a in addresses for w in range(a // 4, (a + size - 1) // 4 + 1)}
    return min(max(Counter(w % 32 for w in words).values()), WARP)


def private_sectors(by_lane, size):
    """Private memory is interleaved: word w of all lanes is one line. Sectors of each line, without its number."""
    lines = Counter()
    touched = {}
    for lane, address in by_lane.items():
        for word in range(address // 4, (address + size - 1) // 4 + 1):
            touched[word] = touched.get(word, 0) | 1 << lane // 8
    lines.update(touched.values())
    return sorted(lines.elements())


def most_on_one(addresses):
    return max(Counter(addresses).values())
