#!/usr/bin/python3
"""Draws the data sets on which train_negbin() is compared with other people's software.

Writes data/NAME.csv: one column per feature, then y, weight, offset. Values are rounded before the responses
are drawn from them, so that the file holds exactly what every program fits. Needs numpy; run once, the files are
kept. See README.md.
"""
import numpy

SEED = 20180625


def significant(values, digits):
    return numpy.array([float(f"{v:.{digits}g}") for v in numpy.ravel(values)]).reshape(numpy.shape(values))


def draw(rng, mean, alpha):
    """NB2 counts: Poisson with gamma-distributed mean; alpha = 0 is Poisson."""
    if alpha > 0:
        mean = mean * rng.gamma(1 / alpha, alpha, size=mean.shape)
    return rng.poisson(mean).astype(float)


def write(name, names, x, y, weight=None, offset=None):
    rows = len(y)
    weight = numpy.ones(rows) if weight is None else weight
    offset = numpy.zeros(rows) if offset is None else offset
    table = numpy.column_stack([x, y, weight, offset])
    with open(f"data/{name}.csv", "w") as out:
        out.write(",".join(list(names) + ["y", "weight", "offset"]) + "\n")
        for row in table:
            out.write(",".join(f"{v:.10g}" for v in row) + "\n")


def factorial(rng):
    """Textbook: counts in a layout of three factors, dummy coded, strongly overdispersed."""
    rows = 146
    sex = rng.integers(0, 2, rows)
    age = rng.integers(0, 4, rows)
    slow = rng.integers(0, 2, rows)
    x = numpy.column_stack([numpy.ones(rows), sex, age == 1, age == 2, age == 3, slow, sex * slow]).astype(float)
    mean = numpy.exp(x @ [2.7, 0.1, -0.4, 0.3, 0.35, 0.2, -0.5])
    write("factorial", ["constant", "sex", "age1", "age2", "age3", "slow", "sex_slow"], x, draw(rng, mean, 0.8))


def small(rng):
    """30 rows, low counts, many zeros."""
    rows = 30
    x = numpy.column_stack([numpy.ones(rows), significant(rng.normal(size=(rows, 2)), 5)])
    write("small", ["constant", "a", "b"], x, draw(rng, numpy.exp(x @ [0.4, 0.5, -0.6]), 0.5))


def badly_scaled(rng):
    """Columns of very different size and far from 0; two are nearly collinear."""
    rows = 300
    year = rng.integers(1990, 2021, rows).astype(float)
    bytes_moved = significant(rng.uniform(1e7, 9e7, rows), 6)
    leak = significant(rng.uniform(1e-7, 9e-7, rows), 5)
    nearly = significant(bytes_moved * 1e-6 + rng.normal(size=rows), 6)
    x = numpy.column_stack([numpy.ones(rows), year, bytes_moved, leak, nearly])
    mean = numpy.exp(-58 + 0.03 * year + 1e-8 * bytes_moved + 6e5 * leak + 0.004 * nearly)
    write("badly_scaled", ["constant", "year", "bytes", "leak", "nearly"], x, draw(rng, mean, 0.3))


def warp_tuples(rng):
    """3000 rows that look like the features and the target N of the project: 1 to 24, heavy-tailed x6 and x7."""
    rows = 3000
    h_max, h_one = rng.uniform(0, 0.6, rows), rng.uniform(0.1, 0.95, rows)
    eta_max, eta_one = h_max * rng.uniform(0, 1, rows), h_one * rng.uniform(0.3, 1, rows)
    gain = (eta_one - eta_max) ** 2
    loads = rng.uniform(3, 50, rows)
    cost = ((1 - h_one) * rng.uniform(200, 500, rows) - (1 - h_max) * rng.uniform(300, 1200, rows)) ** 2 / 1e5
    x = numpy.column_stack([h_max, h_one, eta_max, eta_one, gain, loads * gain, cost, numpy.ones(rows)])
    x = significant(x, 4)
    mean = numpy.exp(x @ [0.5, 0.05, 1.2, -0.9, -1.1, 0.02, 0.03, 1.9])
    names = ["h_max", "h_one", "eta_max", "eta_one", "gain", "loads_gain", "cost", "constant"]
    write("warp_tuples", names, x, numpy.clip(draw(rng, mean, 0.08), 1, 24))


def weighted(rng):
    """Observation weights and an offset (the logarithm of an exposure)."""
    rows = 400
    x = numpy.column_stack([numpy.ones(rows), significant(rng.normal(size=(rows, 2)), 5)])
    offset = significant(numpy.log(rng.uniform(0.5, 20, rows)), 6)
    weight = rng.integers(1, 6, rows).astype(float)
    write("weighted", ["constant", "a", "b"], x, draw(rng, numpy.exp(x @ [0.7, 0.3, -0.2] + offset), 0.4), weight,
          offset)


def fractional(rng):
    """Responses that are not whole numbers, as targets scaled by 24 / W are."""
    rows = 120
    x = numpy.column_stack([numpy.ones(rows), significant(rng.normal(size=(rows, 2)), 5)])
    warps = rng.choice([24, 20, 16, 12, 7], rows)
    y = significant((1 + draw(rng, numpy.exp(x @ [1.6, 0.4, -0.3]), 0.15)) * 24 / warps, 10)
    write("fractional", ["constant", "a", "b"], x, y)


def nearly_poisson(rng):
    """theta near infinity: an excess over Poisson that is just measurable."""
    rows = 500
    x = numpy.column_stack([numpy.ones(rows), significant(rng.normal(size=(rows, 3)), 5)])
    mean = numpy.exp(x @ [3.0, 0.2, -0.1, 0.3])
    write("nearly_poisson", ["constant", "a", "b", "c"], x, draw(rng, mean, 2e-3))


def less_than_poisson(rng):
    """Counts that vary less than Poisson: the best dispersion is 0."""
    rows = 200
    x = numpy.column_stack([numpy.ones(rows), significant(rng.normal(size=(rows, 2)), 5)])
    mean = numpy.exp(x @ [2.0, 0.3, -0.2])
    write("less_than_poisson", ["constant", "a", "b"], x, numpy.round(mean + rng.uniform(-1, 1, rows)))


def bits(state, count):
    """The next random bits: Knuth's generator of MMIX, which the test repeats (large_sample.h)."""
    state[0] = (state[0] * 6364136223846793005 + 1442695040888963407) % 2**64
    return state[0] >> (64 - count)


def large():
    """30,000 rows, whole arithmetic only, so that the test can draw the same instead of reading a file: the response
    is the number of failures before the second success, whose probability depends on the features."""
    rows, state = 30000, [SEED]
    x, y = numpy.ones((rows, 8)), numpy.zeros(rows)
    for row in range(rows):
        features = [bits(state, 10) for _ in range(7)]
        probability = 9000 + 6 * features[0] + 4 * features[1] - 5 * features[2] + features[3] + 2 * features[4]
        successes = 0
        while successes < 2:
            successes += bits(state, 16) < probability
            y[row] += 1
        y[row] -= 2
        x[row, 1:] = numpy.array(features) / 1024
    write("large", ["constant"] + list("abcdefg"), x, y)


if __name__ == "__main__":
    large()
    sets = [factorial, small, badly_scaled, warp_tuples, weighted, fractional, nearly_poisson, less_than_poisson]
    for number, make in enumerate(sets):
        make(numpy.random.default_rng([SEED, number]))
