"""The code of a kernel as LLVM IR text: what docs/CAPTURE.md section 4 says an instruction of the trace is, written down a
second time, from the text and not from LLVM's objects."""
import re

FREE = {"phi", "bitcast", "trunc", "addrspacecast", "inttoptr", "ptrtoint", "freeze", "extractelement", "insertelement",
        "shufflevector", "extractvalue", "insertvalue", "alloca"}
FLOATING = {"fadd", "fsub", "fmul", "fneg", "fcmp", "fptosi", "fptoui", "sitofp", "uitofp", "fptrunc", "fpext"}
DIVISIONS = {"fdiv", "frem", "sdiv", "udiv", "srem", "urem"}
NOTES = ("llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.", "llvm.invariant.")
ARITHMETIC_CALLS = {"fma", "fmin", "fmax", "floor", "ceil", "trunc", "rint", "copysign", "llvm.fmuladd", "llvm.fabs"}
INTEGER_CALLS = {"popcount", "clz", "abs", "mem_fence", "llvm.umin", "llvm.umax", "llvm.smin", "llvm.smax", "llvm.bswap",
                 "llvm.fshl", "llvm.fshr"}
SPACES = {0: "local", 1: "global", 2: "const", 3: "shared"}
SCALAR_BYTES = {"float": 4, "double": 8, "half": 2}


def type_bytes(text):
    vector = re.match(r"<(\d+) x (.*)>$", text)
    if vector:
        n = int(vector[1])
        return (4 if n == 3 else n) * type_bytes(vector[2])
    if text.endswith("*"):
        return 8
    return SCALAR_BYTES[text] if text in SCALAR_BYTES else (int(text[1:]) + 7) // 8


