// Whether a load may allocate: poise_load_allocates() of poise_loads.c, bit for bit. It keeps nothing between two uses, so that
// many SMs can share one. start takes one cycle; every input stays as it is until done, which is high for one cycle, 81 cycles
// later. reset is synchronous.
module poise_load_decide (
    input wire clk,
    input wire reset,
    input wire start,
    input wire [15:0] one_executions,
    input wire [15:0] one_lookups,
    input wire [15:0] one_hits,
    input wire [15:0] one_merges,
    input wire [15:0] one_unused,
    input wire [15:0] one_used,
    input wire [15:0] max_lookups,
    input wire [15:0] max_hits,
    input wire [15:0] max_merges,
    output wire done,
    output wire allocates
);
    localparam [28:0] FULL = 29'h10000000; // fraction * 2^28
    localparam [15:0] LEAST_LOOKUPS = `POISE_LOAD_LEAST_LOOKUPS;

    // ---- schedule: six divisions of nine cycles, the logarithm of the first beside the others, its product, the sum ----
    localparam TURN = 9, LOG = 9, NORMALISE = LOG + 1, SQUARES = LOG + 5, LOG_DONE = SQUARES + 48, SUM = LOG_DONE + 3;
    reg [6:0] step; // 0 also when nothing is under way
    reg [2:0] turn; // which division: lines, hits, merges, hits and merges at (max, max), lines that left unused
    reg [3:0] digit;
    wire begins = step == 0 && start;
    wire dividing = turn != 6;
    wire sum_done;
    assign done = sum_done && step == SUM + 1;

    always @(posedge clk) begin
        if (reset || done) begin
            step <= 7'd0;
            turn <= 3'd0;
            digit <= 4'd0;
        end else if (begins || step != 0) begin
            step <= step == SUM + 1 ? step : step + 7'd1;
            if (dividing) begin
                digit <= digit == TURN - 1 ? 4'd0 : digit + 4'd1;
                turn <= digit == TURN - 1 ? turn + 3'd1 : turn;
            end
        end
    end

    // ---- quotients: part * 2^32 / whole, and 2^16 for lines ----
    reg [15:0] part;
    reg [16:0] whole;
    always @* begin
        case (turn)
            0: {part, whole} = {16'd0, 1'b0, one_executions};
            1: {part, whole} = {one_hits, 1'b0, one_lookups};
            2: {part, whole} = {one_merges, 1'b0, one_lookups};
            3: {part, whole} = {max_hits, 1'b0, max_lookups};
            4: {part, whole} = {max_merges, 1'b0, max_lookups};
            default: {part, whole} = {one_unused, {1'b0, one_unused} + {1'b0, one_used}};
        endcase
    end
    wire [31:0] quotient;
    wire overflow; // part >= whole
    poise_divide #(.WIDTH(17), .BITS(32), .PER_CYCLE(4)) by_whole (
        .clk(clk), .load(dividing && digit == 0 && (begins || step != 0)), .step(digit != 0),
        .numerator({1'b0, part, turn == 0 ? {one_lookups, 16'd0} : 32'd0}), .divisor(whole), .quotient(quotient),
        .overflow(overflow));

    reg none; // whole of the division whose quotient is there
    always @(posedge clk)
        if (digit == TURN - 1)
            none <= whole == 0;

    // A quotient is there in the first cycle of the next turn.
    wire [28:0] rate = none ? 29'd0 : overflow ? FULL : {1'b0, quotient[31:4]};
    reg [28:0] hits, merges, max_hit_rate, max_merge_rate, wasted, lines;
    always @(posedge clk) begin
        if (step == 2 * TURN) hits <= rate;
        if (step == 3 * TURN) merges <= rate;
        if (step == 4 * TURN) max_hit_rate <= rate;
        if (step == 5 * TURN) max_merge_rate <= rate;
        if (step == 6 * TURN) wasted <= rate;
    end

    // ---- logarithm of 1 .. 256 lines, and its product with 1 - hits ----
    wire squaring = step >= SQUARES && step < LOG_DONE;
    wire take = step > SQUARES && step <= LOG_DONE && !step[0]; // SQUARES is even
    wire multiplying = step == LOG_DONE + 1;
    wire both = squaring && !step[0] || multiplying;
    reg next;
    always @(posedge clk)
        next <= both;

    wire [31:0] root;
    wire [27:0] log;
    wire [63:0] product;
    poise_log2 logarithm (
        .clk(clk), .load(step == LOG), .value(overflow ? 32'd0 : quotient[31:24] != 0 ? 32'd1 << 24 : quotient), .bits(5'd16),
        .normalise(step >= NORMALISE && step < SQUARES), .take(take), .product(product), .root(root), .log(log));
    poise_multiply multiplier (
        .clk(clk), .first(both), .next(next), .a(multiplying ? {3'd0, FULL - hits} : root),
        .b(multiplying ? {3'd0, lines} : root), .product(product));
    always @(posedge clk)
        if (step == LOG_DONE)
            lines <= {log, 1'b0};

    // ---- the sum; few look-ups say nothing ----
    wire [63:0] sum; // for those who test
    wire sum_allocates;
    poise_load_score score (
        .clk(clk), .start(step == SUM),
        .x({FULL, wasted, product[56:28], lines, max_merge_rate, max_hit_rate, merges, hits}), .done(sum_done), .sum(sum),
        .allocates(sum_allocates));
    assign allocates = sum_allocates || one_lookups < LEAST_LOOKUPS;
endmodule

