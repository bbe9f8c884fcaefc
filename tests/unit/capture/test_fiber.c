/* Fibers as the platform uses them here. */
#include "fiber_cases.h"