def split_operands(text):
    """Cuts at the commas outside of brackets."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and depth == 0:
            parts.append(text[begin:i].strip())
            begin = i + 1
    return parts + [text[begin:].strip()]


class Inst:
    """One instruction: opcode, result and operands as SSA names, class in the trace (None = free), access size."""

    def __init__(self, line, text):
        self.line = line
        text = re.sub(r", ![\w.]+ !?\d*.*$", "", text.strip())
        named = re.match(r"(%[\w.]+) = (.*)$", text)
        self.result, self.body = (named[1], named[2]) if named else (None, text)
        self.body = re.sub(r"^(tail|musttail|notail) ", "", self.body)
        self.opcode = self.body.split()[0]
        without_labels = re.sub(r"label %[\w.]+", "", self.body)
        if self.opcode == "phi":
            without_labels = re.sub(r", %[\w.]+ \]", " ]", without_labels)
        self.operands = re.findall(r"%[\w.]+", without_labels)
        self.bytes = 0
        self.pointer = None
        self.touches = self.opcode in ("load", "store")  # oclgrind reports an address

    def wide(self):
        return "double" in self.body

    def callee(self):
        name = re.search(r"@([\w.]+)\(", self.body)[1]
        mangled = re.match(r"_Z(\d+)(\w+)$", name)
        if mangled:
            return mangled[2][:int(mangled[1])]
        return re.sub(r"^(llvm\.\w+)\.[\w.]*$", r"\1", name) if not name.startswith(NOTES) else name


class Code:
    """Blocks of instructions in the function's order, with classes and registers."""

    def __init__(self):
        self.blocks = []   # lists of Inst
        self.successors = []
        self.defined = {}  # SSA name -> Inst

    def finish(self):
        for block in self.blocks:
            for inst in block:
                if inst.result:
                    self.defined[inst.result] = inst
        for block in self.blocks:
            for inst in block:
                inst.kind = self.classify(inst)
        self.assign_registers()

    # ---- classes ----

    def origin(self, name):
        """Follows casts and constant offsets back to where a pointer comes from."""
        while name in self.defined:
            inst = self.defined[name]
            if inst.opcode != "bitcast" and not (inst.opcode == "getelementptr" and self.is_constant_offset(inst)):
                return name
            name = inst.operands[0] if inst.operands else None
        return name

    @staticmethod
    def is_constant_offset(inst):
        return not any("%" in index for index in split_operands(inst.body)[2:])

    def access(self, inst, kind, value_type, pointer):
        space = re.search(r"addrspace\((\d)\)\*+ ?\S*$", pointer)
        space = int(space[1]) if space else 0
        name = re.findall(r"%[\w.]+", pointer)
        if space == 0:
            if "@" in pointer or self.leads_to_table(name):
                space = 2
            elif kind == "ld" and name and self.origin(name[-1]) not in self.defined:
                return None  # a field of a structure argument
        inst.bytes = type_bytes(value_type)
        inst.pointer = pointer
        return kind + "." + SPACES[space]

    def leads_to_table(self, names):
        while names and names[-1] in self.defined:
            inst = self.defined[names[-1]]
            if inst.opcode not in ("getelementptr", "bitcast"):
                return False
            base = split_operands(inst.body)[1 if inst.opcode == "getelementptr" else 0]
            if "@" in base:
                return True
            names = re.findall(r"%[\w.]+", base)
        return False

    def classify_call(self, inst):
        name = inst.callee()
        if name.startswith(NOTES):
            return None
        if name.startswith("atomic_"):
            inst.touches = True
            arguments = split_operands(re.search(r"\((.*)\)", re.sub(r"addrspace\((\d)\)", r"addrspace<\1>", inst.body))[1])
            pointer = re.sub(r"<(\d)>", r"(\1)", arguments[0])
            return self.access(inst, "atom", arguments[1].split()[0], pointer)
        if name == "barrier":
            return "barrier"
        if name in ARITHMETIC_CALLS:
            return "dp" if inst.wide() else "fp"
        return "int" if name in INTEGER_CALLS or name.startswith("get_") else "sfu"

    def classify(self, inst):
        op = inst.opcode
        if op in FREE or (op == "getelementptr" and self.is_constant_offset(inst)):
            return None
        if op in ("br", "switch", "unreachable"):
            return "branch"
        if op == "ret":
            return "exit"
        if op in FLOATING:
            return "dp" if inst.wide() else "fp"
        if op in DIVISIONS:
            return "sfu"
        if op == "call":
            return self.classify_call(inst)
        if op in ("load", "store"):
            parts = split_operands(re.sub(r"^(load|store) (volatile )?", "", inst.body))
            value = parts[0] if op == "load" else re.match(r"(<.*?>|\S+(?: addrspace\(\d\)\*)?)", parts[0])[1]
            return self.access(inst, "ld" if op == "load" else "st", value, parts[1])
        return "int"

    # ---- registers: one per SSA value; a phi shares that of its inputs, a free instruction that of its operands ----

    def assign_registers(self):
        parent = {name: name for name in self.defined}

        def root(name):
            while parent[name] != name:
                name = parent[name]
            return name

        real = set()
        for name, inst in self.defined.items():
            if inst.kind is not None or inst.opcode == "phi":
                real.add(name)
            if inst.kind is None and inst.opcode != "load":
                for operand in inst.operands:
                    if operand in parent:
                        a, b = root(name), root(operand)
                        parent[b] = a
        real = {root(name) for name in real}
        register = {name: root(name) for name in self.defined if root(name) in real}
        for block in self.blocks:
            for inst in block:
                inst.destination = register.get(inst.result)
                sources = dict.fromkeys(register[o] for o in inst.operands if o in register)
                inst.sources = list(sources)[:8]

    # ---- order ----

    def weak_topological_order(self):
        """Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993, figure 4."""
        number, stack, count = [0] * len(self.blocks), [], 0

        def component(vertex):
            partition = []
            for successor in self.successors[vertex]:
                if number[successor] == 0:
                    visit(successor, partition)
            return [vertex] + partition

        def visit(vertex, partition):
            nonlocal count
            stack.append(vertex)
            count += 1
            number[vertex] = head = count
            loop = False
            for successor in self.successors[vertex]:
                low = visit(successor, partition) if number[successor] == 0 else number[successor]
                if low <= head:
                    head, loop = low, True
            if head == number[vertex]:
                number[vertex] = float("inf")
                element = stack.pop()
                if loop:
                    while element != vertex:
                        number[element] = 0
                        element = stack.pop()
                    partition[:0] = component(vertex)
                else:
                    partition.insert(0, vertex)
            return head

        order = []
        visit(0, order)
        return order + [b for b in range(len(self.blocks)) if b not in set(order)]


def read_code(lines):
    """From lines "block SUCCESSOR..." and "inst SOURCE_LINE IR_TEXT"; the first other line ends the code. Returns it too."""
    code = Code()
    for line in lines:
        kind, _, rest = line.rstrip("\n").partition(" ")
        if kind == "block":
            code.blocks.append([])
            code.successors.append([int(s) for s in rest.split()])
        elif kind == "inst":
            number, _, text = rest.partition(" ")
            code.blocks[-1].append(Inst(int(number), text))
        else:
            break
    else:
        line = None
    code.finish()
    return code, line
