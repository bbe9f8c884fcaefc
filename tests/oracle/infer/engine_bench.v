// Feeds poise_engine with the lines that vectors.h prints (+vectors=FILE) and compares. Closes with one line of totals.
`timescale 1ns / 1ns
// What to look at inside; after synthesis there may be nothing.
`ifdef GATES
`define DIFFERS 1'b0
`elsif CHOICE
`define DIFFERS (engine.least !== {inner_0, inner_1})
`else
`define DIFFERS (engine.exponent_n !== inner_0[27:0] || engine.exponent_p !== inner_1[27:0])
`endif
module engine_bench;
    reg clk = 0, reset = 1, start = 0, predict = 0;
    reg [31:0] window [0:13];
    reg [31:0] point [0:3];
    reg [31:0] warps, expected_n, expected_p, inner_0, inner_1;
    wire [31:0] hit_rate, intra_rate, miss_cost, instructions_per_load;
    wire [6:0] n, p;
    wire done;
    integer file, got, i, base, vectors, wrong, cycles, longest_point, longest_tuple;
    reg [1023:0] path;

    always #1 clk = !clk;

    poise_engine engine (
        .clk(clk), .reset(reset), .start(start), .predict(predict), .l1_accesses(window[base]),
        .l1_hits(window[base+1]), .l1_intra_hits(window[base+2]), .miss_latency(window[base+3]),
        .misses_returned(window[base+4]), .instructions(window[base+5]), .global_loads(window[base+6]),
        .max_hit_rate(point[0]), .max_intra_rate(point[1]), .max_miss_cost(point[2]),
        .max_instructions_per_load(point[3]), .warps(warps[6:0]), .hit_rate(hit_rate), .intra_rate(intra_rate),
        .miss_cost(miss_cost), .instructions_per_load(instructions_per_load), .n(n), .p(p), .done(done));

    // Cycles from the one in which start is high to the one in which done is.
    task run(input with_tuple, input integer first_counter);
        begin
            base = first_counter;
            predict = with_tuple;
            start = 1;
            cycles = 0;
            @(negedge clk) start = 0;
            cycles = 1;
            while (!done) begin
                @(negedge clk) cycles = cycles + 1;
            end
        end
    endtask

    task complain(input [63:0] what);
        begin
            wrong = wrong + 1;
            if (wrong <= 5)
                $display("vector %0d: %0s differs: point %h %h %h %h, tuple %0d %0d", vectors, what, hit_rate,
                         intra_rate, miss_cost, instructions_per_load, n, p);
        end
    endtask

    initial begin
        if (!$value$plusargs("vectors=%s", path))
            $finish;
        file = $fopen(path, "r");
        base = 0;
        vectors = 0;
        wrong = 0;
        longest_point = 0;
        longest_tuple = 0;
        repeat (2) @(negedge clk);
        reset = 0;
        got = 1;
        while (got == 1) begin
            for (i = 0; i < 14; i = i + 1)
                got = $fscanf(file, "%h", window[i]);
            got = $fscanf(file, "%h", warps);
            for (i = 0; i < 4; i = i + 1)
                got = $fscanf(file, "%h", point[i]);
            got = $fscanf(file, "%h", expected_n);
            got = $fscanf(file, "%h", expected_p);
            got = $fscanf(file, "%h", inner_0);
            got = $fscanf(file, "%h", inner_1);
            if (got == 1) begin
                vectors = vectors + 1;
                run(0, 0);
                longest_point = cycles > longest_point ? cycles : longest_point;
                if ({hit_rate, intra_rate, miss_cost, instructions_per_load} !==
                    {point[0], point[1], point[2], point[3]})
                    complain("point   ");
                @(negedge clk);
                run(1, 7);
                longest_tuple = cycles > longest_tuple ? cycles : longest_tuple;
                if (`DIFFERS)
                    complain("inside");
                else if (n !== expected_n[6:0] || p !== expected_p[6:0])
                    complain("tuple   ");
                @(negedge clk);
            end
        end
        $display("total: %0d vectors, %0d differ; %0d cycles for a window, %0d for a tuple", vectors, wrong, longest_point,
                 longest_tuple);
        $finish;
    end
endmodule
