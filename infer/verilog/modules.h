/* The modules beside this file that are the same for every model, as texts that mk/infer.mk makes of them. */
#ifndef POISE_INFER_VERILOG_MODULES_H
#define POISE_INFER_VERILOG_MODULES_H

extern const char infer_divide_v[];
extern const char infer_multiply_v[];
extern const char infer_window_v[];
extern const char infer_link_v[];
extern const char infer_engine_v[];
extern const char infer_log2_v[];
extern const char infer_choice_v[];
extern const char infer_hie_v[];
extern const char infer_load_score_v[];
extern const char infer_load_decide_v[];
extern const char infer_load_table_v[];
extern const char infer_sm_loads_v[];
extern const char infer_loads_v[];

#endif
