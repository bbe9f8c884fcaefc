#!/bin/bash
# Does `make mutants` make the changes that it should, and does each verdict belong to a change that there is? With UPDATE=1 sample.expected is
# written again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
command -v python3 >/dev/null || { echo "skipped: there is no python3" && exit 77; }
found=$(mktemp)
trap 'rm -f "$found"' EXIT

# changes of the sample
python3 -B - "$here" >"$found" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from mutate import apply, mutants

text = open(sys.argv[1] + "/sample.c.txt").read()
for m in mutants("sample.c", text):
    changed = apply(text, m)
    assert changed != text and changed.count("\n") == text.count("\n"), m
    print("%d %s: %s => %s" % (m.line, m.operator, m.before, m.after))
END
[ -z "${UPDATE:-}" ] || cp "$found" "$here/sample.expected"
diff -u "$here/sample.expected" "$found"

# verdicts
python3 -B - "$here" <<'END'
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from mutate import identity, mutants
from verdicts import Verdicts

known = Verdicts().known
there_are = {identity(m) for file in {key[0] for key in known} if Path(file).exists() for m in mutants(file, Path(file).read_text())}
lost = [key for key in known if key not in there_are]
for key in lost:
    print("a verdict of a change that there is no longer: " + " | ".join(map(str, key)))
sys.exit(1 if lost else 0)
END
