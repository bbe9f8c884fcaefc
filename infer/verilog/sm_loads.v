// Which loads one SM lets allocate: sim_hooks/sched/poise_sm_loads.c and poise_load_counter.c, bit for bit, beside a poise_hie
// and with the answers of a poise_load_decide, which many SMs can share.
//
// An access is a look-up of a load: of which line of the L1 it is, or which it reserves; `evict` says that the line leaves. A
// line event takes a second cycle, in which busy is high and no event may come. Nothing is counted and every load allocates
// unless the state machine says otherwise; a model without a weight for what becomes of lines needs no line events.
// Loads are chosen after the window at (1, 1), in 82 cycles for each load that was seen there, and one, if poise_load_decide is
// not busy. They go around from the end of PREDICT on; if the choice takes longer, from its end on.
module poise_sm_loads #(
    parameter LOADS = `POISE_LOADS,
    parameter SHARE = `POISE_LOAD_SHARE, // per mille of the look-ups that must go around, otherwise all loads allocate
    parameter MAX = `POISE_LOAD_MAX,     // whether the model asks for the window at (max, max)
    parameter LINES = `POISE_LOAD_LINES, // lines of the L1 that are marked; 0: the model does not ask what becomes of them
    parameter LINE_BITS = 10
) (
    input wire clk,
    // from poise_hie
    input wire launch,      // a kernel begins
    input wire epoch,       // the next epoch begins
    input wire window,      // the warm-up is over: clear of poise_hie
    input wire sampled_max, // the window at (max, max) is over and that at (1, 1) follows
    input wire sampled_one, // the window at (1, 1) is over
    input wire [2:0] state,
    // the L1
    input wire [31:0] pc,   // of the load that asks; allocates is about it
    output wire allocates,
    input wire access,
    input wire first,
    input wire hit,
    input wire merge,
    input wire reserves,
    input wire evict,
    input wire [LINE_BITS-1:0] line,
    output wire busy,
    // poise_load_decide
    output wire start,
    output wire abandon, // to its reset
    output wire [15:0] one_executions,
    output wire [15:0] one_lookups,
    output wire [15:0] one_hits,
    output wire [15:0] one_merges,
    output wire [15:0] one_unused,
    output wire [15:0] one_used,
    output wire [15:0] max_lookups,
    output wire [15:0] max_hits,
    output wire [15:0] max_merges,
    input wire answered,
    input wire answer,
    output wire choosing
);
    localparam [4:0] ALL = LOADS;
    localparam [2:0] SAMPLE_MAX = 0, SAMPLE_ONE = 1, CORRECT_N = 3, CORRECT_P = 4, RUN = 5; // of poise_hie
    wire sampling = state == SAMPLE_MAX || state == SAMPLE_ONE;
    wire running = state == CORRECT_N || state == CORRECT_P || state == RUN;
    wire is_near = pc[31:16] == 0; // other loads are not counted and allocate

    // ---- what is counted when ----
    reg counts;
    wire opens = window && sampling && !epoch && !launch;
    wire warms = epoch || sampled_max; // the warm-up of a window begins
    wire clear = warms || opens && !counts;
    wire zero = opens && counts;
    wire look = access && counts && sampling;
    always @(posedge clk) begin
        if (launch)
            counts <= 1'b0;
        else
            counts <= clear || zero || counts && sampling && !sampled_one;
    end

    wire [3:0] entry;
    wire has_place, is_new;
    wire [4:0] count;
    wire [15:0] one_pc;
    reg [3:0] at;
    wire line_event, line_used;
    wire [3:0] line_entry;
    poise_load_table #(.LOADS(LOADS), .MAX(MAX), .LINES(LINES > 0)) table_of_loads (
        .clk(clk), .clear(clear), .zero(zero), .keep(sampled_max), .look(look && is_near), .pc(pc[15:0]), .first(first), .hit(hit),
        .merge(merge), .entry(entry), .has_place(has_place), .is_new(is_new), .line(line_event),
        .line_entry(line_entry), .used(line_used), .count(count), .at(at), .one_pc(one_pc),
        .one_executions(one_executions), .one_lookups(one_lookups), .one_hits(one_hits), .one_merges(one_merges),
        .one_unused(one_unused), .one_used(one_used), .max_lookups(max_lookups), .max_hits(max_hits),
        .max_merges(max_merges));

    // ---- whose each line is, as long as nobody has asked for it again ----
    generate
        if (LINES > 0) begin : marks
            reg [LINES-1:0] marked;
            wire [LINES*4-1:0] owners;
            wire [LINES-1:0] forgotten;
            reg pending, pending_used;
            reg [3:0] pending_entry;
            wire leaves = evict && counts && sampling;
            wire [3:0] owner = owners[4*line +: 4];
            wire take = (look && (hit || merge) || leaves) && marked[line] && !forgotten[line];
            genvar i;
            for (i = 0; i < LINES; i = i + 1) begin : of_line
                reg [3:0] owner_of_line;
                assign owners[4*i +: 4] = owner_of_line;
                assign forgotten[i] = is_new && owner_of_line == entry;
                wire set = look && has_place && reserves && line == i;
                always @(posedge clk) begin
                    if (set)
                        owner_of_line <= entry;
                    if (clear)
                        marked[i] <= 1'b0;
                    else
                        marked[i] <= set || marked[i] && !forgotten[i] && !(take && line == i);
                end
            end
            always @(posedge clk) begin
                pending <= take && !clear && !zero;
                pending_used <= !leaves;
                pending_entry <= owner;
            end
            assign {line_event, line_used, line_entry} = {pending, pending_used, pending_entry};
        end else begin : no_marks
            assign {line_event, line_used, line_entry} = 6'd0;
        end
    endgenerate
    assign busy = line_event;

    // ---- loads that were told to go around at some time, and the set that does now ----
    reg chooses, asked, closes;
    reg signed [31:0] balance; // 1000 * look-ups of loads that go around - SHARE * look-ups of all
    wire signed [31:0] lookups = {16'd0, one_lookups};
    wire enough = balance >= 0;
    reg [4:0] known;
    reg [LOADS-1:0] set;
    wire [15:0] sought = chooses ? one_pc : pc[15:0];
    wire [LOADS-1:0] same;
    wire is_known = same != 0;
    wire goes_around = chooses && answered && !answer;
    wire last = {1'b0, at} == count - 5'd1;
    genvar g;
    generate
        for (g = 0; g < LOADS; g = g + 1) begin : listed
            reg [15:0] number;
            assign same[g] = number == sought && known > g;
            wire added = goes_around && !is_known && known == g;
            always @(posedge clk) begin
                if (added)
                    number <= one_pc;
                if (launch || sampled_one)
                    set[g] <= 1'b0;
                else if (closes && !enough)
                    set[g] <= 1'b0;
                else if (added || goes_around && same[g])
                    set[g] <= 1'b1;
            end
        end
    endgenerate

    // ---- the choice: load by load; those that go around must make SHARE per mille of the look-ups ----
    assign start = chooses && !asked && !busy;
    assign abandon = launch || epoch;
    assign choosing = chooses || closes;
    assign allocates = !(running && is_near && !choosing && (same & set) != 0);

    always @(posedge clk) begin
        closes <= !abandon && (sampled_one && count == 0 || chooses && answered && last);
        if (launch)
            known <= 5'd0;
        else if (goes_around && !is_known && known != ALL)
            known <= known + 5'd1;
        if (abandon || sampled_one) begin
            chooses <= !abandon && count != 0;
            asked <= 1'b0;
            at <= 4'd0;
            balance <= 32'sd0;
        end else if (chooses && answered) begin
            chooses <= !last;
            asked <= 1'b0;
            at <= at + 4'd1;
            balance <= balance + (answer ? -(lookups * SHARE) : lookups * (1000 - SHARE));
        end else if (start) begin
            asked <= 1'b1;
        end
    end
endmodule

