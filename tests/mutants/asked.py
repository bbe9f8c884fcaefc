"""Tests that mutants are asked of: how they run, how long they take, and which lines of code they reach."""
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections import defaultdict, namedtuple
from pathlib import Path

Outcome = namedtuple("Outcome", "passed seconds")
SLOW = "test: slow"
AREAS_NOT_ASKED = {"capture", "datasets", "deps", "faults", "runner", "probe", "bench"}  # command-line tests of other code, of times, or too slow


class Test:
    """One program, corpus or command-line test. library: the folder of what takes the place of the modules, or of a mutant."""

    def __init__(self, name, programs):
        self.name, self.programs = name, programs
        self.command_line = name.startswith("tests/cli/")
        self.module = name.split("/")[2] if name.startswith("tests/") else ""
        self.slow = not self.command_line and SLOW in source_of(name).read_text()
        if self.command_line:
            self.command = ["tests/run.sh", str(programs / "command"), name]
        elif name.startswith("fuzz/"):
            corpus = Path("fuzz/corpus", name.split("replay_")[1])
            self.command = [str(programs / "programs" / name)] + sorted(map(str, corpus.iterdir()))
        else:
            self.command = [str(programs / "programs" / name)]

    def stamp(self):
        """Changes when the test does."""
        files = [Path(self.command[0])] if not self.command_line else Path(self.name).parent.glob(Path(self.name).stem + ".*")
        return max(file.stat().st_mtime_ns for file in files)

    def run(self, library=None, reach=None, usual_seconds=None):
        """usual_seconds: it is ended, and has failed, when it takes many times as long."""
        scratch = tempfile.mkdtemp(prefix="mutant-")
        environment = dict(os.environ, TMPDIR=scratch, HOME=scratch, OMP_WAIT_POLICY="passive", CMOCKA_MESSAGE_OUTPUT="TAP", POISE_TEST_JOBS="1")
        for name, value in ("LD_LIBRARY_PATH", library), ("POISE_REACH", reach):
            if value:
                environment[name] = str(value)
        processor_seconds = 5 + int(10 * usual_seconds) if usual_seconds is not None else 300
        begin = time.monotonic()
        process = subprocess.Popen(self.command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True, preexec_fn=lambda: limit(processor_seconds))
        passed = False
        try:
            passed = process.wait(6 * processor_seconds) == 0
        except subprocess.TimeoutExpired:
            pass
        finally:
            end_session(process)
            shutil.rmtree(scratch, ignore_errors=True)
        return Outcome(passed, time.monotonic() - begin)


def end_session(process):
    """And of what it has left behind."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def limit(processor_seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))  # not of addresses: the capture reserves more than it uses
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def source_of(name):
    return Path(name.replace("/replay_", "/fuzz_") + ".c")


def every_test(programs):
    """Programs and corpora first, then quick command-line tests. Slow programs of other suites than unit tests look for small effects."""
    def is_asked(name):
        return not (name.endswith("_exhaustive") or (name.split("/")[1] in ("shape", "oracle") and SLOW in source_of(name).read_text()))
    built = sorted(p.relative_to(programs / "programs") for folder in ("tests", "fuzz") for p in (programs / "programs" / folder).rglob("*")
                   if p.is_file())
    scripts = sorted(s for s in Path("tests/cli").rglob("*.sh") if s.parts[2] not in AREAS_NOT_ASKED and SLOW not in s.read_text())
    return [Test(str(p), programs) for p in built if is_asked(str(p))] + [Test(str(s), programs) for s in scripts]


class Reach:
    """Which tests reach which lines, and their usual seconds; kept in a file, and found again for tests that have changed."""

    def __init__(self, tests, programs, reach):
        self.library, self.file = (reach / "lib" / "libpoise_modules.so").resolve(), reach / "reach.json"
        self.by_line = defaultdict(list)  # file: sorted [(line, test)]
        self.seconds, self.failing = {}, []
        kept = json.loads(self.file.read_text()) if self.file.exists() else {}
        stamp = self.library.stat().st_mtime_ns
        try:
            for i, test in enumerate(tests):
                of_test = kept.get(test.name)
                if not of_test or of_test["stamp"] != [stamp, test.stamp()]:
                    if sys.stdout.isatty():
                        print("\rreach: %d of %d tests %-60s" % (i + 1, len(tests), test.name), end="", flush=True)
                    kept[test.name] = self.look(test, [stamp, test.stamp()])
        finally:
            self.file.write_text(json.dumps(kept))
        for test in tests:
            self.seconds[test.name] = kept[test.name]["seconds"]
            if not kept[test.name]["passed"]:
                self.failing.append(test.name)
                continue
            for file, lines in kept[test.name]["lines"].items():
                self.by_line[file] += [(line, test.name) for line in lines]
        for lines in self.by_line.values():
            lines.sort()

    def look(self, test, stamp):
        plain = test.run()
        if test.slow:  # several times as slow if looked at: asked last, and whatever it reaches
            return {"stamp": stamp, "seconds": plain.seconds, "passed": plain.passed, "lines": {}}
        with tempfile.NamedTemporaryFile() as bytes_file:
            Path(bytes_file.name).write_bytes(b"")
            test.run(library=self.library.parent, reach=bytes_file.name)
            called = Path(bytes_file.name).read_bytes()
        return {"stamp": stamp, "seconds": plain.seconds, "passed": plain.passed, "lines": self.lines_of(called)}

    def lines_of(self, called):
        addresses, at = [], called.find(b"\1")
        while at >= 0:
            addresses.append("%#x" % (at - 1))  # in the call, not behind it
            at = called.find(b"\1", at + 1)
        places = subprocess.run(["addr2line", "-e", self.library], input="\n".join(addresses), capture_output=True, text=True, check=True).stdout
        lines, root = defaultdict(set), os.getcwd() + "/"
        for place in places.splitlines():
            file, _, line = place.split(" ")[0].partition(":")
            if line.isdigit():
                lines[os.path.normpath(file.replace(root, "", 1))].add(int(line))
        return {file: sorted(numbers) for file, numbers in lines.items()}

    def tests_of(self, file, first, last, line):
        """Tests that reach lines first to last; {name: whether the line itself, or the one that a block before it begins with}"""
        lines = self.by_line.get(file, [])
        inside = lines[bisect_left(lines, (first,)):bisect_left(lines, (last + 1,))]
        nearest = max((at for at, _ in inside if at <= line), default=first)
        names = {name: False for _, name in inside}
        names.update((name, True) for at, name in inside if at == nearest)
        return names
