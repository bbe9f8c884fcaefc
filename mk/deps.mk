# Packages are installed by name with apt-get, the charting library of pages is fetched with npm (charts.sh).
# `deps-check` makes a missing package a sentence instead of a compiler error.
CHARTS   := vendor
PACKAGES := $(shell grep -v '^\#' mk/debian-packages.txt)

.PHONY: deps deps-check
deps:
	@missing=$$(for p in $(PACKAGES); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	    sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    echo "Installing:" $$missing; \
	    $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
	@mk/charts.sh $(CHARTS)

# LIBLINEAR and libsvm come without a file for pkg-config.
HEADERS_NEEDED := linear.h libsvm/svm.h

deps-check:
	@pkg-config --exists hdf5 jansson gsl libzstd libxxhash liblzma && \
	    printf '#include <%s>\n' $(HEADERS_NEEDED) | $(CC) -fsyntax-only -x c - 2> /dev/null || { \
	    echo "A library is missing: run 'make deps' first." >&2; exit 1; }
