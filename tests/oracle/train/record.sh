#!/bin/sh
# Makes data/ and recorded/ anew. Needs Debian 12's python3-statsmodels and r-cran-mass.
set -eu
cd "$(dirname "$0")"
rm -f recorded/*
/usr/bin/python3 make_data.py
/usr/bin/python3 record_statsmodels.py
LC_ALL=C Rscript record_mass.R
rm data/large.csv # the test draws it itself
