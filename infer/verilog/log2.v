
// The logarithm of a register, bit for bit that of log_feature() of poise_views.c before its range, with the user's
// multiplier: value >= 1 as log2(value) * 2^24, what is below 1 as 0. load, 4 cycles of normalise, then 24 squares: root is
// squared in two cycles, and take is high in the cycle in which product is the square.
module poise_log2 (
    input wire clk,
    input wire load,
    input wire [31:0] value,
    input wire [4:0] bits, // fractional ones of value, at least 16
    input wire normalise,
    input wire take,
    input wire [63:0] product,
    output wire [31:0] root,    // in [1, 2), 31 fractional bits; after the first square in the cycles of take alone
    output wire [27:0] log      // with the bit of this cycle
);
    reg [31:0] y;
    reg [27:0] known;
    reg [3:0] places; // that normalise moves by: 8, 4, 2, 1

    wire zeros = (y >> (6'd32 - places)) == 0;

    assign root = !take ? y : product[63] ? product[63:32] : product[62:31];
    assign log = {known[26:0], product[63]};

    always @(posedge clk) begin
        if (load) begin
            y <= value >> bits == 0 ? 32'd1 << bits : value;
            known <= {23'd0, 5'd31 - bits};
            places <= 4'd8;
        end else if (normalise) begin
            y <= zeros ? y << places : y;
            known <= zeros ? known - places : known;
            places <= places >> 1;
        end else if (take) begin
            known <= log;
        end
    end
endmodule
