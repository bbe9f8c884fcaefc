# Verilog modules: infer/verilog/NAME.v is the C array infer_NAME_v of infer/verilog/modules.h. Bytes, for C limits the length
# of a string literal; ASCII only, for a char of C may be signed.

VERILOG_MODULES := $(sort $(wildcard infer/verilog/*.v))

$(BUILD)/lib/libinfer.a: $(VERILOG_MODULES:%=$(BUILD)/obj/%.o)

$(BUILD)/obj/infer/verilog/%.v.o: infer/verilog/%.v infer/verilog/modules.h
	@mkdir -p $(@D)
	@echo "  EMBED $<"
	$(Q){ echo '#include "infer/verilog/modules.h"'; \
	    echo 'const char infer_$*_v[] = {'; od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } \
	    | $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -x c -c - -o $@
