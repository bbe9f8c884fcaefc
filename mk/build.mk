# Objects and one static library per module.

define module_rules
OBJ_$(1) := $$(patsubst %.c,$$(BUILD)/obj/%.o,$$(sort $$(shell find $(1) -name '*.c')))
$$(BUILD)/lib/lib$(1).a: $$(OBJ_$(1))
	@mkdir -p $$(@D)
	$$(Q)rm -f $$@ && $$(AR) rcs $$@ $$^
endef
$(foreach module,$(MODULES),$(eval $(call module_rules,$(module))))

# Static libraries of a module and of everything it uses, in link order.
module_libs = $(foreach r,$(1) $(USES_$(1)),$(BUILD)/lib/lib$(r).a)

# The simulator is optimised across its files where the compiler is gcc; objects carry plain code as well, for the tests, which
# are linked in a tenth of a second with it and in eight without.
LTO := $(if $(SANITIZERS),,$(shell $(CC) --version 2> /dev/null | grep -q 'Free Software' && echo -O3 -flto=auto -ffat-lto-objects))
$(BUILD)/obj/sim/%.o $(BUILD)/obj/sim_hooks/%.o: CFLAGS_ALL += $(LTO)
$(BUILD)/poise: LDFLAGS_ALL += $(LTO)
PLAIN_CODE := -fno-lto

$(BUILD)/obj/%.o: %.c | deps-check
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# The program takes libraries from their archives where there are all of them, as on Debian, and no sanitizer is asked for: to find 22 shared ones
# takes as long as a simulation of a small kernel. The C library stays shared, for policies of one's own, and zlib, which Debian's lintian
# wants to be. Asked only when the program is linked.
HDF5_ARCHIVE   = $(wildcard $(addsuffix /libhdf5.a,$(patsubst -L%,%,$(filter -L%,$(shell pkg-config --libs-only-L hdf5)))))
ARCHIVED      := sz aec jansson gsl gslcblas zstd xxhash lzma linear svm blas stdc++ gomp
ARCHIVES       = $(HDF5_ARCHIVE) -Wl,-Bstatic $(ARCHIVED:%=-l:lib%.a) -Wl,-Bdynamic -lz -lm -ldl -lpthread -static-libgcc
ARCHIVED_CALLS := H5open aec_decode json_loads gsl_vector_alloc ZSTD_compress XXH64 lzma_code inflate train svm_train GOMP_parallel
ARCHIVES_LINK  = $(if $(SANITIZERS)$(COVERAGE),,$(shell echo 'int main(void) { return 0; }' | $(CC) -x c - -o /dev/null \
                     $(ARCHIVED_CALLS:%=-Wl,--require-defined=%) -x none $(ARCHIVES) 2>/dev/null && echo yes))
POISE_LIBS     = $(if $(ARCHIVES_LINK),-Wl$(comma)--exclude-libs=libhdf5.a:$(subst $(empty) $(empty),:,$(ARCHIVED:%=lib%.a)) $(ARCHIVES),$(PKG_LIBS) $(LEARN_LIBS))

$(BUILD)/poise: $(call module_libs,cli)
	@echo "  LINK  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -rdynamic -o $@ -Wl,--start-group $^ -Wl,--end-group $(POISE_LIBS)

# ---- tests: tests/SUITE/MODULE/test_NAME.c is one cmocka program linked with MODULE and what it uses ----
# What takes time is in the modules: tests themselves are compiled in half the time without optimisation; not those that look at
# each of a million states.
$(BUILD)/obj/tests/%.o $(BUILD)/obj/fuzz/%.o: CFLAGS_ALL += -O0
$(BUILD)/obj/tests/%_exhaustive.o: CFLAGS_ALL += -O2
TEST_SOURCES  := $(sort $(shell find tests -name 'test_*.c'))
TEST_PROGRAMS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SOURCES))
test_module = $(word 2,$(subst /, ,$(1)))

define test_rules
$$(BUILD)/tests/$(1): $$(BUILD)/obj/tests/$(1).o $$(call module_libs,$$(call test_module,$(1)))
	@mkdir -p $$(@D)
	@echo "  LINK  $$@"
	$$(Q)$$(CC) $$(LDFLAGS_ALL) $$(PLAIN_CODE) -o $$@ $$< -Wl,--start-group $$(filter %.a,$$^) -Wl,--end-group $$(PKG_LIBS) -lcmocka $$(LEARN_LIBS)
endef
$(foreach t,$(patsubst tests/%.c,%,$(TEST_SOURCES)),$(eval $(call test_rules,$(t))))

# Tests in which allocations fail include tests/fail_alloc.h, and are linked so that it is asked.
FAIL_ALLOC := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(BUILD)/tests/unit/swap/test_swap_no_memory: LDFLAGS_ALL += $(FAIL_ALLOC)

.PHONY: tests
tests: $(TEST_PROGRAMS)

# ---- files that the command finds beside itself ----
INSTALLED := $(patsubst sim/presets/%,$(BUILD)/presets/%,$(wildcard sim/presets/*.conf)) \
             $(patsubst %,$(BUILD)/%,$(wildcard models/*.model))
$(BUILD)/presets/%: sim/presets/%
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(BUILD)/models/%: models/%
	@mkdir -p $(@D)
	$(Q)cp $< $@
