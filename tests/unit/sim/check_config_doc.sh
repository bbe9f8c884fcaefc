#!/bin/bash
# docs/CONFIG.md lists the options of GPGPU-Sim and BookSim exactly as the reader's tables have them.
#
#   check_config_doc.sh            fails when it does not
#   check_config_doc.sh --update   writes the lists again
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
doc=$root/docs/CONFIG.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# rows TABLE: a Markdown row for each line of the table; the preprocessor reads it, as it does for the reader
rows() {
    {
        cat <<'MACROS'
#define GPGPUSIM_MAPPED(name, convert, ours, text) ROW name $ "mapped" $ ours $ text
#define GPGPUSIM_COMPARED(name, convert, ours, text) ROW name $ "checked" $ ours $ text
#define GPGPUSIM_CHECKED(name, values, text) ROW name $ "checked" $ values $ text
#define GPGPUSIM_SWITCH(name, value, text) ROW name $ "checked" $ value $ text
#define GPGPUSIM_UNMODELLED(name, text) ROW name $ "unmodelled" $ "" $ text
#define GPGPUSIM_IGNORED(name, text) ROW name $ "ignored" $ "" $ text
#define GPGPUSIM_RETIRED(name, new_name) ROW name $ "retired" $ new_name $ ""
#define GPGPUSIM_FILE(name, text) ROW name $ "file" $ "" $ text
MACROS
        cat "$1"
    } | ${CC:-cc} -E -P -x c - | sed -n 's/^ROW //p' | awk -F '" [$] "' '
        { sub(/^"/, "", $1); sub(/"$/, "", $4); gsub(/[|]/, "\\|", $3)
          printf "| `%s` | %s | %s | %s |\n", $1, $2, $3 == "" ? "" : "`" $3 "`", $4 }'
}

# between NAME: what the document has between the marks of that list
between() {
    awk -v name="$1" '$0 == "<!-- end of " name " -->" { on = 0 } on; $0 == "<!-- " name " -->" { on = 1 }' "$doc"
}

for table in gpgpusim booksim; do
    { echo "| option | | ours, or values | meaning |"; echo "|---|---|---|---|"; rows "$root/sim/gpgpusim/$table.def"; } >"$scratch/$table"
    [ "$(wc -l <"$scratch/$table")" -ge 30 ] || { echo "$table.def gave only $(wc -l <"$scratch/$table") lines"; exit 1; }
    if [ "${1:-}" = --update ]; then
        awk -v name="$table.def" -v rows="$scratch/$table" '
            $0 == "<!-- end of " name " -->" { on = 0 }
            !on { print }
            $0 == "<!-- " name " -->" { on = 1; while ((getline line < rows) > 0) print line }' "$doc" >"$scratch/doc"
        cp "$scratch/doc" "$doc"
    fi
    diff -u <(between "$table.def") "$scratch/$table" || {
        echo "docs/CONFIG.md differs from sim/gpgpusim/$table.def; tests/unit/sim/check_config_doc.sh --update writes it again"
        exit 1
    }
done
