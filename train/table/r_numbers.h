/* Numbers as R's format(), round() and format.pval() write them, so that a table can be compared with R's to
 * the letter. Source, src/main/format.c (formatReal, scientific), src/library/base/R/format.R. */
#ifndef POISE_TRAIN_TABLE_R_NUMBERS_H
#define POISE_TRAIN_TABLE_R_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* Room for any number in at most 15 significant digits; a fixed notation that would be longer than the
 * scientific one is not used. */
enum { TRAIN_R_TEXT = 48 };
typedef char train_r_text[TRAIN_R_TEXT];

/* format(x, digits = , nsmall = ) of those x[i] of x[n] for which use[i] holds (NULL = all): in one
 * notation and one width, with as many decimals as the number that needs most of them has for `digits`
 * significant digits. Other texts stay as they are. */
void train_r_format(const double *x, const bool *use, size_t n, int digits, int nsmall, train_r_text *text);

/* format.pval(p, digits = , eps = .Machine$double.eps). use[n] is scratch space. */
void train_r_format_p(const double *p, bool *use, size_t n, int digits, train_r_text *text);

/* round(x, decimals) */
double train_r_round(double x, int decimals);

/* floor(log10(|x|)), x not 0 */
int train_r_power(double x);

#endif
