#!/bin/bash
# What docs/POLICIES.md shows a newcomer works as printed. UPDATE=1 as of check_tutorial.sh.
# test: slow
exec "$(dirname "$0")/check_tutorial.sh" docs/POLICIES.md 12
