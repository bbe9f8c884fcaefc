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
