/* Math functions of OpenCL C that the C library lacks (OpenCL 1.2, table 6.8 and section 7.5.1), under its
 * naming: double, and float with the suffix f. */
#ifndef POISE_CAPTURE_MATH_EXTRA_H
#define POISE_CAPTURE_MATH_EXTRA_H

/* sin, cos, tan of pi * x; asin, acos, atan of x divided by pi. */
float sinpif(float x);
double sinpi(double x);
float cospif(float x);
double cospi(double x);
float tanpif(float x);
double tanpi(double x);
float asinpif(float x);
double asinpi(double x);
float acospif(float x);
double acospi(double x);
float atanpif(float x);
double atanpi(double x);
float atan2pif(float y, float x);
double atan2pi(double y, double x);

float rsqrtf(float x);
double rsqrt(double x);

/* x to the power y: powr for x >= 0 only, pown and the root of degree n for integers. */
float powrf(float x, float y);
double powr(double x, double y);
float pownf(float x, int n);
double pown(double x, int n);
float rootnf(float x, int n);
double rootn(double x, int n);

/* Sign of the gamma function: 1 or -1. */
int lgamma_signf(float x);
int lgamma_sign(double x);

/* The seven lowest bits of the integer nearest to x / y, with its sign; 0 where the remainder is not a
 * number. */
int quotientf(float x, float y);
int quotient(double x, double y);

#endif
