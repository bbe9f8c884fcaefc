# Files that earlier versions have written are read and say what they said: tests/compatibility/README.md.
set -e
cd "$POISE_ROOT/tests/compatibility"
here=$OLDPWD
for file in *.wtr; do
    poise trace check --hash "$file" | tr '\n' ' '
    poise trace info "$file" | awk '$1 == "atomic_depths" || $1 == "kernel"' | tr -s ' \n' ' '
    echo
done
for file in profile-*.h5 dataset-*.h5 results-*.h5; do
    echo "$file"
    poise report "$file" | awk '/\| (mvt|app|a|pair) +\|/ && n++ < 2'
done
# What is made of profiles differs by what their versions have: tuples with p = 0 from 3 on.
for file in profile-*.h5; do
    poise features --no-filter -o "$here/new.h5" "$file" 2>/dev/null
    poise report "$here/new.h5" | grep -E '\| mvt +\|'
done
for member in pack-1.wtrs/0000-mvt_products.wtr pack-1.wtrs/0001-mvt_sum.wtr; do
    poise trace check --hash $member
done
for file in buffers-1.h5 design-1.h5; do
    echo "$file"
    poise report "$file" | grep '^| .*[0-9]'
done
poise report probe-1.h5 | awk -F '|' '/^. `/ { print $2 $3 }'
poise report loads-2.h5 | sed -n 1p
for file in choice-1.model loads-1.model; do
    poise model info "$file" | grep -E '^(kind|recipe|training data) '
    poise compile --sweep 1000 -o "$here/engine.bin" "$file" >/dev/null 2>&1
    wc -c <"$here/engine.bin"
done
poise predict --split all linear-1.model dataset-2.h5 | grep '^mvt'
