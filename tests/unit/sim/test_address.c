/* Does an address go to the channel, bank, set and row that the map of GPGPU-Sim says [GS]? */
#include "sim/base/address.h"

#include "tests/test.h"

static sim_config machine;
static address_map map;

static int setup(void **state)
{
    (void)state;
    sim_config_default(&machine);
    return sim_config_set(&machine, "l2_banks=12", NULL) || sim_config_set(&machine, "l2_sets=64", NULL);
}

static uint64_t bits(uint64_t value, int from, int count)
{
    return value >> from & ((1ull << count) - 1);
}

/* Numbers that are neither regular nor repeat. */
static uint64_t scrambled(uint64_t i)
{
    return i * UINT64_C(0x9e3779b97f4a7c15) >> 30;
}

/* 256 bytes go to each of the 6 channels in turn. In what is left of the address: bits 6, 7 and 9..12 column,
 * bit 8 and 13..15 bank (bit 8 is also the L2 bank of the channel), bits 16 and up row. */
static void gtx480_map(void **state)
{
    (void)state;
    address_map_init(&map, &machine, 0);
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t address = i < 10000 ? i * 128 : scrambled(i) & ~UINT64_C(127);
        address_place place;
        address_locate(&map, address, &place);
        uint64_t channel = address / 256 % 6, local = address / 256 / 6 * 256 + address % 256;
        assert_int_equal(place.channel, channel);
        assert_int_equal(place.l2_bank, channel * 2 + bits(local, 8, 1));
        assert_int_equal(place.dram_bank, bits(local, 13, 3) * 2 + bits(local, 8, 1));
        assert_int_equal(place.dram_row, bits(local, 16, 40));
        /* The lines of a bank are those with its bit 8: numbered without it, they use all 64 sets in turn. */
        assert_int_equal(place.l2_set, bits(local >> 9 << 1 | bits(local, 7, 1), 0, 6));
    }
}

/* Consecutive lines are spread evenly over everything. */
static void lines_are_spread_evenly(void **state)
{
    (void)state;
    enum { LINES = 12 * 64 * 100 };
    static uint32_t lines_of[12][64];
    memset(lines_of, 0, sizeof lines_of);
    address_map_init(&map, &machine, 0);
    for (uint64_t line = 0; line < LINES; line++) {
        address_place place;
        address_locate(&map, line * 128, &place);
        lines_of[place.l2_bank][place.l2_set]++;
    }
    for (int bank = 0; bank < 12; bank++)
        for (int set = 0; set < 64; set++)
            assert_int_equal(lines_of[bank][set], 100);
}

/* MASK's Static: programs have channels of their own with all that lies in them, an equal number; what is
 * left over goes to the first. In these their lines are spread evenly, and no two lie in one place. */
static void parts_of_memory(void **state)
{
    (void)state;
    static const uint32_t of[][4] = {{6}, {3, 3}, {2, 2, 2}, {2, 2, 1, 1}};
    for (uint32_t parts = 1; parts <= 4; parts++) {
        uint32_t next = 0;
        machine.memory_parts = parts;
        for (uint32_t part = 0; part < parts; part++) {
            static uint32_t lines_of[12][64];
            memset(lines_of, 0, sizeof lines_of);
            address_map_init(&map, &machine, part);
            for (uint64_t line = 0; line < 12 * 64 * 20; line++) {
                address_place place;
                address_locate(&map, line * 128, &place);
                assert_in_range(place.channel, next, next + of[parts - 1][part] - 1);
                assert_int_equal(place.l2_bank / 2, place.channel);
                lines_of[place.l2_bank][place.l2_set]++;
            }
            for (uint32_t bank = 0; bank < 12; bank++)
                for (uint32_t set = 0; set < 64; set++)
                    assert_int_equal(lines_of[bank][set],
                                     bank / 2 >= next && bank / 2 < next + of[parts - 1][part]
                                         ? 20 * 6 / of[parts - 1][part]
                                         : 0);
            next += of[parts - 1][part];
        }
        assert_int_equal(next, 6);
    }
    machine.memory_parts = 1;
}

/* A large frame lies in the channel of its number, and in that as if there were no other: the machine of one
 * channel says where. Nothing that lies in two places has one address, and the reverse. */
