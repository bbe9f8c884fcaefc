
// The quotients of poise_point_from_sample(), bit for bit, with three divisions at a time; a second turn of the third gives
// I_n. Whoever uses it counts the cycles: load, 16 cycles of step, and for I_n again, with second_turn high from then on, and
// 16 cycles of step_again. m L is left to the user's multiplier.
module poise_window (
    input wire clk,
    input wire load,
    input wire step,
    input wire again,
    input wire step_again,
    input wire second_turn,
    input wire [31:0] l1_accesses,
    input wire [31:0] l1_hits,
    input wire [31:0] l1_intra_hits,
    input wire [31:0] miss_latency,
    input wire [31:0] misses_returned,
    input wire [31:0] instructions,
    input wire [31:0] global_loads,
    output wire [31:0] hit_rate,
    output wire [31:0] intra_rate,
    output wire [31:0] latency // of a miss; after the second turn I_n
);
    localparam [30:0] BELOW = 31'h7fffffff; // largest latency (cycles * 2^16) and I_n (value * 2^23)

    wire [31:0] loads = {global_loads[31:1], global_loads[0] || global_loads == 0};
    wire [31:0] hits, intra_hits, cycles;
    wire hits_overflow, intra_hits_overflow, cycles_overflow;

    poise_divide #(.WIDTH(32), .BITS(32), .PER_CYCLE(2)) by_accesses (
        .clk(clk), .load(load), .step(step), .numerator({1'b0, l1_hits, 31'd0}), .divisor(l1_accesses), .quotient(hits),
        .overflow(hits_overflow));
    poise_divide #(.WIDTH(32), .BITS(32), .PER_CYCLE(2)) intra_by_accesses (
        .clk(clk), .load(load), .step(step), .numerator({1'b0, l1_intra_hits, 31'd0}), .divisor(l1_accesses),
        .quotient(intra_hits), .overflow(intra_hits_overflow));
    poise_divide #(.WIDTH(32), .BITS(32), .PER_CYCLE(2)) latency_or_instructions (
        .clk(clk), .load(load || again), .step(step || step_again),
        .numerator(again ? {9'd0, instructions, 23'd0} : {16'd0, miss_latency, 16'd0}),
        .divisor(second_turn ? loads : misses_returned), .quotient(cycles), .overflow(cycles_overflow));

    // Saturated; without accesses or misses they are 0.
    wire none = l1_accesses == 0;
    wire all_hit = hits_overflow || hits[31];
    wire all_intra = intra_hits_overflow || intra_hits[31];
    assign hit_rate = {all_hit && !none, all_hit || none ? 31'd0 : hits[30:0]};
    assign intra_rate = {all_intra && !none, all_intra || none ? 31'd0 : intra_hits[30:0]};
    wire beyond = cycles_overflow || cycles[31];
    wire no_misses = !second_turn && misses_returned == 0;
    assign latency = {1'b0, no_misses ? 31'd0 : beyond ? BELOW : cycles[30:0]};
endmodule
