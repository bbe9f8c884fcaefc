# Style sheets and the script of the reports: report/page/NAME.EXT is the C array report_NAME_EXT of report/page/assets.h. Bytes, for
# C limits the length of a string literal; ASCII only, for a char of C may be signed.

REPORT_ASSETS := $(sort $(wildcard report/page/*.css report/page/*.js))

$(BUILD)/lib/libreport.a: $(REPORT_ASSETS:%=$(BUILD)/obj/%.o)

$(BUILD)/obj/report/page/%.o: report/page/% report/page/assets.h
	@mkdir -p $(@D)
	@echo "  EMBED $<"
	$(Q){ echo '#include "report/page/assets.h"'; \
	    echo 'const char report_$(subst .,_,$*)[] = {'; od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } \
	    | $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -x c -c - -o $@

# The charting library of `make deps`, report_library_js; empty where there is none.
LIBRARY_FILES := $(sort $(wildcard $(CHARTS)/[0-9]-*.js))

$(BUILD)/lib/libreport.a: $(BUILD)/obj/report/page/library.o

$(BUILD)/obj/report/page/library.o: $(LIBRARY_FILES) report/page/assets.h
	@mkdir -p $(@D)
	@echo "  EMBED $(if $(LIBRARY_FILES),$(LIBRARY_FILES),no charting library)"
	$(Q){ echo '#include "report/page/assets.h"'; \
	    echo 'const unsigned char report_library_js[] = {'; cat /dev/null $(LIBRARY_FILES) | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'; \
	    echo '0};'; } | $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -x c -c - -o $@
