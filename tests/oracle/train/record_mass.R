# Fits every data set with R's glm and MASS' glm.nb and appends the results to recorded/NAME.txt. See README.md.
suppressMessages(library(MASS))

record <- function(out, words, values)
    cat(words, " ", paste(format(as.numeric(values), digits = 17, trim = TRUE), collapse = " "), "\n", sep = "",
        file = out, append = TRUE)

tight <- glm.control(epsilon = 1e-100, maxit = 100) # runs on until nothing moves

describe <- function(out, source, fit, family) {
    line <- function(quantity, values) record(out, paste(source, family, quantity), values)
    table <- summary(fit, dispersion = 1)$coefficients
    line("coefficient", table[, "Estimate"])
    line("standard_error", table[, "Std. Error"])
    line("deviance", fit$deviance)
    line("null_deviance", fit$null.deviance)
}

log_likelihood <- function(theta, mu, y, w)
    sum(w * (lgamma(theta + y) - lgamma(theta) - lgamma(y + 1) + theta * log(theta) + y * log(mu) -
             (theta + y) * log(theta + mu)))

# glm.nb stops its search for theta after steps of 1e-4; it is run on until neither theta nor the coefficients move.
polished <- function(x, y, w, offset) {
    fit <- glm.nb(y ~ 0 + x + offset(offset), weights = w, control = tight)
    theta <- fit$theta
    for (i in 1:100) {
        fit <- glm(y ~ 0 + x + offset(offset), weights = w, family = negative.binomial(theta), control = tight)
        new <- theta.ml(y, fitted(fit), sum(w), w, limit = 200, eps = 1e-13 * theta)
        moved <- abs(new - theta) / theta
        theta <- as.numeric(new)
        if (moved < 1e-12) break
    }
    list(fit = fit, theta = theta, error = attr(new, "SE"))
}

# The null model of a formula without intercept is mu = 1 (eta = 0); ours has a constant, so it is fitted as such.
with_null <- function(fit, y, w, offset, family) {
    fit$null.deviance <- glm(y ~ 1 + offset(offset), weights = w, family = family, control = tight)$deviance
    fit
}

for (file in sort(list.files("data", pattern = "[.]csv$"))) {
    name <- sub("[.]csv$", "", file)
    out <- file.path("recorded", paste0(name, ".txt"))
    data <- read.csv(file.path("data", file))
    columns <- ncol(data)
    x <- as.matrix(data[, 1:(columns - 3)])
    y <- data$y; w <- data$weight; offset <- data$offset
    cat("# R ", as.character(getRversion()), ", MASS ", as.character(packageVersion("MASS")), "\n",
        sep = "", file = out, append = TRUE)
    suppressWarnings({
        one <- negative.binomial(1)
        fit <- glm(y ~ 0 + x + offset(offset), weights = w, family = one, control = tight)
        describe(out, "mass", with_null(fit, y, w, offset, one), "fixed")
        record(out, "mass fixed log_likelihood", log_likelihood(1, fitted(fit), y, w))
        if (name == "less_than_poisson") {
            fit <- glm(y ~ 0 + x, weights = w, family = poisson(), control = tight)
            describe(out, "glm", with_null(fit, y, w, offset, poisson()), "ml")
            record(out, "glm ml log_likelihood", logLik(fit))
            record(out, "glm ml dispersion", 0)
            next
        }
        best <- polished(x, y, w, offset)
        describe(out, "mass", with_null(best$fit, y, w, offset, negative.binomial(best$theta)), "ml")
        record(out, "mass ml dispersion", 1 / best$theta)
        record(out, "mass ml dispersion_error", best$error / best$theta^2)
        record(out, "mass ml log_likelihood", log_likelihood(best$theta, fitted(best$fit), y, w))
    })
}
