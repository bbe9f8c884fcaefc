# The mixes of table 5.3 of staged memory scheduling [RA]: seven categories by the memory intensity of the CPU programs, in each the same number
# of mixes of 16 CPU programs and a GPU program, drawn at random.
#
#   poise trace cpu --json FILE.cpu... | jq -r '"\(.class) \(.trace)"' | awk -v gpus="RUN..." -f datasets/dram_mixes.awk
#
# prints the lines that 'poise evaluate --mixes' takes: L01 to L15, ML01 and so on. -v each=N: only the first N of each category, the same as
# without it; -v from=N: from the N-th on. -v only="H HM": of these categories. -v cores=N: the first N cores of each mix; -v gpus=-: without
# a GPU program, the same cores.
#
# A category has its classes in equal parts, what is left over of 16 by chance: our choice, as the source says only that its picks are random. A
# program may come several times. Each mix has a random sequence of its own, so that it does not depend on which others are drawn; new programs
# of a class change the mixes with that class.

# Park and Miller's minimal standard; exact in doubles.
function next_random() {
    seed = seed * 16807 % 2147483647
    return seed / 2147483647
}
function draw(n) { return 1 + int(next_random() * n) }

function program_of(class) { return program[class, draw(programs[class])] }

# Cores of the same class lie apart: which core is served first among equals may depend on its number.
function mix_line(category, number, i, n_gpus, gpu, classes, n_classes, class, line, count) {
    seed = 1 + category * 1000003 + number * 7919
    for (i = 0; i < 8; i++)
        next_random()
    line = gpu[draw(n_gpus)]
    line = n_gpus > 0 && line != "-" ? " + @" line : ""
    n_classes = split(members[category], classes, " ")
    for (i = 0; i < cores; i++) {
        class = classes[i < 16 - 16 % n_classes ? i % n_classes + 1 : draw(n_classes)]
        line = line " + cpu:" program_of(class)
    }
    return sprintf("%s%02d = %s", name[category], number, substr(line, 4))
}

BEGIN {
    if (!each)
        each = 15
    if (!from)
        from = 1
    if (!cores)
        cores = 16
    n_categories = split("L ML M HL HML HM H", name, " ")
    split("low,medium low,medium,high low,high medium low,high medium,high", members, ",")
}

{ program[$1, ++programs[$1]] = $2 }

END {
    n_gpus = split(gpus, gpu, " ")
    for (category = 1; category <= n_categories; category++) {
        if (only != "" && index(" " only " ", " " name[category] " ") == 0)
            continue
        n = split(members[category], needed, " ")
        for (i = 1; i <= n; i++)
            if (!programs[needed[i]]) {
                print "dram_mixes.awk: no program of class " needed[i] > "/dev/stderr"
                exit 2
            }
        for (mix = from; mix <= each; mix++)
            print mix_line(category, mix, 0, n_gpus, gpu)
    }
}
