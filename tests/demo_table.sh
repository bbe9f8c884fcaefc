#!/bin/bash
# Are the tables in the README what the demo prints? Reads the output of the demo's last command. Simulations are
# deterministic, so the text is equal.
set -u
readme=$(dirname "$0")/../README.md
trimmed() { sed 's/[[:space:]]*$//'; }
diff <(awk '/^    Speedup over gto$/ {inside = 1} /^The numbers are the same/ {inside = 0} inside' "$readme" |
    sed 's/^    //' | trimmed | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}') <(trimmed) && exit 0
echo "README.md (<) does not show what the demo prints (>)" >&2
exit 1
