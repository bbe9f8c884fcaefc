# The recorded CPU programs are whole, small, at least five of each of the three classes, fill the gap between 7 and 100 misses in a thousand
# instructions, stream or go from row to row, and have the figures that their README says.
cd "$POISE_ROOT/datasets/cpu" || exit 1
./record.sh --table >"$OLDPWD/table"
grep '^| ' README.md | grep -v '^| trace' >"$OLDPWD/readme"
cd "$OLDPWD" || exit 1
grep -v -e '^| trace' -e '^|-' table | diff - readme && wc -l <readme
awk -F ' *[|] *' '/MPKI|---/ { next } { n[$8]++ } $11 > 300000 { print $2, "is too large" }
    $7 > 7 && $7 < 100 { between++ }
    $7 > 1 && $9 > 0.9 && $10 <= 2 { streams++ }
    $7 > 1 && $9 < 0.1 && $10 > 8 { irregular++ }
    END { print (n["low"] >= 5), (n["medium"] >= 5), (n["high"] >= 5), (between >= 5), (streams > 0), (irregular > 0) }' table
"$POISE_ROOT/datasets/cpu/record.sh" nothing
