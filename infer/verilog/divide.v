// Restoring division, PER_CYCLE bits of the quotient a cycle, least area for its speed: one register holds what is left of
// the numerator above and the quotient below. Rounds down. Whoever uses it counts the cycles: load, BITS / PER_CYCLE cycles of
// step. overflow: the quotient has more than BITS bits, or there is no divisor.
module poise_divide #(
    parameter WIDTH = 32,    // bits of the divisor
    parameter BITS = 32,     // bits of the quotient
    parameter PER_CYCLE = 2
) (
    input wire clk,
    input wire load,
    input wire step,
    input wire [WIDTH+BITS-1:0] numerator, // at load
    input wire [WIDTH-1:0] divisor,        // from load to the last step
    output reg [BITS-1:0] quotient,
    output reg overflow
);
    reg [WIDTH-1:0] remainder;

    wire [WIDTH-1:0] left [0:PER_CYCLE];
    wire [PER_CYCLE-1:0] digit;
    wire [WIDTH+1:0] difference [0:PER_CYCLE-1]; // its highest bit: the divisor is larger

    assign left[0] = remainder;
    genvar i;
    generate
        for (i = 0; i < PER_CYCLE; i = i + 1) begin : bit_of_digit
            wire [WIDTH:0] doubled = {left[i], quotient[BITS-1-i]};
            assign difference[i] = {1'b0, doubled} - {2'b0, divisor};
            assign digit[PER_CYCLE-1-i] = !difference[i][WIDTH+1];
            assign left[i+1] = difference[i][WIDTH+1] ? doubled[WIDTH-1:0] : difference[i][WIDTH-1:0];
        end
    endgenerate

    always @(posedge clk) begin
        if (load) begin
            {remainder, quotient} <= numerator;
            overflow <= numerator[WIDTH+BITS-1:BITS] >= divisor;
        end else if (step) begin
            remainder <= left[PER_CYCLE];
            quotient <= {quotient[BITS-PER_CYCLE-1:0], digit};
        end
    end
endmodule

