// The arithmetic of poise_infer.c, bit for bit: poise_point_from_sample(), poise_features_from_points() and
// poise_predict(). It keeps nothing between two uses, so that many SMs can share one.
//
// start takes one cycle; every input stays as it is until done, which is high for one cycle. Without predict, 38 cycles
// later hit_rate .. instructions_per_load describe the window; with it the window is the one at (1, 1), max_* describe the
// one at (max, max), and 58 cycles later n and p are the tuple. reset is synchronous.
module poise_engine (
    input wire clk,
    input wire reset,
    input wire start,
    input wire predict,
    input wire [31:0] l1_accesses,
    input wire [31:0] l1_hits,
    input wire [31:0] l1_intra_hits,
    input wire [31:0] miss_latency,
    input wire [31:0] misses_returned,
    input wire [31:0] instructions,
    input wire [31:0] global_loads,
    input wire [31:0] max_hit_rate,
    input wire [31:0] max_intra_rate,
    input wire [31:0] max_miss_cost,
    input wire [31:0] max_instructions_per_load,
    input wire [6:0] warps, // of the kernel, per scheduler
    output wire [31:0] hit_rate,
    output wire [31:0] intra_rate,
    output wire [31:0] miss_cost,
    output wire [31:0] instructions_per_load,
    output reg [6:0] n,
    output wire [6:0] p,
    output wire done
);
    localparam [31:0] ONE = 32'h80000000;   // rates: value * 2^31
    localparam [28:0] FULL = 29'h10000000;  // features: fraction of the range * 2^28

    localparam [0:0] HALF = `POISE_MAX_WARPS; // its last bit

    // ---- schedule: `at` is the number of cycles since start; 0 also when nothing is under way ----
    localparam RATES = 0, COST = 18, INSTRUCTIONS = 20, SQUARE = 20, GAIN = 22, WEIGHTED = 24, LINK = 32;
    localparam POWER_N = 47, POWER_P = 50, POINT_DONE = 38, TUPLE_DONE = 58;
    reg [5:0] at;
    wire first_cycle = at == 0 && start;
    assign done = at == (predict ? TUPLE_DONE : POINT_DONE);

    always @(posedge clk) begin
        if (reset || done)
            at <= 0;
        else if (start || at != 0)
            at <= at + 6'd1;
    end

    // ---- quotients of the window ----
    wire second_turn = !predict && at >= INSTRUCTIONS;
    wire [31:0] latency; // and, after the second turn, I_n
    poise_window window (
        .clk(clk), .load(first_cycle), .step(at > RATES && at <= RATES + 16), .again(second_turn && at == INSTRUCTIONS),
        .step_again(second_turn && at > INSTRUCTIONS && at <= INSTRUCTIONS + 16), .second_turn(second_turn),
        .l1_accesses(l1_accesses), .l1_hits(l1_hits), .l1_intra_hits(l1_intra_hits), .miss_latency(miss_latency),
        .misses_returned(misses_returned), .instructions(instructions), .global_loads(global_loads), .hit_rate(hit_rate),
        .intra_rate(intra_rate), .latency(latency));
    assign instructions_per_load = latency;

    // ---- one multiplier for all products but those with weights ----
    wire [27:0] exponent_n, exponent_p;
    wire [27:0] exponent = at < POWER_P ? exponent_n : exponent_p;
    wire [31:0] power, above; // of poise_power_table
    wire [63:0] product;
    reg [31:0] a, b;
    wire both = at == COST || predict && (at == SQUARE || at == GAIN || at == WEIGHTED || at == POWER_N ||
                                          at == POWER_P);
    wire only_first = predict && (at == POWER_N + 2 || at == POWER_P + 2);
    reg next;
    always @(posedge clk)
        next <= both;

    poise_multiply multiplier (
        .clk(clk), .first(both || only_first), .next(next), .a(a), .b(b), .product(product));

    // The product / 2^31: m L after COST, the squared gain after GAIN.
    wire [31:0] by_rate = product[62:31];
    assign miss_cost = by_rate;
    wire [31:0] cost_gain = miss_cost > max_miss_cost ? miss_cost - max_miss_cost : max_miss_cost - miss_cost;
    wire [31:0] gain = intra_rate > max_intra_rate ? intra_rate - max_intra_rate : max_intra_rate - intra_rate;
    // 2^(exponent - whole part): the chord of the table, its rest of 17 bits.
    wire [63:0] chord = product + 64'd65536;
    wire [31:0] mantissa = power + chord[48:17];

    always @* begin
        case (at)
            COST: {a, b} = {latency, ONE - hit_rate};
            SQUARE: {a, b} = {cost_gain, cost_gain};
            GAIN: {a, b} = {gain, gain};
            WEIGHTED: {a, b} = {max_instructions_per_load, by_rate};
            POWER_N, POWER_P: {a, b} = {above, 15'd0, exponent[16:0]};
            default: {a, b} = {mantissa, 25'd0, warps};
        endcase
    end

    // ---- features, each a fraction of its range * 2^28 ----
    reg [28:0] gain_squared, cost_squared;
    wire beyond_range = product[63:60] != 0;
    always @(posedge clk) begin
        if (at == WEIGHTED)
            gain_squared <= by_rate[31:3];
        if (at == SQUARE + 2)
            cost_squared <= beyond_range ? FULL : {1'b0, product[59:32]};
    end

    wire [28:0] x1 = max_hit_rate[31:3];
    wire [28:0] x2 = hit_rate[31:3];
    wire [28:0] x3 = max_intra_rate[31:3];
    wire [28:0] x4 = intra_rate[31:3];
    wire [28:0] x5 = gain_squared;
    wire [28:0] x6 = product[62:34] + {28'd0, product[33]}; // I_n * gain^2 / 2^34, to nearest
    wire [28:0] x7 = cost_squared;

    // ---- link functions, two bits of all features a cycle ----
    wire [3:0] pair = at[3:0]; // LINK is a multiple of 16
    wire linking = at >= LINK && at < LINK + 15;
    wire [4:0] low = {pair, 1'b0};
    wire [4:0] high = {pair, 1'b1};
    // x8 is 1: its only bit is the last of the 29.
    wire [7:0] low_bits = {pair == 14, x7[low], x6[low], x5[low], x4[low], x3[low], x2[low], x1[low]};
    wire [7:0] high_bits = pair == 14 ? 8'd0 : {1'b0, x7[high], x6[high], x5[high], x4[high], x3[high], x2[high], x1[high]};
    wire signed [35:0] n_low, n_high, p_low, p_high;
    poise_weights_n n_at_low (.x(low_bits), .sum(n_low));
    poise_weights_n n_at_high (.x(high_bits), .sum(n_high));
    poise_weights_p p_at_low (.x(low_bits), .sum(p_low));
    poise_weights_p p_at_high (.x(high_bits), .sum(p_high));
    poise_link #(.SHIFT(`POISE_SHIFT_N)) link_n (
        .clk(clk), .load(at == LINK - 1), .step(linking), .sum_low(n_low), .sum_high(n_high), .exponent(exponent_n));
    poise_link #(.SHIFT(`POISE_SHIFT_P)) link_p (
        .clk(clk), .load(at == LINK - 1), .step(linking), .sum_low(p_low), .sum_high(p_high), .exponent(exponent_p));

    // ---- powers, reverse scaling, rounding, clamping ----
    poise_power_table powers (.index(exponent[23:17]), .value(power), .step(above));

    // mantissa * warps * 2^whole / 2^38, with one bit behind the binary point; half of the divisor rounds to nearest
    wire [3:0] whole = at == POWER_N + 3 ? exponent_n[27:24] : exponent_p[27:24];
    wire [15:0] scaled = product[53:38] >> (4'd15 - whole);
    wire [15:0] dividend = {1'b0, scaled[15:1]} + (`POISE_MAX_WARPS >> 1) + (scaled[0] & HALF);
    wire [7:0] quotient;
    wire quotient_overflow;
    poise_divide #(.WIDTH(7), .BITS(8), .PER_CYCLE(4)) by_max_warps (
        .clk(clk), .load(at == POWER_N + 3 || at == POWER_P + 4),
        .step(at == POWER_N + 4 || at == POWER_N + 5 || at == POWER_P + 5 || at == POWER_P + 6),
        .numerator(dividend[14:0]), .divisor(7'd`POISE_MAX_WARPS), .quotient(quotient), .overflow(quotient_overflow));
    wire [6:0] highest = at == POWER_N + 7 ? warps : n;
    wire [6:0] limited = quotient_overflow || quotient >= {1'b0, highest} ? highest : quotient[6:0];
    wire [6:0] at_least_one = limited == 0 ? 7'd1 : limited;
    assign p = `POISE_LEAST_P == 0 ? limited : at_least_one;

    always @(posedge clk) begin
        if (at == POWER_N + 7)
            n <= at_least_one;
    end
endmodule