static void frames_go_round_the_channels(void **state)
{
    (void)state;
    enum { FRAMES = 24, LINES = 1 << (VM_LARGE_BITS - 7), ALL = FRAMES * LINES };
    static uint8_t is_taken[ALL];
    sim_config coarse = machine, one = machine;
    address_map alone;
    coarse.channel_interleave = INTERLEAVE_FRAMES;
    one.channels = 1;
    one.l2_banks = 2;
    memset(is_taken, 0, sizeof is_taken);
    address_map_init(&map, &coarse, 0);
    address_map_init(&alone, &one, 0);
    for (uint64_t line = 0; line < ALL; line++) {
        const uint64_t frame = line / LINES, local = frame / 6 * LINES + line % LINES;
        address_place place, there;
        address_locate(&map, line * 128, &place);
        address_locate(&alone, local * 128, &there);
        assert_int_equal(place.channel, frame % 6);
        assert_int_equal(place.l2_bank, place.channel * 2 + there.l2_bank);
        assert_int_equal(place.l2_set, there.l2_set);
        assert_int_equal(place.dram_bank, there.dram_bank);
        assert_int_equal(place.dram_row, there.dram_row);
        const split_address split = address_split(&map, line * 128);
        const uint64_t at = place.channel * (ALL / 6) + (split.unit * 256 + split.offset) / 128;
        assert_true(at < ALL && !is_taken[at]);
        is_taken[at] = 1;
    }
}

/* The numbers of programs are above all frames: theirs are as far apart, in parts of memory as well. */
static void frames_of_parts_and_programs(void **state)
{
    (void)state;
    sim_config coarse = machine;
    coarse.channel_interleave = INTERLEAVE_FRAMES;
    coarse.memory_parts = 4; /* 2, 2, 1, 1 channels */
    static const uint32_t first[] = {0, 2, 4, 5}, n[] = {2, 2, 1, 1};
    for (uint32_t part = 0; part < 4; part++) {
        address_map_init(&map, &coarse, part);
        for (uint64_t i = 0; i < 1000; i++) {
            const uint64_t frame = i + ((uint64_t)part << (VM_APP_SHIFT - VM_LARGE_BITS));
            address_place place;
            address_locate(&map, (frame << VM_LARGE_BITS) + i * 128, &place);
            assert_int_equal(place.channel, first[part] + frame % n[part]);
        }
    }
}

/* Memory of the host uses L2 banks and sets as the GPU's does. */
static void memory_of_the_host(void **state)
{
    (void)state;
    address_map_init(&map, &machine, 0);
    for (uint64_t i = 0; i < 10000; i++) {
        const uint64_t address = scrambled(i) & ~UINT64_C(127);
        address_place near = {0}, far = {0};
        address_find_l2(&map, address, &near);
        address_find_l2(&map, VM_HOST_MEMORY + address, &far);
        assert_memory_equal(&near, &far, sizeof near);
    }
}

/* The remainder of `value`, a polynomial over GF(2), by one of degree `bits`. */
static uint64_t remainder_of(uint64_t value, uint64_t polynomial, int bits)
{
    for (int i = 63; i >= bits; i--)
        if (value >> i & 1)
            value ^= polynomial << (i - bits);
    return value;
}

/* IPOLY: x^4 + x + 1, x^5 + x^2 + 1, x^6 + x + 1, of as many bits as GPGPU-Sim takes. */
static void hashed_index_is_a_remainder(void **state)
{
    (void)state;
    static const struct {
        int bits, above;
        uint64_t polynomial;
    } known[] = {{4, 13, 0x13}, {5, 15, 0x25}, {6, 19, 0x43}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        index_hash hash;
        index_hash_init(&hash, (uint32_t)known[k].bits);
        for (uint64_t i = 0; i < 5000; i++) {
            const uint64_t any = scrambled(i), above = bits(any, 0, known[k].above), far = any >> 20;
            const uint32_t index = (uint32_t)bits(any, 20, known[k].bits);
            assert_int_equal(
                index_hash_of(&hash, above | far << known[k].above, index),
                remainder_of(above << known[k].bits | index, known[k].polynomial, known[k].bits));
        }
    }
}

/* What the hash is for: strides of any power of two reach all indices in turn. */
static void hashed_index_has_no_bad_stride(void **state)
{
    (void)state;
    for (uint32_t n_bits = 1; n_bits <= INDEX_HASH_MOST_BITS; n_bits++) {
        const uint32_t n = 1u << n_bits;
        index_hash hash;
        index_hash_init(&hash, n_bits);
        for (uint32_t stride = 0; stride <= 13; stride++) { /* no address has more than 13 bits above */
            uint8_t is_seen[1u << INDEX_HASH_MOST_BITS] = {0};
            for (uint64_t i = 0; i < n; i++) {
                const uint64_t line = i << stride;
                const uint32_t at = index_hash_of(&hash, line >> n_bits, (uint32_t)(line & (n - 1)));
                assert_true(at < n && !is_seen[at]);
                is_seen[at] = 1;
            }
        }
    }
}

