# Style sheets and the script of the reports: report/NAME.EXT is the C array report_NAME_EXT of report/assets.h. Bytes, for
# C limits the length of a string literal; ASCII only, for a char of C may be signed.

REPORT_ASSETS := $(sort $(wildcard report/*.css report/*.js))

$(BUILD)/lib/libreport.a: $(REPORT_ASSETS:%=$(BUILD)/obj/%.o)

$(BUILD)/obj/report/%.o: report/% report/assets.h
	@mkdir -p $(@D)
	@echo "  EMBED $<"
	$(Q){ echo '#include "report/assets.h"'; \
	    echo 'const char report_$(subst .,_,$*)[] = {'; od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } \
	    | $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -x c -c - -o $@

# The charting library of `make deps`, report_library_js; empty where there is none.
LIBRARY_FILES := $(sort $(wildcard $(CHARTS)/[0-9]-*.js))

$(BUILD)/lib/libreport.a: $(BUILD)/obj/report/library.o

$(BUILD)/obj/report/library.o: $(LIBRARY_FILES) report/assets.h
	@mkdir -p $(@D)
	@echo "  EMBED $(if $(LIBRARY_FILES),$(LIBRARY_FILES),no charting library)"
	$(Q){ echo '#include "report/assets.h"'; \
	    echo 'const unsigned char report_library_js[] = {'; cat /dev/null $(LIBRARY_FILES) | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'; \
	    echo '0};'; } | $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -x c -c - -o $@
