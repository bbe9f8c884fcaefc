// poise_sm_loads and a poise_load_decide of its own: events of an L1 and the state machine's in, and of every load whether it
// may allocate. launch also resets the arithmetic.
module poise_loads #(
    parameter LOADS = `POISE_LOADS,
    parameter SHARE = `POISE_LOAD_SHARE,
    parameter MAX = `POISE_LOAD_MAX,
    parameter LINES = `POISE_LOAD_LINES,
    parameter LINE_BITS = 10
) (
    input wire clk,
    input wire launch,
    input wire epoch,
    input wire window,
    input wire sampled_max,
    input wire sampled_one,
    input wire [2:0] state,
    input wire [31:0] pc,
    output wire allocates,
    input wire access,
    input wire first,
    input wire hit,
    input wire merge,
    input wire reserves,
    input wire evict,
    input wire [LINE_BITS-1:0] line,
    output wire busy,
    output wire choosing
);
    wire start, abandon, answered, answer;
    wire [15:0] one_executions, one_lookups, one_hits, one_merges, one_unused, one_used, max_lookups, max_hits, max_merges;

    poise_sm_loads #(.LOADS(LOADS), .SHARE(SHARE), .MAX(MAX), .LINES(LINES), .LINE_BITS(LINE_BITS)) loads (
        .clk(clk), .launch(launch), .epoch(epoch), .window(window), .sampled_max(sampled_max), .sampled_one(sampled_one),
        .state(state), .pc(pc), .allocates(allocates), .access(access), .first(first), .hit(hit),
        .merge(merge), .reserves(reserves), .evict(evict), .line(line), .busy(busy), .start(start), .abandon(abandon),
        .one_executions(one_executions), .one_lookups(one_lookups), .one_hits(one_hits), .one_merges(one_merges),
        .one_unused(one_unused), .one_used(one_used), .max_lookups(max_lookups), .max_hits(max_hits),
        .max_merges(max_merges), .answered(answered), .answer(answer), .choosing(choosing));
    poise_load_decide decide (
        .clk(clk), .reset(abandon), .start(start), .one_executions(one_executions), .one_lookups(one_lookups),
        .one_hits(one_hits), .one_merges(one_merges), .one_unused(one_unused), .one_used(one_used),
        .max_lookups(max_lookups), .max_hits(max_hits), .max_merges(max_merges), .done(answered), .allocates(answer));
endmodule
