"""Small changes of C source as clang-format leaves it: every place where one can be made, and what it looks like."""
import re
from collections import Counter, namedtuple

# before, after: the changed lines, blanks joined; nth: 1 but for equal changes of equal lines in one function.
Mutant = namedtuple("Mutant", "file function operator before after nth start end replacement line")

WORD_SWAPS = {  # operator: what stands between two blanks, and what it becomes
    "comparison": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    "arithmetic": {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/"},
    "bits": {"&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<"},
    "logic": {"&&": "||", "||": "&&"},
    "update": {"+=": "-=", "-=": "+=", "|=": "=", "&=": "=", "*=": "=", "/=": "=", "<<=": "=", ">>=": "="},
}
KEYWORDS = r"(?:return|if|for|while|else|do|switch|case|default|goto|typedef|sizeof)\b"
# Memory and files that are not given back are what the sanitizers look for (make test-sanitized).
RELEASE = r"(?:\w+_)?(?:free|close|destroy|release)\("
STATEMENT = re.compile(r"^[ \t]+(?!" + KEYWORDS + "|" + RELEASE + r")(?=(?:break|continue);|(?:\(void\)|\+\+|--|\(\*|\*)?\w+"
                       r"(?:\(|\.|->|\[|\)| (?:[-+*/%|&^]|<<|>>)?= |\+\+|--))", re.M)


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def mask(text):
    """Text of the same length without comments, lines of the preprocessor and what stands in quotes."""
    def keep_code(match):
        found = match.group()
        if len(found) == 1:
            return found
        return found[0] + blank(found[1:-1]) + found[0] if found[0] in "\"'" else blank(found)
    return re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*|^#(?:\\\n|[^\n])*|.', keep_code, text, flags=re.S | re.M)


def bodies(code):
    """(name, begin, end) of function bodies: braces in the first column, after a line that ends a list of parameters."""
    for body in re.finditer(r"^\{.*?^\}", code, re.M | re.S):
        head = code[:body.start()].rstrip()
        if head.endswith(")"):
            begin = max(head.rfind("\n\n"), head.rfind("}"), head.rfind(";"))
            name = re.search(r"(\w+)\(", head[begin + 1:])
            yield (name.group(1) if name else "?", body.start(), body.end())


def closing(code, at):
    """Where the bracket at `at` ends."""
    depth = 0
    for i in range(at, len(code)):
        depth += code[i] in "([{"
        depth -= code[i] in ")]}"
        if depth == 0:
            return i
    return len(code) - 1


def arguments(code, at):
    """(begin, end) of each argument of the call whose bracket is at `at`."""
    end, depth, begin, found = closing(code, at), 0, at + 1, []
    for i in range(at + 1, end + 1):
        depth += code[i] in "([{"
        depth -= code[i] in ")]}" and i < end
        if i == end or (code[i] == "," and depth == 0):
            found.append((begin, i))
            begin = i + 1
    return [(b + len(code[b:e]) - len(code[b:e].lstrip()), e) for b, e in found]


def statement_end(code, at):
    """Just after the semicolon of the statement at `at`; None if a block begins first."""
    depth = 0
    for i in range(at, len(code)):
        depth += code[i] in "(["
        depth -= code[i] in ")]"
        if code[i] in "{}" and depth == 0:
            return None
        if code[i] == ";" and depth == 0:
            return i + 1
    return None


def numbers(code, begin, end):
    for m in re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)([uUlL]*)(?![\w.])").finditer(code, begin, end):
        octal, hexadecimal = re.match("0[0-7]+$", m.group(1)), m.group(1).startswith("0x")
        value, form = int(m.group(1), 8 if octal else 0), "%#o" if octal else "%#x" if hexadecimal else "%d"
        for changed in {value + 1, abs(value - 1)}:
            yield "constant", m.start(), m.end(), (form % changed).replace("0o", "0") + m.group(2)
    for m in re.compile(r"(?<![\w.])(?:\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)(?![\w.])").finditer(code, begin, end):
        yield "constant", m.start(), m.end(), "%.17g" % (float(m.group()) * 2) if float(m.group()) else "1.0"


def changes(text, code, begin, end):
    """(operator, begin, end, replacement) in a function body."""
    for operator, swaps in WORD_SWAPS.items():
        for m in re.compile(r"(?<=\s)(\S+)(?=\s)").finditer(code, begin, end):
            if m.group() in swaps:
                yield operator, m.start(), m.end(), swaps[m.group()]
    for m in re.compile(r"\+\+|--").finditer(code, begin, end):
        yield "update", m.start(), m.end(), "--" if m.group() == "++" else "++"
    for m in re.compile(r"= ~").finditer(code, begin, end):
        yield "bits", m.start(), m.end(), "= "
    for m in re.compile(r"\b(?:if|while) \(").finditer(code, begin, end):
        last = closing(code, m.end() - 1)
        yield "condition", m.end() - 1, last + 1, "(!" + text[m.end() - 1:last + 1] + ")"
    for m in re.compile(r"!(?=[\w(])").finditer(code, begin, end):
        yield "condition", m.start(), m.end(), ""
    for m in re.compile(r"\b(?:true|false)\b").finditer(code, begin, end):
        yield "constant", m.start(), m.end(), "false" if m.group() == "true" else "true"
    for m in STATEMENT.finditer(code, begin, end):
        last = statement_end(code, m.end())
        if last:
            yield "statement", m.end(), last, ";" + "\n" * text[m.end():last].count("\n")
    for m in re.compile(r"\b(?!(?:if|while|for|switch|return|sizeof)\b)\w+\(").finditer(code, begin, end):
        given = arguments(code, m.end() - 1)
        for (b1, e1), (b2, e2) in zip(given, given[1:]):
            if text[b1:e1] != text[b2:e2]:
                yield "arguments", b1, e2, text[b2:e2] + text[e1:b2] + text[b1:e1]
    yield from numbers(code, begin, end)


def mutants(file, text):
    """All of a file."""
    code, places = mask(text), []
    spans = list(bodies(code))
    for name, begin, end in spans:
        places += [(name, change) for change in changes(text, code, begin, end)]
    # Constants with names, and tables.
    for m in re.compile(r"^(?:static )?const [^(){};]* = .*?;$|^enum \{.*?\};$", re.M | re.S).finditer(code):
        places += [("", change) for change in numbers(code, m.start(), m.end())]
    seen, found = Counter(), []
    for function, (operator, begin, end, replacement) in sorted(places, key=lambda p: (p[1][1], p[1])):
        if text[begin:end] == replacement:
            continue
        first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
        before = " ".join(text[first:last].split())
        after = " ".join((text[first:begin] + replacement + text[end:last]).split())
        seen[function, before, after] += 1
        found.append(Mutant(file, function, operator, before, after, seen[function, before, after], begin, end, replacement,
                            text.count("\n", 0, begin) + 1))
    return found


def apply(text, mutant):
    return text[:mutant.start] + mutant.replacement + text[mutant.end:]


def identity(mutant):
    """What names a mutant when lines have moved."""
    return mutant.file, mutant.function, mutant.before, mutant.after, mutant.nth
