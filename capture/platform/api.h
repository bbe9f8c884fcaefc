/* The functions of the OpenCL interface as the platform defines them, and the table through which the ICD
 * loader calls them. api.def lists them once. */
#ifndef POISE_CAPTURE_API_H
#define POISE_CAPTURE_API_H

/* Deprecated functions are part of OpenCL 1.2's table too. */
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_icd.h>

/* The type is that of the table: names of the types differ from version to version of the header. */
#define API(name) extern __typeof__(*((cl_icd_dispatch *)0)->name) capture_##name;
#include "capture/platform/api.def"
#undef API

extern const cl_icd_dispatch capture_dispatch;

#endif
