#!/usr/bin/python3
"""Fits every data set with statsmodels and writes the results to recorded/NAME.txt. See README.md.

fixed: GLM with family NegativeBinomial(alpha=1). ml: the discrete NegativeBinomial model (NB2), which has no
observation weights and whose standard errors come from the joint Hessian, so neither is recorded.
"""
import glob
import os
import warnings

import numpy
import statsmodels
import statsmodels.api as sm


def line(out, family, quantity, values):
    numbers = " ".join(repr(float(v)) for v in numpy.atleast_1d(values))
    out.write(f"statsmodels {family} {quantity} {numbers}\n")


def record_fixed(out, x, y, weight, offset):
    family = sm.families.NegativeBinomial(alpha=1.0)
    fit = sm.GLM(y, x, family=family, freq_weights=weight, offset=offset).fit(
        maxiter=500, tol=1e-13, tol_criterion="params")
    line(out, "fixed", "coefficient", fit.params)
    line(out, "fixed", "standard_error", fit.bse)
    line(out, "fixed", "deviance", fit.deviance)
    line(out, "fixed", "log_likelihood", fit.llf)
    influence = fit.get_influence(observed=False)
    line(out, "fixed", "leverage", influence.hat_matrix_diag[:30])


def record_ml(out, x, y, offset):
    # Columns are scaled to size 1 for the optimiser only: it works on the raw Hessian.
    scale = numpy.abs(x).max(axis=0)
    model = sm.NegativeBinomial(y, x / scale, offset=offset)
    start = model.fit(method="bfgs", maxiter=5000, gtol=1e-6, disp=0)
    fit = model.fit(start_params=start.params, method="newton", maxiter=500, tol=1e-13, disp=0)
    line(out, "ml", "coefficient", fit.params[:-1] / scale)
    line(out, "ml", "dispersion", fit.params[-1])
    line(out, "ml", "log_likelihood", fit.llf)
    # Pseudo R2 from a constant fitted as tightly as the model.
    null = sm.NegativeBinomial(y, numpy.ones(len(y)), offset=offset)
    start = null.fit(method="bfgs", maxiter=5000, gtol=1e-6, disp=0)
    constant = null.fit(start_params=start.params, method="newton", maxiter=500, tol=1e-13, disp=0)
    line(out, "ml", "null_log_likelihood", constant.llf)
    line(out, "ml", "pseudo_r2", 1 - fit.llf / constant.llf)


def main():
    warnings.simplefilter("ignore")
    for path in sorted(glob.glob("data/*.csv")):
        name = os.path.splitext(os.path.basename(path))[0]
        table = numpy.loadtxt(path, delimiter=",", skiprows=1)
        x, y, weight, offset = table[:, :-3], table[:, -3], table[:, -2], table[:, -1]
        with open(f"recorded/{name}.txt", "w") as out:
            out.write(f"# statsmodels {statsmodels.__version__}\n")
            record_fixed(out, x, y, weight, offset)
            if name != "less_than_poisson" and (weight == 1).all():
                record_ml(out, x, y, offset)


if __name__ == "__main__":
    main()
