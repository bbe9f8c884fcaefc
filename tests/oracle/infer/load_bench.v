// Feeds poise_load_score with lines of eight features, the sum and the decision (+vectors=FILE) and compares. Closes with one line of
// totals.
`timescale 1ns / 1ns
module load_bench;
    reg clk = 0, start = 0;
    reg [28:0] feature [0:7];
    reg [63:0] expected;
    reg decision;
    wire signed [63:0] sum;
    wire done, allocates;
    integer file, got, i, vectors, wrong, cycles, longest;
    reg [1023:0] path;

    always #1 clk = !clk;

    poise_load_score score (
        .clk(clk), .start(start), .x({feature[7], feature[6], feature[5], feature[4], feature[3], feature[2], feature[1],
        feature[0]}), .done(done), .sum(sum), .allocates(allocates));

    initial begin
        if (!$value$plusargs("vectors=%s", path))
            $finish;
        file = $fopen(path, "r");
        vectors = 0;
        wrong = 0;
        longest = 0;
        got = 1;
        @(negedge clk);
        while (got == 1) begin
            for (i = 0; i < 8; i = i + 1)
                got = $fscanf(file, "%h", feature[i]);
            got = $fscanf(file, "%h", expected);
            got = $fscanf(file, "%b", decision);
            if (got == 1) begin
                vectors = vectors + 1;
                start = 1;
                @(negedge clk) start = 0;
                cycles = 0;
                while (done !== 1'b1 && cycles < 100) begin
                    @(negedge clk) cycles = cycles + 1;
                end
                longest = cycles > longest ? cycles : longest;
                if (sum !== expected || allocates !== decision) begin
                    wrong = wrong + 1;
                    if (wrong <= 5)
                        $display("vector %0d: sum %h, expected %h", vectors, sum, expected);
                end
                @(negedge clk);
            end
        end
        $display("total: %0d vectors, %0d differ; %0d cycles", vectors, wrong, longest);
        $finish;
    end
endmodule
