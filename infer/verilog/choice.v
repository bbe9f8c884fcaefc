
// The arithmetic of poise_views.c (view `logs`) and poise_choice.c, bit for bit, with the ports of the engine for link
// functions: instructions_per_load is L1 accesses per load here. It keeps nothing between two uses.
//
// start takes one cycle; every input stays as it is until done, which is high for one cycle. Without predict, 38 cycles
// later hit_rate .. instructions_per_load describe the window; with it the window is the one at (1, 1), max_* describe the
// one at (max, max), and 192 + 15 POISE_TUPLES cycles later n and p are the tuple. reset is synchronous.
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
    input wire [31:0] instructions, // the state machine has a use for them, the model has none
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
    localparam [31:0] ONE = 32'h80000000;  // rates: value * 2^31
    localparam [28:0] FULL = 29'h10000000; // features: fraction of the range * 2^28

    // ---- schedule: a window, and for a prediction three logarithms, the sums of all tuples, N and p ----
    localparam [1:0] WINDOW = 0, LOGS = 1, SUMS = 2, SCALES = 3;
    localparam RATES = 0, COST = 18, ACCESSES = 20, POINT_DONE = 38;        // steps of WINDOW; 0 also when nothing is under way
    localparam NORMALISE = 1, SQUARES = 5, LOG_DONE = SQUARES + 48;         // of LOGS
    localparam SUM_DONE = 14;                                               // of SUMS
    localparam DIVIDE = 1, SCALE_DONE = DIVIDE + 3;                         // of SCALES
    reg [1:0] phase;
    reg [5:0] step;
    reg [7:0] turn; // which logarithm, tuple or output
    wire first_cycle = phase == WINDOW && step == 0 && start;
    wire last_step = step == (phase == WINDOW ? ACCESSES : phase == LOGS ? LOG_DONE : phase == SUMS ? SUM_DONE : SCALE_DONE);
    wire last_turn = turn == (phase == WINDOW ? 0 : phase == LOGS ? 2 : phase == SUMS ? `POISE_TUPLES - 1 : 1);
    assign done = predict ? phase == SCALES && last_turn && last_step : step == POINT_DONE;

    always @(posedge clk) begin
        if (reset || done) begin
            phase <= WINDOW;
            step <= 0;
            turn <= 0;
        end else if (predict && last_step) begin
            phase <= last_turn ? phase + 2'd1 : phase;
            step <= 0;
            turn <= last_turn ? 8'd0 : turn + 8'd1;
        end else if (start || phase != WINDOW || step != 0) begin
            step <= step + 6'd1;
        end
    end

    // ---- quotients of the window ----
    wire second_turn = !predict && step >= ACCESSES;
    wire [31:0] latency; // and, after the second turn, accesses per load
    poise_window window (
        .clk(clk), .load(first_cycle), .step(phase == WINDOW && step > RATES && step <= RATES + 16),
        .again(second_turn && step == ACCESSES), .step_again(second_turn && step > ACCESSES && step <= ACCESSES + 16),
        .second_turn(second_turn), .l1_accesses(l1_accesses), .l1_hits(l1_hits), .l1_intra_hits(l1_intra_hits),
        .miss_latency(miss_latency), .misses_returned(misses_returned), .instructions(l1_accesses),
        .global_loads(global_loads), .hit_rate(hit_rate), .intra_rate(intra_rate), .latency(latency));
    assign instructions_per_load = latency;

    // ---- one multiplier for all products ----
    wire [63:0] product;
    reg [31:0] a, b;
    wire squaring = phase == LOGS && step >= SQUARES && step < LOG_DONE;
    wire summing = phase == SUMS && step < SUM_DONE;
    wire both = phase == WINDOW && step == COST || squaring && step[0] || summing && !step[0]; // SQUARES is odd
    wire only_first = phase == SCALES && step == 0;
    reg next;
    always @(posedge clk)
        next <= both;

    poise_multiply multiplier (
        .clk(clk), .first(both || only_first), .next(next), .a(a), .b(b), .product(product));
    assign miss_cost = product[62:31]; // after COST

    wire [31:0] root;
    wire signed [31:0] weight;
    wire [31:0] magnitude = weight < 0 ? -weight : weight;
    reg [28:0] x; // of the weight
    reg [6:0] best_n, best_p;

    always @* begin
        case (phase)
            WINDOW: {a, b} = {latency, ONE - hit_rate};
            LOGS: {a, b} = {root, root};
            SUMS: {a, b} = {magnitude, 3'd0, x};
            default: {a, b} = {25'd0, turn == 0 ? best_n : best_p, 25'd0, warps};
        endcase
    end

    // ---- logarithms: ln (m L) at (1, 1) and (max, max), in cycles * 2^16, ln accesses per load * 2^23 ----
    wire [27:0] log;
    reg [27:0] first, second, third;
    poise_log2 logarithm (
        .clk(clk), .load(phase == LOGS && step == 0),
        .value(turn == 0 ? miss_cost : turn == 1 ? max_miss_cost : max_instructions_per_load),
        .bits(turn == 2 ? 5'd23 : 5'd16), .normalise(phase == LOGS && step >= NORMALISE && step < SQUARES),
        .take(phase == LOGS && step > SQUARES && step[0]), .product(product), .root(root), .log(log));

    always @(posedge clk) begin
        if (phase == LOGS && step == LOG_DONE) begin
            third <= log;
            second <= third;
            first <= second;
        end
    end

    // ---- features, each a fraction of its range * 2^28 ----
    wire [2:0] feature = step[0] ? 3'd7 : step[3:1];
    always @* begin
        case (feature)
            0: x = max_hit_rate[31:3];
            1: x = hit_rate[31:3];
            2: x = max_intra_rate[31:3];
            3: x = intra_rate[31:3];
            4: x = {third, 1'b0};
            5: x = {1'b0, second};
            6: x = {1'b0, first};
            default: x = FULL;
        endcase
    end

    // ---- sums: two cycles a product; the weight of the constant comes in the first cycle that another leaves free ----
    wire [6:0] tuple_n, tuple_p;
    poise_tuples tuples (.index(turn), .feature(feature), .n(tuple_n), .p(tuple_p), .weight(weight));
    reg negative; // the weight of the product under way
    reg signed [63:0] sum, least;
    wire signed [63:0] more = negative ? sum - product : sum + product;

    always @(posedge clk) begin
        if (phase == SUMS) begin
            if (!step[0])
                negative <= weight < 0;
            if (step == 1)
                sum <= {{4{weight[31]}}, weight, 28'd0}; // times FULL
            else if (!step[0] && step != 0)
                sum <= more;
            if (step == SUM_DONE && (turn == 0 || more < least)) begin
                least <= more;
                best_n <= tuple_n;
                best_p <= tuple_p;
            end
        end
    end

    // ---- reverse scaling, rounding, clamping; half of the divisor rounds to nearest ----
    wire [14:0] dividend = product[30:16] + (`POISE_MAX_WARPS >> 1);
    wire [7:0] quotient;
    wire quotient_overflow; // never: N and p are at most POISE_MAX_WARPS
    poise_divide #(.WIDTH(7), .BITS(8), .PER_CYCLE(4)) by_max_warps (
        .clk(clk), .load(phase == SCALES && step == DIVIDE),
        .step(phase == SCALES && (step == DIVIDE + 1 || step == DIVIDE + 2)),
        .numerator(dividend), .divisor(7'd`POISE_MAX_WARPS), .quotient(quotient),
        .overflow(quotient_overflow));
    wire [6:0] highest = turn == 0 ? warps : n;
    wire [6:0] limited = quotient >= {1'b0, highest} ? highest : quotient[6:0];
    wire [6:0] at_least_one = limited == 0 ? 7'd1 : limited;
    assign p = best_p == 0 ? 7'd0 : at_least_one;

    always @(posedge clk) begin
        if (phase == SCALES && turn == 0 && last_step)
            n <= at_least_one;
    end
endmodule
