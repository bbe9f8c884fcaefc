# The recorded CPU programs are whole, small, of all three classes, and have the figures that their README says.
cd "$POISE_ROOT/datasets/cpu" || exit 1
./record.sh --table >"$OLDPWD/table"
grep '^| ' README.md | grep -v '^| trace' >"$OLDPWD/readme"
cd "$OLDPWD" || exit 1
grep -v -e '^| trace' -e '^|-' table | diff - readme && wc -l <readme
awk -F ' *[|] *' '/MPKI|---/ { next } { n[$8]++ } $11 > 300000 { print $2, "is too large" }
    END { print (n["low"] > 0), (n["medium"] > 0), (n["high"] > 0) }' table
"$POISE_ROOT/datasets/cpu/record.sh" nothing
