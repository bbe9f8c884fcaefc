# make install     put everything under $(DESTDIR)$(PREFIX); the tree is not needed afterwards
# make uninstall   remove exactly these files again
#
# Variables: PREFIX (/usr/local), DESTDIR (root of a package that is being made), STRIP= (keep debugging information).
# What is installed may be moved: the command finds its files by its own place (common/installed.c), poise.pc by its.

PREFIX  ?= /usr/local
DESTDIR ?=
STRIP   ?= -s

# ---- what an external policy, or another simulator that takes the engine, includes ----
# With what these headers include themselves; the tree below include/poise is that of the sources.
PUBLIC_HEADERS := $(addprefix sim_hooks/,policy.h sched.h cache.h dram.h tlb.h vm.h) $(wildcard sim_hooks/*/*.h) \
                  $(addprefix infer/poise_,infer.h power.h kernel.h choice.h views.h shares.h loads.h)
PUBLIC_SOURCES := infer/poise_infer.c infer/poise_kernel.c infer/poise_choice.c infer/poise_views.c infer/poise_shares.c infer/poise_loads.c
PUBLIC_FILES    = $(PUBLIC_SOURCES) $(sort $(filter %.h %.def,$(shell $(CC) -I. -MM $(PUBLIC_HEADERS))))

# ---- what is made for the installation ----
# One page for each verb, from the tables that --help prints.
MAN_PAGES := $(BUILD)/man/poise.1 $(patsubst cli/verb_%.c,$(BUILD)/man/poise-%.1,$(wildcard cli/verb_*.c))
$(BUILD)/man/poise.1: $(BUILD)/poise
	@mkdir -p $(@D)
	$(Q)$(BUILD)/poise help --man > $@
$(BUILD)/man/poise-%.1: $(BUILD)/poise
	@mkdir -p $(@D)
	$(Q)$(BUILD)/poise help --man $* > $@

$(BUILD)/poise.pc: mk/poise.pc.in Makefile
	@mkdir -p $(@D)
	$(Q)sed 's/@VERSION@/$(VERSION)/' $< > $@

.PHONY: man
man: $(MAN_PAGES)

# ---- where it goes: words MODE:SOURCE:PLACE below PREFIX ----
# $(1) = mode, $(2) = folder, $(3) = files: those files in that folder.
in_folder = $(foreach f,$(3),$(1):$(f):$(2)/$(notdir $(f)))
# The same with their path from the root of the tree.
as_tree   = $(foreach f,$(3),$(1):$(f):$(2)/$(f))

INSTALLED_PROGRAMS := $(addprefix $(BUILD)/,libpoise_opencl.so poise-kernel-server poise-kernel-compiler)
INSTALLED_DATA     := $(wildcard models/*.model) datasets/manifest \
                      $(shell find datasets/shipped datasets/profiles -type f) $(wildcard datasets/cpu/*.cpu) $(wildcard probe/kernels/*.cl)
INSTALLED_DOCS     := README.md LICENSE CONTRIBUTING.md $(wildcard docs/*.md) $(wildcard examples/*/*)

install_list = \
    $(call in_folder,program,bin,$(BUILD)/poise) \
    $(call in_folder,program,lib/poise,$(INSTALLED_PROGRAMS)) \
    $(call in_folder,file,lib/poise,$(filter-out $(INSTALLED_PROGRAMS),$(CAPTURE_TARGETS))) \
    $(call in_folder,file,lib/pkgconfig,$(BUILD)/poise.pc) \
    $(call in_folder,file,share/poise/presets,$(wildcard sim/presets/*.conf)) \
    $(call as_tree,file,share/poise,$(INSTALLED_DATA)) \
    $(call as_tree,file,share/doc/poise,$(INSTALLED_DOCS)) \
    $(call as_tree,file,include/poise,$(PUBLIC_FILES)) \
    $(call in_folder,file,share/man/man1,$(MAN_PAGES)) \
    file:cli/help/completion/poise.bash:share/bash-completion/completions/poise \
    file:cli/help/completion/poise.zsh:share/zsh/site-functions/_poise \
    file:cli/help/completion/poise.fish:share/fish/vendor_completions.d/poise.fish

# External policies lie here (poise.pc: policydir).
POLICY_FOLDER  := lib/poise/policies
# Only these are removed when they are empty; all others are shared with other packages.
OWN_FOLDERS    := lib/poise share/poise share/doc/poise include/poise

# Its lines are "MODE SOURCE PLACE". Written by make itself, before the first command of a recipe runs; one for each make, as several may
# install at the same time (tests do).
INSTALL_LIST := $(BUILD)/install.$(shell echo $$PPID).list
write_install_list = $(shell mkdir -p $(BUILD))$(file >$(INSTALL_LIST))$(foreach w,$(install_list),$(file \
    >>$(INSTALL_LIST),$(subst :, ,$(w))))

.PHONY: install uninstall
install: deps-check $(BUILD)/poise $(CAPTURE_TARGETS) $(MAN_PAGES) $(BUILD)/poise.pc
	$(write_install_list)
	@mkdir -p "$(DESTDIR)$(PREFIX)/$(POLICY_FOLDER)"
	@while read -r kind source place; do \
	    case $$kind in program) mode="-m 755 $(STRIP)" ;; *) mode="-m 644" ;; esac; \
	    install -D $$mode "$$source" "$(DESTDIR)$(PREFIX)/$$place" || exit 1; \
	done < $(INSTALL_LIST)
	@echo "installed under $(DESTDIR)$(PREFIX): $$(wc -l < $(INSTALL_LIST)) files"
	@rm -f $(INSTALL_LIST)

uninstall:
	$(write_install_list)
	@while read -r kind source place; do rm -f "$(DESTDIR)$(PREFIX)/$$place" || exit 1; done < $(INSTALL_LIST)
	@for folder in $(OWN_FOLDERS); do \
	    [ ! -d "$(DESTDIR)$(PREFIX)/$$folder" ] || find "$(DESTDIR)$(PREFIX)/$$folder" -depth -type d -empty -delete; \
	done
	@rm -f $(INSTALL_LIST)