/* Volta's map: 32 channels of two banks, hashed together; 256 bytes go to a bank. */
static void hashed_partitions(void **state)
{
    (void)state;
    sim_config volta = machine;
    volta.channels = 32;
    volta.l2_banks = 64;
    volta.l2_sets = 32;
    volta.partition_index = PARTITION_IPOLY;
    volta.l2_index = L2_INDEX_IPOLY;
    address_map_init(&map, &volta, 0);
    static uint32_t lines_of[64][32];
    memset(lines_of, 0, sizeof lines_of);
    for (uint64_t line = 0; line < 64 * 32 * 64; line++) {
        const uint64_t unit = line / 2, plain = unit % 32 * 2 + unit / 32 % 2, above = unit / 64;
        address_place place;
        address_locate(&map, line * 128, &place);
        assert_int_equal(place.l2_bank, remainder_of(above << 6 | plain, 0x43, 6));
        assert_int_equal(place.channel, place.l2_bank / 2);
        lines_of[place.l2_bank][place.l2_set]++;
    }
    for (int bank = 0; bank < 64; bank++)
        for (int set = 0; set < 32; set++)
            assert_int_equal(lines_of[bank][set], 64);
}

/* Turing's: 12 channels, whose banks GPGPU-Sim hashes with 32 and takes modulo 24. */
static void hashed_partitions_of_no_power_of_two(void **state)
{
    (void)state;
    sim_config turing = machine;
    turing.channels = 12;
    turing.l2_banks = 24;
    turing.l2_interleave_bytes = 128;
    turing.partition_index = PARTITION_IPOLY;
    address_map_init(&map, &turing, 0);
    for (uint64_t line = 0; line < 100000; line++) {
        const uint64_t unit = line / 2, plain = unit % 12 * 2 + line % 2;
        address_place place;
        address_locate(&map, line * 128, &place);
        assert_int_equal(place.l2_bank, remainder_of(bits(unit / 12, 0, 15) << 5 | plain, 0x25, 5) % 24);
    }
}

/* With the bank bit at 7 neighbouring lines lie in the two banks of a channel: of what is left of the
 * address, bits 5, 6 and 8..11 are the column, 7 and 12..14 the bank, 15 and up the row. */
static void banks_of_lines(void **state)
{
    (void)state;
    sim_config turing = machine;
    turing.l2_interleave_bytes = 128;
    turing.dram_row_bytes = 2048;
    address_map_init(&map, &turing, 0);
    for (uint64_t i = 0; i < 20000; i++) {
        const uint64_t address = scrambled(i) & ~UINT64_C(127);
        address_place place;
        address_locate(&map, address, &place);
        const uint64_t local = address / 256 / 6 * 256 + address % 256;
        assert_int_equal(place.channel, address / 256 % 6);
        assert_int_equal(place.l2_bank, place.channel * 2 + bits(local, 7, 1));
        assert_int_equal(place.l2_set, bits(local, 8, 6));
        assert_int_equal(place.dram_bank, bits(local, 12, 3) * 2 + bits(local, 7, 1));
        assert_int_equal(place.dram_row, bits(local, 15, 40));
    }
}

/* The bank that the bits say, xored with the low bits of the row: what lies in a row lies in a row still. */
static void banks_xored_with_rows(void **state)
{
    (void)state;
    sim_config plain = machine, xored = machine;
    xored.dram_bank_index = BANK_INDEX_XOR;
    for (uint64_t i = 0; i < 20000; i++) {
        address_place place, other;
        address_map_init(&map, &plain, 0);
        address_locate(&map, scrambled(i), &place);
        address_map_init(&map, &xored, 0);
        address_locate(&map, scrambled(i), &other);
        assert_int_equal(other.dram_row, place.dram_row);
        assert_int_equal(other.dram_bank, place.dram_bank ^ place.dram_row % xored.dram_banks);
    }
}

/* Any bank, and each as often within what chance allows: 100000 pieces in 12 banks, five deviations. */
static void random_partitions(void **state)
{
    (void)state;
    sim_config pascal = machine;
    pascal.partition_index = PARTITION_RANDOM;
    address_map_init(&map, &pascal, 0);
    uint32_t pieces_of[12] = {0};
    for (uint64_t piece = 0; piece < 100000; piece++) {
        address_place place, other;
        address_locate(&map, piece * 256, &place);
        address_locate(&map, piece * 256 + 128, &other);
        assert_int_equal(place.l2_bank, other.l2_bank);
        assert_int_equal(place.channel, place.l2_bank / 2);
        pieces_of[place.l2_bank]++;
    }
    for (int bank = 0; bank < 12; bank++)
        assert_in_range(pieces_of[bank], 8333 - 440, 8333 + 440);
}

/* Another seed is another draw: of 12 banks one in twelve pieces has the same, within five deviations. */
static void random_partitions_have_seeds(void **state)
{
    (void)state;
    sim_config pascal = machine;
    pascal.partition_index = PARTITION_RANDOM;
    address_map drawn[3];
    for (uint32_t seed = 0; seed < 3; seed++) {
        pascal.partition_seed = seed;
        address_map_init(&drawn[seed], &pascal, 0);
    }
    for (uint32_t seed = 1; seed < 3; seed++) {
        uint32_t same = 0;
        for (uint64_t piece = 0; piece < 12000; piece++) {
            address_place place, other;
            address_locate(&drawn[0], piece * 256, &place);
            address_locate(&drawn[seed], piece * 256, &other);
            same += place.l2_bank == other.l2_bank;
        }
        assert_in_range(same, 1000 - 150, 1000 + 150);
    }
}

