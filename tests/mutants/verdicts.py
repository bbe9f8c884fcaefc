"""verdicts.txt: mutants that no test can notice, and why ("equivalent: ..."), or that one notices which is not asked, as it takes too long ("noticed
by: tests/..."). Paragraphs of lines "file:", "function:", "line:", "mutant:", "verdict:", and "nth:" for
the second and further of equal changes to equal lines of a function. Lines that have moved are found all the same."""
from pathlib import Path

from mutate import identity

FILE = Path(__file__).with_name("verdicts.txt")
FIELDS = "file", "function", "line", "mutant", "nth"


def describe(mutant):
    """Its paragraph, but for the verdict."""
    values = identity(mutant)
    return "\n".join("%s: %s" % (field, value) for field, value in zip(FIELDS, values) if field != "nth" or value > 1)


class Verdicts:
    def __init__(self, text=None):
        self.known = {}
        for paragraph in (FILE.read_text() if text is None else text).split("\n\n"):
            fields = dict(line.split(":", 1) for line in paragraph.splitlines() if line and not line.startswith("#"))
            fields = {name: value.strip() for name, value in fields.items()}
            if not fields:
                continue
            verdict = fields.get("verdict", "")
            is_noticed = verdict.startswith("noticed by: ") and Path(verdict.split(": ", 1)[1]).exists()
            if not (verdict.startswith("equivalent: ") or is_noticed) or set(fields) - {*FIELDS, "verdict"}:
                raise SystemExit("%s: not a verdict:\n%s" % (FILE, paragraph))
            key = tuple(fields.get(f, "") for f in FIELDS[:-1]) + (int(fields.get("nth", 1)),)
            self.known[key] = fields["verdict"]

    def has(self, mutant):
        return identity(mutant) in self.known
