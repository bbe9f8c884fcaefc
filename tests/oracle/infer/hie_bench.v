// One SM's poise_hie with its poise_engine, driven by the lines that courses.h prints (+course=FILE): every cycle of every
// stretch must show the state and tuple that poise_infer.c had. Closes with one line of totals.
`timescale 1ns / 1ns
module hie_bench;
    parameter PERIOD = 3000;
    parameter STRIDE_N = 2;
    parameter STRIDE_P = 4;
    parameter WARP_BITS = 7;
    parameter COUNTER_BITS = 32;
    reg clk = 0, reset = 1;
    reg [31:0] window [0:6];
    reg [31:0] fresh [0:6];
    reg [31:0] warps, begins, state_wanted, n_wanted, p_wanted, cycles;
    wire clear, count, start, predict, abandon, done;
    wire [31:0] hit_rate, intra_rate, miss_cost, instructions_per_load;
    wire [31:0] max_hit_rate, max_intra_rate, max_miss_cost, max_instructions_per_load;
    wire [6:0] engine_n, engine_p;
    wire [WARP_BITS-1:0] n, p;
    wire [2:0] state;
    integer file, got, i, stretches, wrong;
    reg [1023:0] path;
    reg counted, cleared; // in the cycle before

    always #1 clk = !clk;

    poise_hie #(.PERIOD(PERIOD), .WARMUP(40), .FEATURE_WINDOW(50), .PREDICT_CYCLES(64), .CORRECT_WINDOW(45),
        .STRIDE_N(STRIDE_N), .STRIDE_P(STRIDE_P), .WARP_BITS(WARP_BITS), .COUNTER_BITS(COUNTER_BITS)) hie (
        .clk(clk), .reset(reset), .warps(warps[WARP_BITS-1:0]), .instructions(window[5][COUNTER_BITS-1:0]),
        .global_loads(window[6][COUNTER_BITS-1:0]), .clear(clear), .count(count), .start(start), .predict(predict), .abandon(abandon), .engine_done(done),
        .hit_rate(hit_rate), .intra_rate(intra_rate), .miss_cost(miss_cost),
        .instructions_per_load(instructions_per_load), .engine_n(engine_n[WARP_BITS-1:0]),
        .engine_p(engine_p[WARP_BITS-1:0]),
        .max_hit_rate(max_hit_rate), .max_intra_rate(max_intra_rate), .max_miss_cost(max_miss_cost),
        .max_instructions_per_load(max_instructions_per_load), .n(n), .p(p), .state(state));
    poise_engine engine (
        .clk(clk), .reset(abandon), .start(start), .predict(predict), .l1_accesses(window[0]), .l1_hits(window[1]),
        .l1_intra_hits(window[2]), .miss_latency(window[3]), .misses_returned(window[4]), .instructions(window[5]),
        .global_loads(window[6]), .max_hit_rate(max_hit_rate), .max_intra_rate(max_intra_rate),
        .max_miss_cost(max_miss_cost), .max_instructions_per_load(max_instructions_per_load), .warps(warps[6:0]),
        .hit_rate(hit_rate), .intra_rate(intra_rate), .miss_cost(miss_cost),
        .instructions_per_load(instructions_per_load), .n(engine_n), .p(engine_p), .done(done));

    initial begin
        if (!$value$plusargs("course=%s", path))
            $finish;
        file = $fopen(path, "r");
        stretches = 0;
        wrong = 0;
        got = 1;
        counted = 0;
        cleared = 0;
        while (got == 1) begin
            got = $fscanf(file, "%h", begins);
            if (got == 1 && begins != 0) begin
                warps = begins;
                reset = 1;
                @(negedge clk) reset = 0;
            end
            got = $fscanf(file, "%h", state_wanted);
            got = $fscanf(file, "%h", n_wanted);
            got = $fscanf(file, "%h", p_wanted);
            got = $fscanf(file, "%h", cycles);
            for (i = 0; i < 7; i = i + 1)
                got = $fscanf(file, "%h", fresh[i]);
            if (got == 1) begin
                stretches = stretches + 1;
                while (cycles != 0) begin
                    if (state !== state_wanted[2:0] || n !== n_wanted[WARP_BITS-1:0] || p !== p_wanted[WARP_BITS-1:0]) begin
                        wrong = wrong + 1;
                        if (wrong <= 5)
                            $display("stretch %0d, %0d cycles left: state %0d tuple %0d %0d, not %0d %0d %0d", stretches,
                                     cycles, state, n, p, state_wanted, n_wanted, p_wanted);
                    end
                    if (count && !counted && !cleared) begin
                        wrong = wrong + 1;
                        $display("stretch %0d: counts without having cleared", stretches);
                    end
                    counted = count;
                    cleared = clear;
                    if (count) // what is counted shows at the end; before it the machine must not look
                        for (i = 0; i < 7; i = i + 1)
                            window[i] = cycles == 1 ? fresh[i] : ~fresh[i];
                    @(negedge clk) cycles = cycles - 1;
                end
            end
        end
        $display("total: %0d stretches, %0d cycles differ", stretches, wrong);
        $finish;
    end
endmodule
