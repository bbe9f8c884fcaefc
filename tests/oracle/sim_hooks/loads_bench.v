// Drives poise_loads with the lines that test_loads_verilog.c prints (+events=FILE) and compares. A line begins with its kind:
//   0 control state pc line event allocates         a cycle; control: launch, epoch, window, sampled_max, sampled_one;
//                                                   event: access, first, hit, merge, reserves, evict; from bit 0 on each
//   1 count {pc and six counters of each load}      the table, not with -DGATES
//   2                                               until the choice is over
//   3 {six counters of each load}                   they become this, not with -DGATES
// A line event takes its second cycle here. Closes with one line of totals.
`timescale 1ns / 1ns
module loads_bench;
    parameter SHARE = 50;
    parameter COUNTERS = 4;
    parameter LOADS = 16;
    parameter LINES = `POISE_LOAD_LINES;
    reg clk = 0;
    reg [4:0] control = 0;
    reg [2:0] state = 0;
    reg [31:0] pc = 0;
    reg [5:0] event_bits = 0;
    reg [9:0] line = 0;
    wire allocates, busy, choosing;
    integer file, got, kind, i, c, checks, wrong, cycles, longest;
    reg [31:0] word, loads_there, wanted;
    reg [1023:0] path;

    always #1 clk = !clk;

`ifdef GATES
    poise_loads unit (
`else
    poise_loads #(.SHARE(SHARE), .LINES(LINES)) unit (
`endif
        .clk(clk), .launch(control[0]), .epoch(control[1]), .window(control[2]), .sampled_max(control[3]),
        .sampled_one(control[4]), .state(state), .pc(pc), .allocates(allocates), .access(event_bits[0]),
        .first(event_bits[1]), .hit(event_bits[2]), .merge(event_bits[3]), .reserves(event_bits[4]),
        .evict(event_bits[5]), .line(line), .busy(busy), .choosing(choosing));

    reg [15:0] given [0:95];
    event deposit;
`ifndef GATES
    genvar g, h;
    generate
        for (g = 0; g < LOADS; g = g + 1) begin : of_loads
            for (h = 0; h < COUNTERS; h = h + 1) begin : of_counters
                always @(deposit)
                    unit.loads.table_of_loads.load[g].of_load[h].value = given[6*g+h];
            end
        end
    endgenerate
`endif

    task compare(input [31:0] seen);
        begin
            checks = checks + 1;
            if (seen !== wanted) begin
                wrong = wrong + 1;
                if (wrong <= 5)
                    $display("check %0d, of kind %0d, place %0d of %0d: %0d, expected %0d", checks, kind, c, i, seen, wanted);
            end
        end
    endtask

    task read_table;
        begin
            got = $fscanf(file, "%h", wanted);
`ifndef GATES
            i = -1;
            c = -1;
            compare(unit.loads.table_of_loads.count);
            loads_there = wanted;
            for (i = 0; i < loads_there; i = i + 1) begin
                c = -1;
                got = $fscanf(file, "%h", wanted);
                compare(unit.loads.table_of_loads.numbers[16*i +: 16]);
                for (c = 0; c < 6; c = c + 1) begin
                    got = $fscanf(file, "%h", wanted);
                    if (c < COUNTERS)
                        compare(unit.loads.table_of_loads.counters[16*(COUNTERS*i+c) +: 16]);
                end
            end
`else
            loads_there = wanted;
            for (i = 0; i < 7 * loads_there; i = i + 1)
                got = $fscanf(file, "%h", wanted);
`endif
        end
    endtask

    initial begin
        if (!$value$plusargs("events=%s", path))
            $finish;
        file = $fopen(path, "r");
        checks = 0;
        wrong = 0;
        longest = 0;
        got = 1;
        @(negedge clk);
        while (got == 1) begin
            got = $fscanf(file, "%h", kind);
            if (got == 1 && kind == 0) begin
                got = $fscanf(file, "%h", word);
                control = word;
                got = $fscanf(file, "%h", word);
                state = word;
                got = $fscanf(file, "%h", pc);
                got = $fscanf(file, "%h", word);
                line = word;
                got = $fscanf(file, "%h", word);
                event_bits = word;
                got = $fscanf(file, "%h", wanted);
                i = -1;
                c = -1;
                #0 compare({31'd0, allocates});
                @(negedge clk);
                control = 0;
                event_bits = 0;
                if (busy === 1'b1) begin
                    @(negedge clk);
                    if (busy !== 1'b0)
                        wrong = wrong + 1;
                end
            end else if (got == 1 && kind == 1) begin
                read_table;
            end else if (got == 1 && kind == 3) begin
                for (i = 0; i < 96; i = i + 1) begin
                    got = $fscanf(file, "%h", word);
                    given[i] = word;
                end
                -> deposit;
                #0;
            end else if (got == 1) begin
                cycles = 0;
                while (choosing === 1'b1 && cycles < 10000) begin
                    @(negedge clk);
                    cycles = cycles + 1;
                end
                longest = cycles > longest ? cycles : longest;
            end
        end
        $display("total: %0d checks, %0d differ; %0d cycles", checks, wrong, longest);
        $finish;
    end
endmodule
