# Files for other programs: the numbers of the summary with all their digits; theta is null for Poisson.
printf 'dose,"a,b",y\n0,0,3\n1,1,5\n2,0,14\n3,2,2\n0,1,1\n1,2,9\n2,1,12\n3,0,40\n' > t.csv
poise regress t.csv --csv fit.csv --json fit.json > summary.txt
cat fit.csv | sed -E 's/,-?[0-9.e+-]{15,}/,LONG/g'
jq -c '[.coefficients[].term], .observations == 8, .dispersion_estimated, (.covariance | length)' fit.json
python3 - <<'PY'
import csv, json
rows = list(csv.DictReader(open("fit.csv")))
fit = json.load(open("fit.json"))
for row, c, i in zip(rows, fit["coefficients"], range(9)):
    assert row["term"] == c["term"]
    assert all(float(row[k]) == c[k] for k in ("estimate", "std_error", "z", "p")), (row, c)
    assert c["z"] == c["estimate"] / c["std_error"]
    assert abs(fit["covariance"][i][i] - c["std_error"] ** 2) < 1e-12 * c["std_error"] ** 2
    line = [l for l in open("summary.txt") if l.startswith(c["term"] + " ")][0]
    assert abs(float(line[len(c["term"]):].split()[0]) - c["estimate"]) <= 1e-3 * abs(c["estimate"]), line
assert fit["theta"] == 1 / fit["dispersion"] and f'AIC: {fit["aic"]:.3f}' in open("summary.txt").read()
print("the same numbers")
PY
poise regress t.csv --dispersion fixed:0 --json poisson.json > summary.txt
jq -c '[.dispersion == 0, .theta]' poisson.json
poise regress t.csv --csv t.csv 2>&1; echo "code $?"
poise regress t.csv --json /nowhere/x.json 2>&1; echo "code $?"
