/* Programs of hundreds of launches, of which a profile has some ('poise profile --launches'). */
#ifndef POISE_EVALUATE_NEAREST_H
#define POISE_EVALUATE_NEAREST_H

#include "evaluate/program.h"
#include "profile/profile.h"

/* Each launch that `surface` lacks is scheduled like the nearest launch, by number, of the same kernel
 * function of the same run with as many warps; of two as near the earlier one (our choice). Returns how many
 * launches that concerns. Those without such a neighbour stay as they are. */
size_t evaluate_adopt_nearest(evaluate_program *program, const profile *surface);

#endif
