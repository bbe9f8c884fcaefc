// a * b, 16 bits of b a cycle. first: takes the operands; afterwards product[63:16] is a * b[15:0]. next, in the cycle after
// it: afterwards product is a * b.
module poise_multiply (
    input wire clk,
    input wire first,
    input wire next,
    input wire [31:0] a,
    input wire [31:0] b,
    output reg [63:0] product
);
    reg [31:0] held;
    wire [31:0] factor = first ? a : held;
    wire [15:0] digit = first ? b[15:0] : product[15:0];
    wire [31:0] above = first ? 32'd0 : product[63:32];
    wire [47:0] sum = factor * digit + above;

    always @(posedge clk) begin
        if (first)
            held <= a;
        if (first || next)
            product <= {sum, first ? b[31:16] : product[31:16]};
    end
endmodule

