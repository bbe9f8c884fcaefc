// The sum of poise_load_score() and its decision, without a multiplier: step j adds the weights of the features whose bit 2j is
// set, and twice those of the features whose bit 2j + 1 is, to a sum that moves two places to the right each time. The table of
// poise_load_weights holds the sums of weights; 15 steps take 30 bits. x has 8 features of 29 bits, h_one in the lowest ones, and
// stays until done, which is high 15 cycles after start.
module poise_load_score (
    input wire clk,
    input wire start,
    input wire [231:0] x,
    output reg done,
    output wire signed [63:0] sum,
    output wire allocates
);
    localparam STEPS = 15;

    reg [3:0] step;
    reg running;
    reg signed [37:0] above;
    reg [29:0] below;
    wire [7:0] low, high;
    wire signed [35:0] sum_low, sum_high;
    wire signed [39:0] next = above + sum_low + (sum_high <<< 1);
    wire signed [67:0] whole = {above, below};
    genvar i;

    generate
        for (i = 0; i < 8; i = i + 1) begin : feature
            wire [31:0] bits = {3'd0, x[29 * i +: 29]};
            assign low[i] = bits[{step, 1'b0}];
            assign high[i] = bits[{step, 1'b1}];
        end
    endgenerate

    poise_load_weights at_low (.x(low), .sum(sum_low));
    poise_load_weights at_high (.x(high), .sum(sum_high));

    assign sum = whole[63:0];
    assign allocates = !whole[67];

    always @(posedge clk) begin
        done <= running && step == STEPS - 1;
        if (start) begin
            running <= 1'b1;
            step <= 4'd0;
            above <= 38'sd0;
        end else if (running) begin
            above <= next[39:2];
            below <= {next[1:0], below[29:2]};
            step <= step + 4'd1;
            running <= step != STEPS - 1;
        end
    end
endmodule

