// The state machine of one SM: poise_hie_step() of poise_infer.c, cycle for cycle. It steers the warp-tuple, says when the
// SM counts, and asks a poise_engine for the arithmetic.
//
// The SM keeps seven counters: zero after a cycle in which clear is high, frozen while count is low. Their values at the end of
// a cycle, that cycle included, are the inputs here and of the engine. The engine must answer before the time is over in which
// its inputs stand still: WARMUP >= 40 and PREDICT_CYCLES >= 59; no parameter but the strides may be 0. WARP_BITS are enough if
// they hold the most warps a kernel can have, COUNTER_BITS if they hold the instructions that can be issued in a window.
module poise_hie #(
    parameter PERIOD = `POISE_PERIOD,
    parameter WARMUP = `POISE_WARMUP,
    parameter FEATURE_WINDOW = `POISE_FEATURE_WINDOW,
    parameter PREDICT_CYCLES = `POISE_PREDICT_CYCLES,
    parameter CORRECT_WINDOW = `POISE_CORRECT_WINDOW,
    parameter MAX_INSTRUCTIONS_PER_LOAD = `POISE_MAX_INSTRUCTIONS_PER_LOAD,
    parameter STRIDE_N = `POISE_STRIDE_N,
    parameter STRIDE_P = `POISE_STRIDE_P,
    parameter LEAST_P = `POISE_LEAST_P, // 1, or 0 where p = 0 may be predicted and tried
    parameter WARP_BITS = 7,
    parameter COUNTER_BITS = 32
) (
    input wire clk,
    input wire reset,       // a kernel begins
    input wire [WARP_BITS-1:0] warps, // of the kernel, per scheduler: 1 .. 64
    input wire [COUNTER_BITS-1:0] instructions,
    input wire [COUNTER_BITS-1:0] global_loads,
    output wire clear,
    output wire count,
    // the engine
    output reg start,
    output wire predict,
    output wire abandon, // to its reset
    input wire engine_done,
    input wire [31:0] hit_rate,
    input wire [31:0] intra_rate,
    input wire [31:0] miss_cost,
    input wire [31:0] instructions_per_load,
    input wire [WARP_BITS-1:0] engine_n,
    input wire [WARP_BITS-1:0] engine_p,
    output reg [31:0] max_hit_rate,
    output reg [31:0] max_intra_rate,
    output reg [31:0] max_miss_cost,
    output reg [31:0] max_instructions_per_load,
    // to poise_loads, in the last cycle of a window
    output wire sampled_max,
    output wire sampled_one,
    // the tuple to apply
    output reg [WARP_BITS-1:0] n,
    output reg [WARP_BITS-1:0] p,
    output reg [2:0] state
);
    function integer bits_to_hold(input integer largest);
        integer rest;
        begin
            bits_to_hold = 0;
            for (rest = largest; rest > 0; rest = rest / 2)
                bits_to_hold = bits_to_hold + 1;
        end
    endfunction
    function integer larger(input integer a, input integer b);
        larger = a > b ? a : b;
    endfunction
    localparam EPOCH_BITS = bits_to_hold(PERIOD);
    localparam LEFT_BITS =
        bits_to_hold(larger(larger(WARMUP, FEATURE_WINDOW), larger(PREDICT_CYCLES, CORRECT_WINDOW)));
    localparam STRIDE_BITS = bits_to_hold(larger(larger(STRIDE_N, STRIDE_P), 1));

    // As poise_hie_state and poise_hie_probe
    localparam [2:0] SAMPLE_MAX = 0, SAMPLE_ONE = 1, PREDICT = 2, CORRECT_N = 3, CORRECT_P = 4, RUN = 5, COMPUTE = 6;
    localparam [1:0] CENTRE = 0, MINUS = 1, PLUS = 2;

    reg [1:0] probe;
    reg warming;
    reg [EPOCH_BITS-1:0] epoch_left;
    reg [LEFT_BITS-1:0] left;
    reg [STRIDE_BITS-1:0] stride;
    reg [WARP_BITS-1:0] centre, best;
    reg [COUNTER_BITS-1:0] best_score;

    wire last_of_epoch = epoch_left == 1;
    wire staying = state == RUN || state == COMPUTE;
    wire last = left == 1 && !staying;
    wire sampling = state == SAMPLE_MAX || state == SAMPLE_ONE;
    wire searching = state == CORRECT_N || state == CORRECT_P;
    assign count = !warming && (sampling || searching);
    assign clear = warming && last;
    assign predict = state == PREDICT;
    assign abandon = reset || last_of_epoch;

    // Few loads, or none, make a kernel insensitive to the cache.
    localparam MOST_BITS = COUNTER_BITS + bits_to_hold(MAX_INSTRUCTIONS_PER_LOAD);
    wire [MOST_BITS-1:0] most = global_loads * MAX_INSTRUCTIONS_PER_LOAD;
    wire compute_bound = global_loads == 0 || instructions > most;

    // ---- local search: the neighbours of the centre, inside 1 <= N <= warps, LEAST_P <= p <= N ----
    wire over_n = state == CORRECT_N;
    localparam SUM_BITS = larger(WARP_BITS, STRIDE_BITS) + 1;
    wire [WARP_BITS-1:0] lowest = !over_n ? LEAST_P : LEAST_P == 0 && p == 0 ? 1 : p;
    wire [WARP_BITS-1:0] highest = over_n ? warps : n;
    wire [SUM_BITS-1:0] further = centre + stride;
    wire [SUM_BITS-1:0] nearest = lowest + stride;
    wire [WARP_BITS-1:0] minus = centre > nearest ? centre - stride : lowest;
    wire [WARP_BITS-1:0] plus = highest > further ? further[WARP_BITS-1:0] : highest;
    wire [WARP_BITS-1:0] measured = over_n ? n : p;
    wire better = probe == CENTRE || instructions > best_score;
    wire [WARP_BITS-1:0] best_yet = better ? measured : best;
    wire to_minus = probe == CENTRE && centre > lowest;
    wire to_plus = probe != PLUS && !to_minus && centre < highest;
    wire round_done = !to_minus && !to_plus;
    wire [STRIDE_BITS-1:0] next_stride = best_yet == centre ? stride >> 1 : stride;

    // ---- where a search begins or goes on: over N, then over p, then nowhere ----
    wire predicted = state == PREDICT;
    wire [WARP_BITS-1:0] at_n = predicted ? engine_n : over_n ? best_yet : n;
    wire [WARP_BITS-1:0] at_p = predicted ? engine_p : over_n ? p : best_yet;
    wire [STRIDE_BITS-1:0] stride_n = predicted ? STRIDE_N : next_stride;
    wire [STRIDE_BITS-1:0] stride_p = predicted || over_n ? STRIDE_P : next_stride;
    wire more_n = (predicted || over_n) && stride_n != 0 && (at_n > at_p && (LEAST_P != 0 || at_n > 1) || at_n < warps);
    wire more_p = stride_p != 0 && (at_p > LEAST_P || at_p < at_n);

    assign sampled_max = last && !warming && state == SAMPLE_MAX && !compute_bound && !abandon;
    assign sampled_one = last && !warming && state == SAMPLE_ONE && !abandon;

    always @(posedge clk) begin
        start <= 0;
        if (engine_done && state == SAMPLE_ONE) begin
            max_hit_rate <= hit_rate;
            max_intra_rate <= intra_rate;
            max_miss_cost <= miss_cost;
            max_instructions_per_load <= instructions_per_load;
        end
        epoch_left <= epoch_left - 1'b1;
        left <= left - 1'b1;
        if (reset || last_of_epoch) begin
            state <= SAMPLE_MAX;
            epoch_left <= PERIOD;
            n <= warps;
            p <= warps;
            warming <= 1;
            left <= WARMUP;
        end else if (last && warming) begin
            warming <= 0;
            left <= sampling ? FEATURE_WINDOW : CORRECT_WINDOW;
        end else if (last && state == SAMPLE_MAX) begin
            if (compute_bound) begin
                state <= COMPUTE;
            end else begin
                state <= SAMPLE_ONE;
                start <= 1;
                n <= 1;
                p <= 1;
                warming <= 1;
                left <= WARMUP;
            end
        end else if (last && state == SAMPLE_ONE) begin
            state <= PREDICT;
            start <= 1;
            left <= PREDICT_CYCLES;
        end else if (last && searching && !round_done) begin
            best <= best_yet;
            best_score <= better ? instructions : best_score;
            probe <= to_minus ? MINUS : PLUS;
            if (over_n)
                n <= to_minus ? minus : plus;
            else
                p <= to_minus ? minus : plus;
            warming <= 1;
            left <= WARMUP;
        end else if (last) begin // the prediction or a round of the search is done
            n <= at_n;
            p <= at_p;
            state <= more_n ? CORRECT_N : more_p ? CORRECT_P : RUN;
            centre <= more_n ? at_n : at_p;
            stride <= more_n ? stride_n : stride_p;
            probe <= CENTRE;
            warming <= more_n || more_p;
            left <= WARMUP;
        end
    end

`ifdef FORMAL
    // What holds in every cycle: proved by induction in tests/oracle/infer/check_proof.sh.
    reg begun = 0;
    reg [WARP_BITS-1:0] kernel_warps;
    reg [EPOCH_BITS-1:0] before;
    reg [2:0] left_state; // and what poise_loads was told in its last cycle
    reg told_max, told_one, told_window, was_warming;
    always @(posedge clk) begin
        begun <= 1;
        {left_state, was_warming} <= {state, warming};
        {told_max, told_one, told_window} <= {sampled_max, sampled_one, clear && !abandon};
        kernel_warps <= warps;
        before <= epoch_left;
    end
    always @* begin
        assume (begun || reset);
        assume (warps >= 1 && warps <= 64 && (reset || warps == kernel_warps));
        assume (engine_p >= LEAST_P && engine_p <= engine_n && engine_n >= 1 && engine_n <= warps);
        if (begun) begin
            assert (LEAST_P <= p && p <= n && 1 <= n && n <= kernel_warps);
            assert (epoch_left >= 1 && epoch_left <= PERIOD);
            assert (epoch_left == before - 1 || epoch_left == PERIOD && state == SAMPLE_MAX);
            assert (state <= COMPUTE && (!searching || probe <= PLUS) && (staying || left >= 1));
            assert (!warming || sampling || searching);
            assert (told_max == (left_state == SAMPLE_MAX && state == SAMPLE_ONE));
            assert (told_one == (left_state == SAMPLE_ONE && state == PREDICT));
            assert (told_window == (was_warming && !warming && state == left_state));
            if (state == SAMPLE_MAX || state == COMPUTE)
                assert (p == kernel_warps);
            if (state == SAMPLE_ONE || state == PREDICT)
                assert (n == 1 && p == 1);
            if (searching)
                assert (over_n ? 1 <= centre && p <= centre && centre <= kernel_warps : LEAST_P <= centre && centre <= n);
            if (searching && probe != CENTRE)
                assert (over_n ? 1 <= best && p <= best && best <= kernel_warps : LEAST_P <= best && best <= n);
            if (searching && probe == CENTRE)
                assert (measured == centre);
        end
    end
`endif
endmodule

