/* Exponents, their powers of two, and how these become numbers of warps. For poise_infer.c only. */
#ifndef POISE_POWER_H
#define POISE_POWER_H

#include "poise_infer.h"

/* What a prediction calls becomes one function: left to itself, gcc keeps parts apart and passes the features
 * through memory, which costs a fifth of the time. */
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* Rounds a sum with drop + POISE_EXPONENT_BITS fractional bits, |sum| <= 2^62, and saturates. Without a
 * branch, for none would be foreseen. */
INLINE uint32_t saturate(int64_t sum, unsigned drop)
{
    const uint64_t limit = ((uint64_t)POISE_EXPONENT_LIMIT << POISE_EXPONENT_BITS) - 1;
    int64_t offset = (int64_t)POISE_EXPONENT_OFFSET << (drop + POISE_EXPONENT_BITS); /* at most 2^61 */
    int64_t shifted = sum + (offset + (INT64_C(1) << (drop - 1)));
    uint64_t exponent = (uint64_t)(shifted > 0 ? shifted : 0) >> drop;
    return (uint32_t)(exponent < limit ? exponent : limit);
}

enum { CHORD_BITS = 7, REST_BITS = POISE_EXPONENT_BITS - CHORD_BITS };

/* round(2^(i/128) * 2^30), and how far the next one is above it. 128 chords of 2^x lie at most (ln 2 / 128)^2
 * / 8 = 3.67e-6 above it. */
static const struct {
    uint32_t begin, step;
} chord[1 << CHORD_BITS] = {
    {1073741824u, 5830312u},  {1079572136u, 5861970u},  {1085434106u, 5893800u},  {1091327906u, 5925802u},
    {1097253708u, 5957979u},  {1103211687u, 5990331u},  {1109202018u, 6022857u},  {1115224875u, 6055561u},
    {1121280436u, 6088442u},  {1127368878u, 6121501u},  {1133490379u, 6154741u},  {1139645120u, 6188160u},
    {1145833280u, 6221762u},  {1152055042u, 6255545u},  {1158310587u, 6289512u},  {1164600099u, 6323663u},
    {1170923762u, 6358000u},  {1177281762u, 6392524u},  {1183674286u, 6427234u},  {1190101520u, 6462134u},
    {1196563654u, 6497222u},  {1203060876u, 6532502u},  {1209593378u, 6567972u},  {1216161350u, 6603636u},
    {1222764986u, 6639493u},  {1229404479u, 6675545u},  {1236080024u, 6711792u},  {1242791816u, 6748236u},
    {1249540052u, 6784879u},  {1256324931u, 6821721u},  {1263146652u, 6858761u},  {1270005413u, 6896004u},
    {1276901417u, 6933448u},  {1283834865u, 6971097u},  {1290805962u, 7008948u},  {1297814910u, 7047007u},
    {1304861917u, 7085271u},  {1311947188u, 7123744u},  {1319070932u, 7162424u},  {1326233356u, 7201316u},
    {1333434672u, 7240419u},  {1340675091u, 7279733u},  {1347954824u, 7319261u},  {1355274085u, 7359005u},
    {1362633090u, 7398962u},  {1370032052u, 7439139u},  {1377471191u, 7479532u},  {1384950723u, 7520146u},
    {1392470869u, 7560979u},  {1400031848u, 7602034u},  {1407633882u, 7643313u},  {1415277195u, 7684815u},
    {1422962010u, 7726543u},  {1430688553u, 7768498u},  {1438457051u, 7810679u},  {1446267730u, 7853091u},
    {1454120821u, 7895732u},  {1462016553u, 7938606u},  {1469955159u, 7981711u},  {1477936870u, 8025051u},
    {1485961921u, 8068626u},  {1494030547u, 8112438u},  {1502142985u, 8156488u},  {1510299473u, 8200777u},
    {1518500250u, 8245306u},  {1526745556u, 8290078u},  {1535035634u, 8335091u},  {1543370725u, 8380351u},
    {1551751076u, 8425855u},  {1560176931u, 8471606u},  {1568648537u, 8517606u},  {1577166143u, 8563857u},
    {1585730000u, 8610357u},  {1594340357u, 8657110u},  {1602997467u, 8704118u},  {1611701585u, 8751380u},
    {1620452965u, 8798900u},  {1629251865u, 8846676u},  {1638098541u, 8894713u},  {1646993254u, 8943011u},
    {1655936265u, 8991570u},  {1664927835u, 9040393u},  {1673968228u, 9089482u},  {1683057710u, 9138837u},
    {1692196547u, 9188460u},  {1701385007u, 9238352u},  {1710623359u, 9288516u},  {1719911875u, 9338952u},
    {1729250827u, 9389661u},  {1738640488u, 9440645u},  {1748081133u, 9491908u},  {1757573041u, 9543448u},
    {1767116489u, 9595268u},  {1776711757u, 9647369u},  {1786359126u, 9699753u},  {1796058879u, 9752422u},
    {1805811301u, 9805377u},  {1815616678u, 9858619u},  {1825475297u, 9912151u},  {1835387448u, 9965972u},
    {1845353420u, 10020087u}, {1855373507u, 10074494u}, {1865448001u, 10129198u}, {1875577199u, 10184199u},
    {1885761398u, 10239498u}, {1896000896u, 10295097u}, {1906295993u, 10350999u}, {1916646992u, 10407204u},
    {1927054196u, 10463713u}, {1937517909u, 10520531u}, {1948038440u, 10577656u}, {1958616096u, 10635092u},
    {1969251188u, 10692839u}, {1979944027u, 10750900u}, {1990694927u, 10809277u}, {2001504204u, 10867970u},
    {2012372174u, 10926982u}, {2023299156u, 10986314u}, {2034285470u, 11045969u}, {2045331439u, 11105948u},
    {2056437387u, 11166251u}, {2067603638u, 11226884u}, {2078830522u, 11287844u}, {2090118366u, 11349136u},
    {2101467502u, 11410760u}, {2112878262u, 11472720u}, {2124350982u, 11535016u}, {2135885998u, 11597650u},
};

