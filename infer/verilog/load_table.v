// What one SM counts of its loads: sim_hooks/sched/poise_load_table.c, bit for bit. LOADS (a power of two, at most 16) entries
// are found by pc; a load that finds no place takes one look-up from the entry that has fewest, the first of these, and its
// place when none is left. When a counter is full, all are halved. keep copies the table as that of the window at (max, max),
// which is there with MAX. LINES: it is counted what becomes of lines.
//
// look and line are never high together; what clear, zero and keep do they do after the look of their cycle. entry, has_place
// and is_new belong to that look. Without look and line the one_ outputs are those of entry `at`, and the max_ outputs those of
// the same load at (max, max), 0 if it was not seen there.
module poise_load_table #(
    parameter LOADS = 16,
    parameter MAX = 1,
    parameter LINES = 1
) (
    input wire clk,
    input wire clear, // no loads
    input wire zero,  // counts begin anew, loads keep their places
    input wire keep,
    input wire look,
    input wire [15:0] pc,
    input wire first, // look-up of its execution
    input wire hit,
    input wire merge, // joins a miss in flight
    output wire [3:0] entry,
    output wire has_place,
    output wire is_new,
    input wire line, // of line_entry's lines one was asked for again (used), or has left
    input wire [3:0] line_entry,
    input wire used,
    output reg [4:0] count,
    input wire [3:0] at,
    output wire [15:0] one_pc,
    output wire [15:0] one_executions,
    output wire [15:0] one_lookups,
    output wire [15:0] one_hits,
    output wire [15:0] one_merges,
    output wire [15:0] one_unused,
    output wire [15:0] one_used,
    output wire [15:0] max_lookups,
    output wire [15:0] max_hits,
    output wire [15:0] max_merges
);
    localparam BITS = LOADS > 8 ? 4 : LOADS > 4 ? 3 : LOADS > 2 ? 2 : 1;
    localparam [4:0] ALL = LOADS;
    localparam COUNTERS = LINES ? 6 : 4; // executions, lookups, hits, merges, unused, used
    localparam EXECUTIONS = 0, LOOKUPS = 1, HITS = 2, MERGES = 3, UNUSED = 4, USED = 5;

    // ---- which entry: that of the load, the next free one, or the first with fewest look-ups ----
    wire [LOADS*16-1:0] numbers, next_numbers, all_lookups;
    wire [LOADS-1:0] matches;
    reg [3:0] matching;
    integer k;
    always @* begin
        matching = 0;
        for (k = 0; k < LOADS; k = k + 1)
            matching = matching | (matches[k] ? k[3:0] : 4'd0);
    end
    wire known = matches != 0;
    wire taken = !known && count == ALL;

    // A knock-out tournament: node i plays 2i against 2i + 1, leaves are LOADS .. 2 LOADS - 1.
    wire [15:0] fewest [1:2*LOADS-1];
    wire [3:0] place [1:2*LOADS-1];
    wire [3:0] least = place[1];
    wire [15:0] left_of_least = fewest[1] - 16'd1;
    genvar i;
    generate
        for (i = 0; i < LOADS; i = i + 1) begin : leaf
            assign fewest[LOADS+i] = all_lookups[16*i +: 16];
            assign place[LOADS+i] = i;
        end
        for (i = 1; i < LOADS; i = i + 1) begin : node
            wire second = fewest[2*i+1] < fewest[2*i];
            assign fewest[i] = second ? fewest[2*i+1] : fewest[2*i];
            assign place[i] = second ? place[2*i+1] : place[2*i];
        end
    endgenerate

    wire takes_one = look && taken && fewest[1] > 16'd1; // and finds no place
    assign has_place = look && !takes_one;
    assign is_new = has_place && !known;
    assign entry = known ? matching : taken ? least : count[3:0];
    wire [3:0] selected = look ? entry : line ? line_entry : at;

    // ---- its counters, and what becomes of them ----
    reg [COUNTERS*16-1:0] chosen;
    wire [LOADS*COUNTERS*16-1:0] counters, next_counters;
    always @*
        chosen = counters[selected[BITS-1:0]*COUNTERS*16 +: COUNTERS*16];

    wire [5:0] more = {line && used, line && !used, has_place && merge, has_place && hit, has_place, has_place && first};
    wire [COUNTERS*17-1:0] sum;
    wire [COUNTERS-1:0] full;
    generate
        for (i = 0; i < COUNTERS; i = i + 1) begin : counter
            wire [15:0] old = is_new ? 16'd0 : chosen[16*i +: 16];
            wire [16:0] next = {1'b0, old} + {16'd0, more[i]};
            assign sum[17*i +: 17] = i == LOOKUPS && takes_one ? {1'b0, left_of_least} : next;
            assign full[i] = next[16];
        end
    endgenerate
    wire halve = (look || line) && full != 0;

    wire [4:0] next_count = count + {4'd0, is_new && !taken};
    always @(posedge clk)
        count <= clear ? 5'd0 : next_count;

    generate
        for (i = 0; i < LOADS; i = i + 1) begin : load
            wire mine = (look || line) && selected == i;
            reg [15:0] number;
            assign numbers[16*i +: 16] = number;
            assign next_numbers[16*i +: 16] = mine && is_new ? pc : number;
            assign matches[i] = number == pc && count > i;
            assign all_lookups[16*i +: 16] = counters[16*(COUNTERS*i+LOOKUPS) +: 16];
            always @(posedge clk)
                number <= next_numbers[16*i +: 16];
            genvar c;
            for (c = 0; c < COUNTERS; c = c + 1) begin : of_load
                reg [15:0] value;
                wire [16:0] whole = mine ? sum[17*c +: 17] : {1'b0, value};
                wire [15:0] next = halve ? whole[16:1] : whole[15:0];
                assign counters[16*(COUNTERS*i+c) +: 16] = value;
                assign next_counters[16*(COUNTERS*i+c) +: 16] = next;
                always @(posedge clk)
                    value <= zero ? 16'd0 : next;
            end
        end
    endgenerate

    assign one_pc = numbers[16*at[BITS-1:0] +: 16];
    assign one_executions = chosen[16*EXECUTIONS +: 16];
    assign one_lookups = chosen[16*LOOKUPS +: 16];
    assign one_hits = chosen[16*HITS +: 16];
    assign one_merges = chosen[16*MERGES +: 16];

    // ---- what models need not ask for ----
    generate
        if (LINES) begin : lines
            assign one_unused = chosen[16*UNUSED +: 16];
            assign one_used = chosen[16*USED +: 16];
        end else begin : no_lines
            assign one_unused = 16'd0;
            assign one_used = 16'd0;
        end
        if (MAX) begin : max
            reg [4:0] kept_count;
            reg [47:0] found;
            wire [LOADS*48-1:0] offered;
            for (i = 0; i < LOADS; i = i + 1) begin : kept
                reg [15:0] number, of_lookups, of_hits, of_merges;
                wire is_it = number == one_pc && kept_count > i;
                assign offered[48*i +: 48] = is_it ? {of_lookups, of_hits, of_merges} : 48'd0;
                always @(posedge clk)
                    if (keep) begin
                        number <= next_numbers[16*i +: 16];
                        of_lookups <= next_counters[16*(COUNTERS*i+LOOKUPS) +: 16];
                        of_hits <= next_counters[16*(COUNTERS*i+HITS) +: 16];
                        of_merges <= next_counters[16*(COUNTERS*i+MERGES) +: 16];
                    end
            end
            always @(posedge clk)
                if (keep)
                    kept_count <= next_count;
            integer m;
            always @* begin
                found = 48'd0;
                for (m = 0; m < LOADS; m = m + 1)
                    found = found | offered[48*m +: 48];
            end
            assign {max_lookups, max_hits, max_merges} = found;
        end else begin : no_max
            assign {max_lookups, max_hits, max_merges} = 48'd0;
        end
    endgenerate
endmodule

