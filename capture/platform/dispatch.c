#include "capture/platform/api.h"

/* Slots of Windows' interfaces stay empty: the loader does not export these functions on Linux. */
const cl_icd_dispatch capture_dispatch = {
#define API(name) .name = capture_##name,
#include "capture/platform/api.def"
#undef API
};
