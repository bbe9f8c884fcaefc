/* Parts of the page. */
#ifndef POISE_REPORT_PROFILE_HTML_H
#define POISE_REPORT_PROFILE_HTML_H

#include "report/page/markup.h"
#include "report/profile/launches.h"
#include "report/table/table.h"

/* The table of all programs: speedups under the tuples of their launches. */
void html_program_table(markup *m, const profile_report *report);
/* Figures and table of one launch, open or folded. */
void html_launch(markup *m, const profile_launch *launch, bool open);

#endif
