# Poise: learned warp scheduling for GPUs.
#
#   make          build the command, the capture platform and the workloads
#   make demo     the whole pipeline on real kernels, in minutes
#   make reproduce  chapter 5 of the thesis, in about an hour (docs/RESULTS.md); make reproduce-caches: cache policies (docs/CACHES.md)
#   make reproduce-bandwidth  chapter 3 of the thesis on programs (docs/BANDWIDTH.md)
#   make reproduce-cooperation  chapter 4 of the thesis on programs (docs/BANDWIDTH.md)
#   make reproduce-dram  CPU cores and a GPU under DRAM schedulers (docs/DRAM.md); make dram-mixes DRAM_EACH=1: a few of its mixes;
#                        make reproduce-dram-learned: p of SMS from a model; make reproduce-dram-fifos: depths of its FIFOs
#   make reproduce-translation  pairs of programs under TLB designs and MASK (docs/TRANSLATION.md); make reproduce-translation-learned: its tokens;
#                        make reproduce-buffers: what programs allocate; make reproduce-mosaic: pages of 2 MB in mixes, make reproduce-mosaic-learned: by their use (docs/MOSAIC.md)
#   make test     every test, in minutes; closes with the totals. make test-quick: most of them, in a minute
#   make bench    simulation rates, memory and scaling of this machine
#   make check    formatting, clang-tidy, module dependencies
#   make mutants  do the tests notice small changes of the code, MUTANTS (300) chosen by SEED? (CONTRIBUTING.md)
#   make fuzz     every fuzz target under libFuzzer for a minute (FUZZ_SECONDS); make fuzz-merge: what they found into the corpora
#   make dist     a source archive of the commit, with checksum and bill of materials; make deb: Debian packages of it
#   make install  under PREFIX (/usr/local); make uninstall
#   make deps     install what building and testing needs (Debian 12 and 13); make deps-oracles also what results are compared with
#
# Variables: BUILD (output folder), CC, LLVM (14 to 19), SANITIZE=1 (AddressSanitizer and UndefinedBehaviorSanitizer),
# thread (ThreadSanitizer) or fuzzer (for libFuzzer, of clang), V=1 (show commands).

BUILD    ?= build
CC       := $(if $(filter default,$(origin CC)),gcc,$(CC))
OPT      ?= -O2 -g
# Packages are the same from whatever folder (https://reproducible-builds.org/docs/source-date-epoch).
HERE     := $(if $(SOURCE_DATE_EPOCH),-ffile-prefix-map=$(CURDIR)=.)
# Integer constants are enumerations here, in floating-point expressions too.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-enum-float-conversion -Wstrict-prototypes -Wmissing-prototypes -Werror
comma    := ,
empty    :=
# With a sanitizer clang leaves loops of OpenMP as they are, and says so.
SANITIZERS := $(if $(SANITIZE),-fno-omit-frame-pointer -Wno-pass-failed $(if $(filter thread,$(SANITIZE)),-fsanitize=thread,\
                  -fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined)\
                  $(if $(filter fuzzer,$(SANITIZE)),-fsanitize=fuzzer-no-link))
Q        := $(if $(V),,@)

PKG_CFLAGS = $(shell pkg-config --cflags hdf5 jansson gsl libzstd libxxhash liblzma zlib)
PKG_LIBS   = $(shell pkg-config --libs hdf5 jansson gsl libzstd libxxhash liblzma zlib) -lm -ldl -lpthread
# Learning methods of others, for programs that train; those that use only earlier modules do not load them.
LEARN_LIBS = -Wl,--as-needed -llinear -lsvm

CPPFLAGS_ALL = -I. -D_GNU_SOURCE -DPOISE_VERSION='"$(VERSION)"' -DPOISE_COMMIT='"$(COMMIT)"' $(PKG_CFLAGS) $(CPPFLAGS)
CFLAGS_ALL   = -std=c11 $(OPT) $(HERE) -fPIC -fvisibility=hidden -fopenmp $(WARNINGS) $(SANITIZERS) $(COVERAGE) $(CFLAGS)
LDFLAGS_ALL  = -fopenmp $(HERE) $(SANITIZERS) $(COVERAGE) $(LDFLAGS)

VERSION := 0.1.0
COMMIT  := $(shell cat .poise-commit 2>/dev/null || git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

include mk/modules.mk
include mk/llvm.mk
include mk/deps.mk
include mk/build.mk
include mk/infer.mk
include mk/report.mk
include mk/install.mk
-include mk/release.mk
-include mk/capture.mk
-include mk/datasets.mk
-include mk/test.mk
include mk/fuzz.mk
include mk/coverage.mk
-include mk/mutants.mk
-include mk/demo.mk
-include mk/reproduce.mk
-include mk/buffers.mk
-include mk/caches.mk
-include mk/bandwidth.mk
-include mk/cooperation.mk
-include mk/dram.mk
-include mk/dram_learned.mk
-include mk/translation.mk
-include mk/translation_learned.mk
-include mk/mosaic.mk
-include mk/mosaic_learned.mk
-include mk/paging.mk
-include mk/bench.mk

.PHONY: all clean
all: deps-check $(BUILD)/poise $(INSTALLED)
clean:
	rm -rf $(BUILD)
