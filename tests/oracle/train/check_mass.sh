#!/bin/bash
# Is the summary of 'poise regress' that of MASS' glm.nb on quine (Venables and Ripley, "Modern Applied Statistics with S", 7.4)?
# The data come with MASS; they are written out as a table with dummy variables. BUILD names the build folder.
set -eu
build=$(cd "${BUILD:-build}" && pwd)
command -v Rscript > /dev/null && Rscript -e 'quit(status = !requireNamespace("MASS", quietly = TRUE))' > /dev/null 2>&1 ||
    { echo "R with MASS is not installed" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
LC_ALL=C Rscript - > r.txt 2> /dev/null << 'END'
library(MASS)
x <- model.matrix(~ Eth + Sex + Age + Lrn, quine)[, -1]
table <- data.frame(x, y = quine$Days)
write.csv(table, "quine.csv", row.names = FALSE)
fit <- glm.nb(y ~ ., table, control = glm.control(epsilon = 1e-12, maxit = 100))
print(summary(fit))
END
"$build/poise" regress quine.csv > ours.txt
# From the coefficients on; the number of iterations is not compared, nor the last line, which is only ours.
cut_out() { sed -n '/^Coefficients:/,$p' "$1" | grep -v -e '^Number of ' -e '^Log-likelihood' -e '^$'; }
diff <(cut_out r.txt) <(cut_out ours.txt)
grep -q 'Theta:  1.2' ours.txt # and it is quine
