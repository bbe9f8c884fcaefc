/* What `poise compile` can write. */
#ifndef POISE_CLI_COMPILE_FORM_H
#define POISE_CLI_COMPILE_FORM_H

typedef enum compile_form { FORM_C, FORM_HEADER, FORM_VERILOG, FORM_BLOB, FORM_JSON, FORMS } compile_form;

#endif