/* Neighbours are as far apart as any: of 12 in a row each bank has one by rare chance only, as many as with a
 * table of random numbers, whose lines overflow sets here and there. Variance of the pieces of a bank: 12/12
 * * 11/12. */
static void random_partitions_are_not_even(void **state)
{
    (void)state;
    enum { GROUPS = 20000 };
    sim_config pascal = machine;
    pascal.partition_index = PARTITION_RANDOM;
    address_map_init(&map, &pascal, 0);
    double squares = 0;
    for (uint64_t group = 0; group < GROUPS; group++) {
        int pieces_of[12] = {0};
        for (uint64_t i = 0; i < 12; i++) {
            address_place place;
            address_locate(&map, (group * 12 + i) * 256, &place);
            pieces_of[place.l2_bank]++;
        }
        for (int bank = 0; bank < 12; bank++)
            squares += (pieces_of[bank] - 1) * (pieces_of[bank] - 1);
    }
    const double variance = squares / (12 * GROUPS);
    assert_true(variance > 0.9 && variance < 0.934);
}

static void use_l1(const char *sets, const char *index)
{
    assert_int_equal(sim_config_set(&machine, sets, NULL) | sim_config_set(&machine, index, NULL), 0);
    address_map_init(&map, &machine, 0);
}

static void linear_l1_index(void **state)
{
    (void)state;
    use_l1("l1_sets=128", "l1_index=linear");
    for (uint32_t line = 0; line < 100000; line += 7)
        assert_int_equal(address_l1_set(&map, line), line % 128);
    use_l1("l1_sets=24", "l1_index=linear");
    for (uint32_t line = 0; line < 100000; line += 7)
        assert_int_equal(address_l1_set(&map, line), line % 24);
}

/* Bits 7..11 of the byte address xor bits 13, 14, 15, 17, 19; of 64 sets bit 12 chooses the half. Source:
 * Nugteren et al., HPCA 2014. */
static void fermi_hash_of_l1(void **state)
{
    (void)state;
    static const int upper[] = {13, 14, 15, 17, 19};
    for (int sets = 32; sets <= 64; sets *= 2) {
        use_l1(sets == 32 ? "l1_sets=32" : "l1_sets=64", "l1_index=hash");
        for (uint32_t line = 0; line < 1 << 14; line++) {
            uint64_t address = (uint64_t)line * 128, set = sets == 64 ? bits(address, 12, 1) << 5 : 0;
            for (int i = 0; i < 5; i++)
                set |= (bits(address, 7 + i, 1) ^ bits(address, upper[i], 1)) << i;
            assert_int_equal(address_l1_set(&map, line), set);
        }
    }
}

/* One multiplication divides exactly over the whole range that is promised. */
static void division_by_multiplication_is_exact(void **state)
{
    (void)state;
    const uint64_t largest = (1ull << 44) - 1;
    for (uint64_t divisor = 1; divisor < 1 << 20; divisor = divisor * 5 / 4 + 1) {
        divider by = divider_make(divisor);
        for (uint64_t k = 0; k < 200; k++) {
            uint64_t multiple = scrambled(k) % (largest / divisor) * divisor;
            assert_int_equal(divide(&by, multiple), multiple / divisor);
            assert_int_equal(divide(&by, multiple + divisor - 1), multiple / divisor);
        }
        assert_int_equal(divide(&by, largest), largest / divisor);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtx480_map),
        cmocka_unit_test(lines_are_spread_evenly),
        cmocka_unit_test(parts_of_memory),
        cmocka_unit_test(frames_go_round_the_channels),
        cmocka_unit_test(frames_of_parts_and_programs),
        cmocka_unit_test(memory_of_the_host),
        cmocka_unit_test(hashed_index_is_a_remainder),
        cmocka_unit_test(hashed_index_has_no_bad_stride),
        cmocka_unit_test(hashed_partitions),
        cmocka_unit_test(hashed_partitions_of_no_power_of_two),
        cmocka_unit_test(banks_of_lines),
        cmocka_unit_test(banks_xored_with_rows),
        cmocka_unit_test(random_partitions),
        cmocka_unit_test(random_partitions_have_seeds),
        cmocka_unit_test(random_partitions_are_not_even),
        cmocka_unit_test(linear_l1_index),
        cmocka_unit_test(fermi_hash_of_l1),
        cmocka_unit_test(division_by_multiplication_is_exact),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
