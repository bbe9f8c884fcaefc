#!/usr/bin/env python3
"""Makes mutants of the code, one small change each, and asks the tests that reach it whether they notice (`make mutants`, CONTRIBUTING.md).

A mutant whose object is byte for byte the original's is equivalent. Others that no test notices need a verdict in verdicts.txt; without, the exit
code is 1. The same seed chooses the same mutants, whatever else of the code has changed; what was found stays in PROGRAMS/results.json until
the code or the tests that were asked change.
"""
import argparse
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
from asked import Reach, every_test  # noqa: E402
from mutate import apply, bodies, identity, mask, mutants  # noqa: E402
from verdicts import Verdicts, describe  # noqa: E402

FOLDERS = ["trace", "infer", "train", "profile", "sim_hooks", "sim"]
SLOW_TESTS_OF = {"sim_hooks": ["sim_hooks", "sim"]}  # of which modules slow programs are asked, if not only of the folder's
MOST_INCLUDERS = 10  # of a header: its mutants are all of them, compiled again
MOST_COMMAND_LINES = 10  # command-line tests that are asked of a mutant that all programs let pass


def digest(*parts):
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


class Source:
    def __init__(self, file):
        self.file, self.text = file, Path(file).read_text()
        self.lines = [(self.text.count("\n", 0, begin) + 1, self.text.count("\n", 0, end) + 1) for _, begin, end in bodies(mask(self.text))]
        self.mutants = mutants(file, self.text)

    def function_lines(self, line):
        """First and last of the function at a line; the file's outside of functions."""
        return next(((first, last) for first, last in self.lines if first <= line <= last), (1, self.text.count("\n") + 1))


class Compiler:
    """Mutants as libraries: objects of the file, or of all files that include a header."""

    def __init__(self, command, scratch, includers):
        self.command, self.scratch, self.includers, self.originals = shlex.split(command), scratch, includers, {}
        self.one_at_a_time = Lock()

    def objects_of(self, source, text, name, level):
        """Their bytes, None if one does not compile; the same text gives the same bytes."""
        folder = self.scratch / name
        header = folder / "overlay" / source.file
        shutil.rmtree(folder, ignore_errors=True)
        header.parent.mkdir(parents=True)
        header.write_text(text)
        units = {file: Path(file).read_text() for file in self.includers.get(source.file, [])} if source.file.endswith(".h") else {source.file: text}
        objects = []
        for i, (file, code) in enumerate(units.items()):
            (folder / "mutant.c").write_text(code)
            flags = ["-Ioverlay", "-I" + os.getcwd(), "-iquote", str(Path(file).parent.resolve()), level, "-Werror=incompatible-pointer-types",
                     "-Werror=int-conversion", "-Werror=implicit-function-declaration", "-Werror=div-by-zero", "-c", "mutant.c", "-o", "%d.o" % i]
            if subprocess.run(self.command + flags, cwd=folder, capture_output=True).returncode != 0:
                return None
            objects.append((folder / ("%d.o" % i)).read_bytes())
        return objects

    def original(self, source, level):
        with self.one_at_a_time:
            if (source.file, level) not in self.originals:
                self.originals[source.file, level] = self.objects_of(source, source.text, "original", level)
            return self.originals[source.file, level]

    def library(self, source, mutant, name):
        """'library', 'equivalent' or 'does not compile'; a library lies in the folder of that name."""
        original, made = self.original(source, "-O1"), self.objects_of(source, apply(source.text, mutant), name, "-O1")
        if made is None or not original:
            return "does not compile"
        if made == original:
            return "equivalent"
        objects = ["%d.o" % i for i in range(len(made))]
        subprocess.run([self.command[0], "-shared", "-o", "libpoise_mutant.so", *objects], cwd=self.scratch / name, check=True)
        return "library"

    def same_when_optimised(self, source, mutant, name):
        original = self.original(source, "-O2")
        return self.objects_of(source, apply(source.text, mutant), name, "-O2") == original


def listed_by(dependencies):
    """(file, headers that it includes), by what the compiler has written down."""
    for listed in sorted(dependencies):
        file, *headers = listed.read_text().replace("\\\n", " ").splitlines()[0].split(":")[1].split()
        yield file, headers


