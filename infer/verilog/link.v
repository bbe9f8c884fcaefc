// One link function without a multiplier, by distributed arithmetic: step j adds the weights of the features whose bit 2j is
// set, and twice those of the features whose bit 2j + 1 is, to a sum that moves two places to the right each time. The
// tables of poise_weights_* hold the sums of weights; 15 steps take 30 bits. Then exponent is that of poise_link().
module poise_link #(
    parameter SHIFT = 0 // binary point of the weights
) (
    input wire clk,
    input wire load,
    input wire step,
    input wire signed [35:0] sum_low,  // of the weights at bit 2j
    input wire signed [35:0] sum_high, // at bit 2j + 1
    output wire [27:0] exponent
);
    localparam ROUND = 3 + SHIFT; // half of what the exponent counts in: its last bit is bit 4 + SHIFT of the sum

    reg signed [37:0] above;
    reg [29:0] below;
    wire signed [39:0] sum = above + sum_low + (sum_high <<< 1);
    wire signed [67:0] whole = {above, below};
    wire signed [67:0] scaled = whole >>> (ROUND + 1);

    assign exponent = scaled[67] ? 28'd0 : scaled[66:28] != 0 ? {28{1'b1}} : scaled[27:0];

    always @(posedge clk) begin
        if (load) begin
            above <= 38'sd1 <<< ROUND;
        end else if (step) begin
            above <= sum[39:2];
            below <= {sum[1:0], below[29:2]};
        end
    end
endmodule

