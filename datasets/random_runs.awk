# Random numbers that a text decides, and runs drawn by them, for scripts that make mixes: run[1] to run[runs] are the runs.

# Park and Miller's minimal standard; exact in doubles.
function next_random() {
    seed = seed * 16807 % 2147483647
    return seed
}
# The number of a text: a polynomial in its letters.
function start(text, i) {
    seed = 1
    for (i = 1; i <= length(text); i++)
        seed = (seed * 31 + index(letters, substr(text, i, 1)) + 1) % 2147483646 + 1
    for (i = 0; i < 8; i++)
        next_random()
}
# member[from] to member[n], different runs, none of those before.
function draw_others(from, n,    i, k, taken) {
    for (i = from; i <= n; i++)
        do {
            member[i] = run[1 + next_random() % runs]
            taken = 0
            for (k = 1; k < i; k++)
                taken = taken || member[k] == member[i]
        } while (taken)
}
BEGIN { letters = "0123456789_abcdefghijklmnopqrstuvwxyz" }
