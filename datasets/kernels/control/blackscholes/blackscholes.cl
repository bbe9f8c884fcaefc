/* Black-Scholes: price of European call options, one option per work-item: three loads and about a hundred operations.
 * Source: Black and Scholes, "The pricing of options and corporate liabilities" (1973). */
__kernel void blackscholes(__global const float *spot, __global const float *strike, __global const float *years,
                           __global float *call, float rate, float volatility, uint options)
{
    uint i = get_global_id(0);
    if (i >= options)
        return;
    float deviation = volatility * sqrt(years[i]);
    float up = (log(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / deviation;
    float down = up - deviation;
    float chance_up = 0.5f * erfc(-up * M_SQRT1_2_F), chance_down = 0.5f * erfc(-down * M_SQRT1_2_F);
    call[i] = spot[i] * chance_up - strike[i] * exp(-rate * years[i]) * chance_down;
}
