#!/bin/sh
# Makes recorded/ anew from data/. Needs Debian 12's python3-statsmodels and r-cran-mass.
set -eu
cd "$(dirname "$0")"
rm -f recorded/*.txt
/usr/bin/python3 record_statsmodels.py
Rscript record_mass.R