def includers_of(programs, plain):
    """{header: files of the modules that include it}; none of those whose inline functions tests have compiled themselves."""
    found = defaultdict(list)
    objects = programs / "obj"
    for file, headers in listed_by(p for p in objects.rglob("*.d") if p.relative_to(objects).parts[0] not in ("tests", "fuzz", "cli")):
        for header in headers:
            found[header].append(file)
    for _, headers in listed_by([*(plain / "obj" / "tests").rglob("*.d"), *(plain / "obj" / "fuzz").rglob("*.d")]):
        for header in headers:
            found.pop(header, None)
    return found


def in_turns(found, seed):
    """By chance, one of each operator in turn."""
    queues = defaultdict(list)
    for mutant in sorted(found, key=lambda m: digest(seed, *identity(m))):
        queues[mutant.operator].append(mutant)
    while queues:
        for operator in sorted(queues):
            yield queues[operator].pop(0)
            if not queues[operator]:
                del queues[operator]


def quotas(sources, total):
    """So many of each folder: by the root of how much there is to change, so that small ones have theirs."""
    weights = Counter()
    for source in sources.values():
        weights[folder_of(source.file)] += len(source.mutants)
    roots = {folder: count ** 0.5 for folder, count in weights.items()}
    return {folder: max(1, round(total * root / sum(roots.values()))) for folder, root in roots.items()}


def folder_of(file):
    return file.split("/")[0]


class Run:
    def __init__(self, options):
        self.options = options
        self.includers = includers_of(options.programs, options.plain)
        self.sources = {file: Source(file) for file in chosen_files(options.files, self.includers)}
        self.tests = {test.name: test for test in every_test(options.programs) if not (options.quick and test.slow)}
        self.reach = Reach(list(self.tests.values()), options.programs, options.reach)
        self.kept_file = options.programs / "results.json"
        self.kept = json.loads(self.kept_file.read_text()) if self.kept_file.exists() else {}
        self.killers = defaultdict(Counter)  # by file
        self.scratch = tempfile.TemporaryDirectory(prefix="mutants-")
        self.compiler = Compiler(os.environ["MUTANT_COMPILER"], Path(self.scratch.name), self.includers)

    def order(self, mutant):
        """Those who are asked, the likeliest to notice first."""
        source = self.sources[mutant.file]
        near = self.reach.tests_of(mutant.file, *source.function_lines(mutant.line), mutant.line)
        if not near:  # what is only constants; what a compiler has put into those who include it
            files = self.includers.get(mutant.file, []) if mutant.file.endswith(".h") else [mutant.file]
            near = {test: False for file in files for _, test in self.reach.by_line.get(file, [])}
        killers, seconds = self.killers[mutant.file], self.reach.seconds
        names = sorted(near, key=lambda n: (self.tests[n].command_line, not near[n], -killers[n], seconds[n], n))
        programs = [n for n in names if not self.tests[n].command_line]
        modules = SLOW_TESTS_OF.get(folder_of(mutant.file), [folder_of(mutant.file)])
        programs += [n for n, t in self.tests.items() if t.slow and t.module in modules and n not in programs + self.reach.failing]
        return programs + [n for n in names if self.tests[n].command_line][:MOST_COMMAND_LINES]

    def judge(self, mutant, name):
        """(outcome, who noticed): 'killed', 'equivalent', 'does not compile' or 'survived'."""
        source = self.sources[mutant.file]
        made = self.compiler.library(source, mutant, name)
        if made != "library":
            return made, ""
        library = self.compiler.scratch / name
        for test in self.order(mutant):
            if not self.tests[test].run(library=library, usual_seconds=self.reach.seconds[test]).passed:
                self.killers[mutant.file][test] += 1
                return "killed", test
        return ("equivalent", "") if self.compiler.same_when_optimised(source, mutant, name) else ("survived", "")

    def judged(self, mutant, name):
        """The same, if it is not known from an earlier run."""
        key = digest(*identity(mutant), self.sources[mutant.file].text)
        asked = digest(*((n, self.tests[n].stamp()) for n in sorted(self.order(mutant)))) if key in self.kept else None
        if key not in self.kept or (self.kept[key][0] == "survived" and self.kept[key][2] != asked):
            outcome, killer = self.judge(mutant, name)
            self.kept[key] = [outcome, killer, digest(*((n, self.tests[n].stamp()) for n in sorted(self.order(mutant))))]
        return self.kept[key][:2]

    def run_folder(self, folder, quota, report):
        """The first mutants of the folder that compile."""
        candidates = in_turns([m for s in self.sources.values() if folder_of(s.file) == folder for m in s.mutants], self.options.seed)
        outcomes = Counter()
        with ThreadPoolExecutor(self.options.jobs) as pool:
            while quota > 0:
                batch = [m for _, m in zip(range(min(quota, 4 * self.options.jobs)), candidates)]
                if not batch:
                    break
                names = ["%d" % i for i in range(len(batch))]
                for mutant, (outcome, killer) in zip(batch, pool.map(self.judged, batch, names)):
                    if outcome != "does not compile":
                        quota -= 1
                        outcomes[outcome] += 1
                        report(mutant, outcome, killer)
                self.kept_file.write_text(json.dumps(self.kept))
        return outcomes


