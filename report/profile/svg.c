#include "report/profile/figures.h"
#include "report/profile/output.h"

void profile_report_svg(const profile_launch *launch, FILE *out)
{
    markup m = {.out = out};
    figure_launch(&m, launch);
}
