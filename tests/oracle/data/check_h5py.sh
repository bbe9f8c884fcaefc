#!/bin/bash
# Python's h5py reads profile.h5 and dataset.h5 without our code: the example of docs/DATA.md runs, and every number is that of our
# own CSV. Skipped where h5py is not installed (Debian: python3-h5py). BUILD names the build folder.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
for python in python3 /usr/bin/python3 none; do
    "$python" -c 'import h5py' 2>/dev/null && break
done
[ "$python" != none ] || { echo "h5py is not installed" && exit 77; }
PATH=$build:$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

poise capture -o traces/atax -- "$build/datasets/atax" --size 768 --cols 8 >/dev/null 2>&1
poise profile --progress never -c demo-8sm --set sms=2 --grid coarse -o profile.h5 traces/atax 2>/dev/null
poise features -o dataset.h5 --csv dataset.csv profile.h5 >/dev/null 2>&1

sed -n '/^## Reading with Python/,$ s/^    //p' "$root/docs/DATA.md" >example.py
"$python" example.py >example.txt
grep -q '^atax_rows: fastest at N=[0-9]* p=[0-9]*, [0-9.]*x; core cycles$' example.txt
grep -q "(., 8) (., 2) \['h_max', " example.txt

"$python" "$root/tests/oracle/data/compare_csv.py" dataset.h5 dataset.csv
if "$python" -c 'import pandas' 2>/dev/null; then
    "$python" - <<'PANDAS'
import h5py, pandas
with h5py.File("profile.h5") as f:
    table = pandas.DataFrame({name: f[name].asstr()[:] if f[name].dtype.kind in "SO" else f[name][:]
                              for name in f if f[name].shape == f["kernel"].shape and len(f[name].dims) == 1})
assert {"kernel", "program", "run", "warps"} <= set(table.columns), table.columns
assert len(table) == 3 and (table.warps > 0).all(), table
PANDAS
fi
echo "h5py reads what our CSV says"
