# Fits every data set with R's glm and MASS' glm.nb and appends the results to recorded/NAME.txt. See README.md.
suppressMessages(library(MASS))

record <- function(out, words, values)
    cat(words, " ", paste(format(as.numeric(values), digits = 17, trim = TRUE), collapse = " "), "\n", sep = "",
        file = out, append = TRUE)

tight <- glm.control(epsilon = 1e-100, maxit = 100) # runs on until the deviance does not move

# The deviance is flat at its minimum: the fit is taken up again until the coefficients do not move either.
settled <- function(y, x, w, offset, family) {
    fit <- glm(y ~ 0 + x + offset(offset), weights = w, family = family, control = tight)
    for (i in 1:100) {
        before <- coef(fit)
        fit <- glm(y ~ 0 + x + offset(offset), weights = w, family = family, control = tight, start = before)
        if (max(abs(coef(fit) - before) / abs(before)) < 1e-13) break
    }
    fit
}

# Leverage, residuals and Cook's distance of the first rows.
influence_of <- function(out, source, fit, family) {
    first <- function(quantity, values) record(out, paste(source, family, quantity), head(values, 30))
    first("leverage", hatvalues(fit))
    first("cook", cooks.distance(fit, dispersion = 1))
    first("pearson", residuals(fit, "pearson"))
    first("deviance_residual", residuals(fit, "deviance"))
}

# What R prints of the model with an intercept, without call, residuals (which newer versions no longer print) and number
# of iterations.
summary_of <- function(name, family, data, distribution, joint = NULL) {
    features <- setdiff(names(data), c("constant", "y", "weight", "offset"))
    formula <- as.formula(paste("y ~", paste(features, collapse = " + "), "+ offset(offset)"))
    fit <- glm(formula, weights = weight, data = data, family = distribution, control = tight)
    if (!is.null(joint)) {
        fit$theta <- joint$theta
        fit$SE.theta <- joint$error
        fit$twologlik <- 2 * log_likelihood(joint$theta, fitted(fit), data$y, data$weight)
        fit$aic <- -fit$twologlik + 2 * fit$rank + 2
        class(fit) <- c("negbin", "glm", "lm")
    }
    text <- capture.output(print(summary(fit, dispersion = 1)))
    text <- text[match("Coefficients:", text):length(text)]
    writeLines(text[!grepl("^Number of Fisher", text)], file.path("recorded", paste0(name, ".", family, ".summary")))
}

describe <- function(out, source, fit, family) {
    line <- function(quantity, values) record(out, paste(source, family, quantity), values)
    table <- summary(fit, dispersion = 1)$coefficients
    line("coefficient", table[, "Estimate"])
    line("standard_error", table[, "Std. Error"])
    line("deviance", fit$deviance)
    line("null_deviance", fit$null.deviance)
    influence_of(out, source, fit, family)
}

log_likelihood <- function(theta, mu, y, w)
    sum(w * (lgamma(theta + y) - lgamma(theta) - lgamma(y + 1) + theta * log(theta) + y * log(mu) -
             (theta + y) * log(theta + mu)))

# glm.nb stops its search for theta after steps of 1e-4; it is run on until neither theta nor the coefficients move.
polished <- function(x, y, w, offset) {
    fit <- glm.nb(y ~ 0 + x + offset(offset), weights = w, control = tight)
    theta <- fit$theta
    for (i in 1:100) {
        fit <- settled(y, x, w, offset, negative.binomial(theta))
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
        fit <- settled(y, x, w, offset, one)
        describe(out, "mass", with_null(fit, y, w, offset, one), "fixed")
        record(out, "mass fixed log_likelihood", log_likelihood(1, fitted(fit), y, w))
        summary_of(name, "fixed", data, one)
        if (name == "less_than_poisson") {
            fit <- settled(y, x, w, offset, poisson())
            summary_of(name, "ml", data, poisson())
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
        summary_of(name, "ml", data, negative.binomial(best$theta), best)
        constant <- polished(cbind(1 + 0 * y), y, w, offset)
        record(out, "mass ml null_log_likelihood", log_likelihood(constant$theta, fitted(constant$fit), y, w))
    })
}
