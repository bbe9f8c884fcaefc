#!/bin/bash
# What docs/PROBE.md shows works as printed. UPDATE=1 as of check_tutorial.sh.
# test: slow
exec "$(dirname "$0")/check_tutorial.sh" docs/PROBE.md 7