def chosen_files(wanted, includers):
    """Sources, and headers that few include; those of other folders only where they are asked for."""
    def is_wanted(file):
        return any(file == w or file.startswith(w.rstrip("/") + "/") for w in wanted or FOLDERS)
    roots = FOLDERS + sorted({folder_of(w) for w in wanted} - set(FOLDERS))
    files = [str(p) for root in roots for p in sorted(Path(root).rglob("*.[ch]")) if is_wanted(str(p))]
    files = [f for f in files if f.endswith(".c") or 0 < len(includers.get(f, [])) <= MOST_INCLUDERS]
    return files or sys.exit("mutants: no such files: %s" % " ".join(wanted))


def parse():
    parser = argparse.ArgumentParser(description="Are the tests able to fail?")
    parser.add_argument("--programs", type=Path, required=True, help="where `make mutants` builds programs")
    parser.add_argument("--plain", type=Path, required=True, help="where everything is built as it is")
    parser.add_argument("--reach", type=Path, required=True, help="where it builds the library that tells who reaches what")
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--every", action="store_true", help="all mutants of the files")
    parser.add_argument("--quick", action="store_true", help="slow programs are not asked")
    parser.add_argument("--text", default="", help="only those whose line or change has this")
    parser.add_argument("files", nargs="*", help="files or folders; all")
    return parser.parse_args()


def print_scores(scores):
    print("%-10s %8s %7s %11s %9s %9s %7s" % ("folder", "mutants", "killed", "equivalent", "verdicts", "survived", "score"))
    total = sum(scores.values(), Counter())
    for folder, score in [*scores.items(), ("all", total)]:
        killed, survived = score["killed"], score["survived"]
        rate = "%6.1f%%" % (100 * killed / (killed + survived)) if killed + survived else "      -"
        print("%-10s %8d %7d %11d %9d %9d %s" % (folder, sum(score.values()), killed, score["equivalent"], score["verdict"], survived, rate))
    return total["survived"]


def main():
    options = parse()
    for ending in signal.SIGTERM, signal.SIGHUP:
        signal.signal(ending, lambda number, _: sys.exit(128 + number))  # what runs is ended, too
    run = Run(options)
    print("%sreach: %d tests" % ("\r" if sys.stdout.isatty() else "", len(run.tests)))
    for name in run.reach.failing:
        print("not asked, fails without a mutant: %s" % name)
    verdicts, scores, done = Verdicts(), {}, 0
    for source in run.sources.values():
        source.mutants = [m for m in source.mutants if options.text in m.before or options.text in m.after]
    shares = quotas(run.sources, sum(len(s.mutants) for s in run.sources.values()) if options.every else options.mutants)
    for folder, quota in shares.items():
        score = scores[folder] = Counter()

        def report(mutant, outcome, killer):
            nonlocal done
            done += 1
            if outcome == "survived" and verdicts.has(mutant):
                outcome = "verdict"
            score[outcome] += 1
            print("%4d %-10s %s:%d %s %s" % (done, outcome, mutant.file, mutant.line, mutant.operator, killer), flush=True)
            if outcome == "survived":
                asked = run.order(mutant)
                print("%s\nasked: %d tests %s" % (describe(mutant), len(asked), " ".join(asked[:6])), flush=True)

        run.run_folder(folder, 10 ** 9 if options.every else quota, report)
    sys.exit(1 if print_scores(scores) else 0)


if __name__ == "__main__":
    main()
