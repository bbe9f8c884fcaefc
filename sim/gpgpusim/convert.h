/* The conversions that gpgpusim.def and booksim.def name, one function each. */
#ifndef POISE_SIM_GPGPUSIM_CONVERT_H
#define POISE_SIM_GPGPUSIM_CONVERT_H

#include "sim/gpgpusim/table.h"

/* One whole number (0x hexadecimal, leading 0 octal, as GPGPU-Sim reads it) to every option of `detail`. */
gpgpusim_convert gpgpusim_convert_number;
/* Fields separated by `:` or `,` to the words of `detail`, in order: an option of ours, `option/N` (the field
 * divided by N), `=V` (the field must be V, or it is not modelled), `.` (not used), `...` (further fields are
 * not used); `option=V` takes no field: ours is V wherever the option stands. */
gpgpusim_convert gpgpusim_convert_fields;

gpgpusim_convert gpgpusim_convert_sms;           /* clusters x cores per cluster */
gpgpusim_convert gpgpusim_convert_channels;      /* and L2 banks: channels x sub-partitions */
gpgpusim_convert gpgpusim_convert_scheduler;     /* to notes->scheduler */
gpgpusim_convert gpgpusim_convert_unit_name;     /* -specialized_unit_5 and later: switched off */
gpgpusim_convert gpgpusim_convert_widths;        /* pipeline registers: as many as units */
gpgpusim_convert gpgpusim_convert_special_units; /* -specialized_unit_1 to 4: the number to `detail` */
gpgpusim_convert
    gpgpusim_convert_ports; /* of operand collectors: what the units in `detail` take, and their interval */
gpgpusim_convert gpgpusim_convert_common_collectors;
gpgpusim_convert gpgpusim_convert_common_ports;   /* of those: at least what `detail` names */
gpgpusim_convert gpgpusim_convert_dp_collectors;  /* 0 where double precision has no units */
gpgpusim_convert gpgpusim_convert_perfect_icache; /* 1: no sets */
gpgpusim_convert gpgpusim_convert_constants;      /* the constant cache: always hits */
gpgpusim_convert gpgpusim_convert_network;        /* which crossbar */
gpgpusim_convert gpgpusim_convert_local_crossbar; /* of the local one: =V in `detail` */
gpgpusim_convert gpgpusim_convert_input_buffers;  /* with vc_buf_size */
gpgpusim_convert gpgpusim_convert_output_buffers; /* with boundary_buffer_size */
gpgpusim_convert gpgpusim_convert_channel_buffers;
gpgpusim_convert gpgpusim_convert_coalescing; /* to lines or sectors; behind the L1's string */
gpgpusim_convert gpgpusim_convert_skip_l1;    /* global memory past the L1 */
gpgpusim_convert gpgpusim_convert_l1;         /* cache strings */
gpgpusim_convert gpgpusim_convert_adaptive;   /* L1 and shared memory in one; behind the L1's string */
gpgpusim_convert gpgpusim_convert_l2;
gpgpusim_convert gpgpusim_convert_icache;
gpgpusim_convert gpgpusim_convert_burst;     /* bytes of a DRAM access: width x chips x burst length */
gpgpusim_convert gpgpusim_convert_timing;    /* DRAM timing, in order or named */
gpgpusim_convert gpgpusim_convert_addresses; /* dramid@N; and 64 letters */
gpgpusim_convert gpgpusim_convert_bank_index;
gpgpusim_convert gpgpusim_convert_partitions; /* how the number of an L2 bank is hashed */

/* A whole decimal number of `length` characters, at most 2^53 so that a double holds it; -1 when it is none.
 */
long long gpgpusim_decimal(const char *text, size_t length);
/* The same as GPGPU-Sim's option parser reads it: 0x hexadecimal, leading 0 octal. */
long long gpgpusim_whole(const char *text);
/* Whole value of another option, `missing` when it is not set; -1 when it is no number. */
long long gpgpusim_whole_value(const gpgpusim_reader *reader, const char *name, const char *missing);
/* As gpgpusim_set, with a number. */
int gpgpusim_set_whole(gpgpusim_reader *reader, const gpgpusim_option *option, const char *ours,
                       long long value, poise_error *err);

#endif
