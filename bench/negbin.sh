#!/bin/bash
# How fast is the negative binomial regression beside R's MASS and statsmodels? All three fit the same tables of 8 features
# with the dispersion by maximum likelihood, and compute standard errors; start-up and reading of files are not counted. They
# take turns, so that all meet the same disturbances; a time is the shortest processor time of all fits, in one thread each.
#
#   bench/negbin.sh [ROWS]...        (300 3000 30000)
#
# Needs Debian's r-cran-mass and python3-statsmodels. BUILD names the build folder, TURNS the number of turns (3).
set -eu
case ${BUILD:-build} in /*) build=$BUILD ;; *) build=$(cd "$(dirname "$0")/.." && pwd)/${BUILD:-build} ;; esac
python=/usr/bin/python3
command -v Rscript > /dev/null || { echo "negbin.sh: there is no R: apt-get install r-cran-mass" >&2; exit 1; }
$python -c 'import statsmodels' 2> /dev/null || { echo "negbin.sh: apt-get install python3-statsmodels" >&2; exit 1; }
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# A constant, seven normal features, counts with theta = 2.
cat > draw.py << 'END'
import sys, numpy
rows = int(sys.argv[1])
rng = numpy.random.default_rng([20180625, rows])
x = rng.normal(size=(rows, 7)).round(5)
mean = numpy.exp(1.5 + x @ [0.3, -0.2, 0.1, 0.25, -0.15, 0.05, -0.3])
y = rng.poisson(mean * rng.gamma(2, 0.5, size=rows))
numpy.savetxt(f"{rows}.csv", numpy.column_stack([x, y]), fmt="%.6g", delimiter=",", header="a,b,c,d,e,f,g,y", comments="")
END
# Each prints: shortest time of a fit in seconds, log-likelihood.
cat > fit.R << 'END'
suppressMessages(library(MASS))
words <- commandArgs(TRUE)
table <- read.csv(words[1])
used <- function() sum(proc.time()[1:2])
# R counts milliseconds: so many fits that it does not matter.
seconds <- function(work) { n <- as.integer(words[3]); begin <- used(); for (i in 1:n) work(); (used() - begin) / n }
times <- replicate(as.integer(words[2]), seconds(function() { fit <<- glm.nb(y ~ ., table); summary(fit)$coefficients }))
cat(min(times), sprintf("%.6f", logLik(fit)), "\n")
END
cat > fit.py << 'END'
import sys, time, warnings, numpy
import statsmodels.api as sm
warnings.simplefilter("ignore")
table = numpy.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
x, y = sm.add_constant(table[:, :-1]), table[:, -1]
times = []
for _ in range(int(sys.argv[2])):
    begin = time.process_time()
    fit = sm.NegativeBinomial(y, x).fit(disp=0)
    fit.bse
    times.append(time.process_time() - begin)
print(min(times), f"{fit.llf:.6f}")
END
ours() {
    "$build/poise" regress "$1" --repeat "$2" | awk '/2 x log-like/ { two = $4 } /^Shortest/ { t = $7 } END { print t, two / 2 }'
}

printf '%7s %12s %12s %12s %12s %12s\n' rows 'poise ms' 'glm.nb ms' statsmodels 'glm.nb/poise' 'statsm./poise'
for rows in "${@:-300}" $([ $# -gt 0 ] || echo 3000 30000); do
    $python draw.py "$rows"
    repeat=$((60000 / rows)) && repeat=$((repeat > 10 ? 10 : repeat < 3 ? 3 : repeat))
    for _ in $(seq "${TURNS:-3}"); do
        echo "ours $(ours "$rows.csv" $((3 * repeat)))"
        echo "mass $(Rscript fit.R "$rows.csv" $repeat $((rows < 3000 ? 20 : rows < 30000 ? 3 : 1)))"
        echo "statsmodels $($python fit.py "$rows.csv" $repeat)"
    done > times.txt
    awk -v rows="$rows" '
        !($1 in t) || $2 < t[$1] { t[$1] = $2 }
        { likelihood[$1] = $3 }
        END {
            printf "%7d %12.3f %12.3f %12.3f %12.1f %12.1f\n", rows, 1e3 * t["ours"], 1e3 * t["mass"], 1e3 * t["statsmodels"],
                t["mass"] / t["ours"], t["statsmodels"] / t["ours"]
            for (other in likelihood)
                if (likelihood[other] - likelihood["ours"] > 1e-6 * -likelihood["ours"])
                    printf "  %s found a better fit: log-likelihood %s, ours %s\n", other, likelihood[other], likelihood["ours"]
        }' times.txt
done