/* poise_power(). */
INLINE uint64_t power_of(uint32_t exponent)
{
    uint32_t whole = exponent >> POISE_EXPONENT_BITS;
    uint32_t index = (exponent >> REST_BITS) & ((UINT32_C(1) << CHORD_BITS) - 1);
    uint64_t rest = exponent & ((UINT32_C(1) << REST_BITS) - 1);
    uint64_t mantissa =
        chord[index].begin + ((chord[index].step * rest + (1u << (REST_BITS - 1))) >> REST_BITS);
    return mantissa << whole; /* mantissa * 2^(30 + 8) stands for 1: the offset is in the shift */
}

/* n / d == n * reciprocal[d] >> 21 for n < 2^15: reciprocal[d] exceeds 2^21 / d by at most 1, the quotient
 * therefore by less than 2^-6 <= 1 / d. */
enum { RECIPROCAL_BITS = 21 };
#define RECIPROCAL(d)   ((UINT32_C(1) << RECIPROCAL_BITS) / (d) + 1)
#define FOUR_FROM(d)    RECIPROCAL(d), RECIPROCAL((d) + 1), RECIPROCAL((d) + 2), RECIPROCAL((d) + 3)
#define SIXTEEN_FROM(d) FOUR_FROM(d), FOUR_FROM((d) + 4), FOUR_FROM((d) + 8), FOUR_FROM((d) + 12)
static const uint32_t reciprocal[POISE_MAX_WARPS + 1] = {0, SIXTEEN_FROM(1), SIXTEEN_FROM(17),
                                                         SIXTEEN_FROM(33), SIXTEEN_FROM(49)};

/* value * warps / max_warps to nearest, in lowest .. highest. value < 2^46 and warps <= 2^6: no product
 * reaches 2^53, and what is divided is below 2^14 + 2^6. What is dropped before the division does not change
 * it. */
INLINE unsigned scale_and_round(uint64_t value, unsigned warps, unsigned max_warps, unsigned lowest,
                                unsigned highest)
{
    uint64_t doubled =
        (2 * value * warps + ((uint64_t)max_warps << POISE_POWER_BITS)) >> (POISE_POWER_BITS + 1);
    unsigned nearest = (unsigned)(doubled * reciprocal[max_warps] >> RECIPROCAL_BITS);
    nearest = nearest > lowest ? nearest : lowest;
    return nearest < highest ? nearest : highest;
}

#endif
