#include "trace/accelsim/opcodes.h"

#include <string.h>

/* SASS opcodes of Kepler to Ampere and what becomes of them. One line maps an opcode, which is the text
 * before the first dot. Rules are explained in opcodes.h. Source: the instruction set lists in NVIDIA's
 * manual "CUDA Binary Utilities" (Kepler, Maxwell and Pascal, Volta, Turing, Ampere). The classes are our
 * reading of these lists and of op_class.def. */
#define OPCODE(name, op, rule)             \
    {                                      \
        name, TRACE_OP_##op, TRACEG_##rule \
    }
static const struct {
    const char *name;
    trace_op op;
    traceg_rule rule;
} table[] = {
    /* integer arithmetic, logic and shifts */
    OPCODE("BFE", INT, NEVER),
    OPCODE("BFI", INT, NEVER),
    OPCODE("BMSK", INT, NEVER),
    OPCODE("BREV", INT, NEVER),
    OPCODE("FLO", INT, NEVER),
    OPCODE("IABS", INT, NEVER),
    OPCODE("IADD", INT, NEVER),
    OPCODE("IADD3", INT, NEVER),
    OPCODE("IADD32I", INT, NEVER),
    OPCODE("ICMP", INT, NEVER),
    OPCODE("IDP", INT, NEVER),
    OPCODE("IDP4A", INT, NEVER),
    OPCODE("IMAD", INT, NEVER),
    OPCODE("IMAD32I", INT, NEVER),
    OPCODE("IMADSP", INT, NEVER),
    OPCODE("IMNMX", INT, NEVER),
    OPCODE("IMUL", INT, NEVER),
    OPCODE("IMUL32I", INT, NEVER),
    OPCODE("ISAD", INT, NEVER),
    OPCODE("ISCADD", INT, NEVER),
    OPCODE("ISCADD32I", INT, NEVER),
    OPCODE("ISETP", INT, NEVER),
    OPCODE("ISET", INT, NEVER),
    OPCODE("ISUB", INT, NEVER),
    OPCODE("LEA", INT, NEVER),
    OPCODE("LOP", INT, NEVER),
    OPCODE("LOP3", INT, NEVER),
    OPCODE("LOP32I", INT, NEVER),
    OPCODE("POPC", INT, NEVER),
    OPCODE("SHF", INT, NEVER),
    OPCODE("SHL", INT, NEVER),
    OPCODE("SHR", INT, NEVER),
    OPCODE("SGXT", INT, NEVER),
    OPCODE("VABSDIFF", INT, NEVER),
    OPCODE("VABSDIFF4", INT, NEVER),
    OPCODE("XMAD", INT, NEVER),

    /* integer work on packed values (Kepler to Pascal) */
    OPCODE("VADD", INT, NEVER),
    OPCODE("VMAD", INT, NEVER),
    OPCODE("VMNMX", INT, NEVER),
    OPCODE("VSET", INT, NEVER),
    OPCODE("VSETP", INT, NEVER),
    OPCODE("VSHL", INT, NEVER),
    OPCODE("VSHR", INT, NEVER),

    /* moves, selection, predicates */
    OPCODE("MOV", INT, NEVER),
    OPCODE("MOV32I", INT, NEVER),
    OPCODE("MOVM", INT, NEVER),
    OPCODE("PRMT", INT, NEVER),
    OPCODE("SEL", INT, NEVER),
    OPCODE("SHFL", INT, NEVER),
    OPCODE("CSET", INT, NEVER),
    OPCODE("CSETP", INT, NEVER),
    OPCODE("P2R", INT, NEVER),
    OPCODE("PLOP3", INT, NEVER),
    OPCODE("PSET", INT, NEVER),
    OPCODE("PSETP", INT, NEVER),
    OPCODE("R2P", INT, NEVER),
    OPCODE("R2B", INT, NEVER),
    OPCODE("S2R", INT, NEVER),
    OPCODE("CS2R", INT, NEVER),
    OPCODE("B2R", INT, NEVER),
    OPCODE("LEPC", INT, NEVER),
    OPCODE("GETLMEMBASE", INT, NEVER),
    OPCODE("SETLMEMBASE", INT, NEVER),
    OPCODE("VOTE", INT, NEVER),
    OPCODE("VOTEU", UNIFORM, NEVER),
    OPCODE("VOTE_VTG", INT, NEVER),
    OPCODE("CSMTEST", INT, NEVER),
    OPCODE("QSPC", INT, NEVER),
    OPCODE("MATCH", INT, NEVER),
    OPCODE("REDUX", UNIFORM, NEVER),

    /* uniform data path (Turing, Ampere) */
    OPCODE("R2UR", UNIFORM, NEVER),
    OPCODE("S2UR", UNIFORM, NEVER),
    OPCODE("UBMSK", UNIFORM, NEVER),
    OPCODE("UBREV", UNIFORM, NEVER),
    OPCODE("UCLEA", UNIFORM, NEVER),
    OPCODE("UF2FP", UNIFORM, NEVER),
    OPCODE("UFLO", UNIFORM, NEVER),
    OPCODE("UIADD3", UNIFORM, NEVER),
    OPCODE("UIMAD", UNIFORM, NEVER),
    OPCODE("UISETP", UNIFORM, NEVER),
    OPCODE("ULDC", UNIFORM, NEVER),
    OPCODE("ULEA", UNIFORM, NEVER),
    OPCODE("ULOP", UNIFORM, NEVER),
    OPCODE("ULOP3", UNIFORM, NEVER),
    OPCODE("ULOP32I", UNIFORM, NEVER),
    OPCODE("UMOV", UNIFORM, NEVER),
    OPCODE("UP2UR", UNIFORM, NEVER),
    OPCODE("UPLOP3", UNIFORM, NEVER),
    OPCODE("UPOPC", UNIFORM, NEVER),
    OPCODE("UPRMT", UNIFORM, NEVER),
    OPCODE("UPSETP", UNIFORM, NEVER),
    OPCODE("UR2UP", UNIFORM, NEVER),
    OPCODE("USEL", UNIFORM, NEVER),
    OPCODE("USGXT", UNIFORM, NEVER),
    OPCODE("USHF", UNIFORM, NEVER),
    OPCODE("USHL", UNIFORM, NEVER),
    OPCODE("USHR", UNIFORM, NEVER),

    /* no work of their own, waiting and fences: they only take an issue slot */
    OPCODE("NOP", INT, NEVER),
    OPCODE("DEPBAR", INT, NEVER),
    OPCODE("LDGDEPBAR", INT, NEVER),
    OPCODE("LDGSTSDEPBAR", INT, NEVER),
    OPCODE("ARRIVES", INT, NEVER),
    OPCODE("ERRBAR", INT, NEVER),
    OPCODE("MEMBAR", INT, NEVER),
    OPCODE("FENCE", INT, NEVER),
    OPCODE("CCTL", INT, NEVER),
    OPCODE("CCTLL", INT, NEVER),
    OPCODE("CCTLT", INT, NEVER),
    OPCODE("PMTRIG", INT, NEVER),
    OPCODE("WARPSYNC", INT, NEVER),
    OPCODE("NANOSLEEP", INT, NEVER),
    OPCODE("SETCTAID", INT, NEVER),

    /* single and half precision, conversions */
    OPCODE("FADD", FP, NEVER),
    OPCODE("FADD32I", FP, NEVER),
    OPCODE("FCHK", FP, NEVER),
    OPCODE("FCMP", FP, NEVER),
    OPCODE("FFMA", FP, NEVER),
    OPCODE("FFMA32I", FP, NEVER),
    OPCODE("FMNMX", FP, NEVER),
    OPCODE("FMUL", FP, NEVER),
    OPCODE("FMUL32I", FP, NEVER),
    OPCODE("FSEL", FP, NEVER),
    OPCODE("FSET", FP, NEVER),
    OPCODE("FSETP", FP, NEVER),
    OPCODE("FSWZ", FP, NEVER),
    OPCODE("FSWZADD", FP, NEVER),
    OPCODE("RRO", FP, NEVER),
    OPCODE("HADD2", FP, NEVER),
    OPCODE("HADD2_32I", FP, NEVER),
    OPCODE("HFMA2", FP, NEVER),
    OPCODE("HFMA2_32I", FP, NEVER),
    OPCODE("HMNMX2", FP, NEVER),
    OPCODE("HMUL2", FP, NEVER),
    OPCODE("HMUL2_32I", FP, NEVER),
    OPCODE("HSET2", FP, NEVER),
    OPCODE("HSETP2", FP, NEVER),
    OPCODE("F2F", FP, NEVER),
    OPCODE("F2FP", FP, NEVER),
    OPCODE("F2I", FP, NEVER),
    OPCODE("F2IP", FP, NEVER),
    OPCODE("I2F", FP, NEVER),
    OPCODE("I2FP", FP, NEVER),
    OPCODE("I2I", FP, NEVER),
    OPCODE("I2IP", FP, NEVER),
    OPCODE("FRND", FP, NEVER),

    /* products of matrices */
    OPCODE("BMMA", TENSOR, NEVER),
    OPCODE("DMMA", TENSOR, NEVER),
    OPCODE("HMMA", TENSOR, NEVER),
    OPCODE("IMMA", TENSOR, NEVER),

    /* double precision */
    OPCODE("DADD", DP, NEVER),
    OPCODE("DFMA", DP, NEVER),
    OPCODE("DMNMX", DP, NEVER),
    OPCODE("DMUL", DP, NEVER),
    OPCODE("DSET", DP, NEVER),
    OPCODE("DSETP", DP, NEVER),

    /* special functions */
    OPCODE("MUFU", SFU, NEVER),

    /* textures and surfaces: units of fixed latency without traffic; in Accel-Sim too, but for the surfaces
       of Kepler */
    OPCODE("TEX", TEXTURE, NEVER),
    OPCODE("TEXS", TEXTURE, NEVER),
    OPCODE("TLD", TEXTURE, NEVER),
    OPCODE("TLDS", TEXTURE, NEVER),
    OPCODE("TLD4", TEXTURE, NEVER),
    OPCODE("TLD4S", TEXTURE, NEVER),
    OPCODE("TMML", TEXTURE, NEVER),
    OPCODE("TXA", TEXTURE, NEVER),
    OPCODE("TXD", TEXTURE, NEVER),
    OPCODE("TXQ", TEXTURE, NEVER),
    OPCODE("TEXDEPBAR", SFU, NEVER),
    OPCODE("SUATOM", SFU, NEVER),
    OPCODE("SULD", SFU, NEVER),
    OPCODE("SURED", SFU, NEVER),
    OPCODE("SUST", SFU, NEVER),
    OPCODE("SUQ", SFU, NEVER),
    OPCODE("SUQUERY", SFU, NEVER),
    OPCODE("SUBFM", SFU, NEVER),
    OPCODE("SUCLAMP", SFU, NEVER),
    OPCODE("SUEAU", SFU, NEVER),
    OPCODE("SULDGA", SFU, NEVER),
    OPCODE("SUSTGA", SFU, NEVER),

    /* control flow */
    OPCODE("ACQBULK", BRANCH, NEVER),
    OPCODE("BMOV", BRANCH, NEVER),
    OPCODE("BPT", BRANCH, NEVER),
    OPCODE("BRA", BRANCH, NEVER),
    OPCODE("BREAK", BRANCH, NEVER),
    OPCODE("BRK", BRANCH, NEVER),
    OPCODE("BRX", BRANCH, NEVER),
    OPCODE("BRXU", BRANCH, NEVER),
    OPCODE("BSSY", BRANCH, NEVER),
    OPCODE("BSYNC", BRANCH, NEVER),
    OPCODE("CALL", BRANCH, NEVER),
    OPCODE("CAL", BRANCH, NEVER),
    OPCODE("CONT", BRANCH, NEVER),
    OPCODE("ENDCOLLECTIVE", BRANCH, NEVER),
    OPCODE("JCAL", BRANCH, NEVER),
    OPCODE("JMP", BRANCH, NEVER),
    OPCODE("JMX", BRANCH, NEVER),
    OPCODE("JMXU", BRANCH, NEVER),
    OPCODE("KILL", BRANCH, NEVER),
    OPCODE("LONGJMP", BRANCH, NEVER),
    OPCODE("PBK", BRANCH, NEVER),
    OPCODE("PCNT", BRANCH, NEVER),
    OPCODE("PEXIT", BRANCH, NEVER),
    OPCODE("PLONGJMP", BRANCH, NEVER),
    OPCODE("PRET", BRANCH, NEVER),
    OPCODE("RET", BRANCH, NEVER),
    OPCODE("RPCMOV", BRANCH, NEVER),
    OPCODE("RTT", BRANCH, NEVER),
    OPCODE("SSY", BRANCH, NEVER),
    OPCODE("SYNC", BRANCH, NEVER),
    OPCODE("YIELD", BRANCH, NEVER),

    /* barriers of the thread block */
    OPCODE("BAR", BARRIER, NEVER),

    /* end of threads */
    OPCODE("EXIT", EXIT, NEVER),

    /* global memory; LDGSTS is counted as its load, the copy to shared memory is not */
    OPCODE("LDG", LOAD_GLOBAL, ALWAYS),
    OPCODE("LDGSTS", LOAD_GLOBAL, ALWAYS),
    OPCODE("STG", STORE_GLOBAL, ALWAYS),

    /* generic addresses, but global ones on Kepler */
    OPCODE("LD", LOAD_GLOBAL, GENERIC),
    OPCODE("ST", STORE_GLOBAL, GENERIC),

    /* atomics; generic ones are taken as global, where Accel-Sim does them too */
    OPCODE("ATOM", ATOMIC_GLOBAL, ALWAYS),
    OPCODE("ATOMG", ATOMIC_GLOBAL, ALWAYS),
    OPCODE("RED", ATOMIC_GLOBAL, ALWAYS),
    OPCODE("ATOMS", ATOMIC_SHARED, ALWAYS),

    /* constants: Accel-Sim models no constant cache, and its traces give no addresses for them */
    OPCODE("LDC", LOAD_CONST, IF_ADDRESSED),

    /* local and shared memory */
    OPCODE("LDL", LOAD_PRIVATE, ALWAYS),
    OPCODE("STL", STORE_PRIVATE, ALWAYS),
    OPCODE("LDS", LOAD_SHARED, ALWAYS),
    OPCODE("LDSM", LOAD_SHARED, ALWAYS),
    OPCODE("STS", STORE_SHARED, ALWAYS),
    OPCODE("LDSLK", LOAD_SHARED, ALWAYS),
    OPCODE("STSCUL", STORE_SHARED, ALWAYS),
};

static const struct {
    const char *suffix;
    uint8_t bytes;
} widths[] = {{"64", 8}, {"128", 16}, {"U8", 1}, {"S8", 1}, {"U16", 2}, {"S16", 2}};

enum { DEFAULT_BYTES = 4 };

static bool equals(const char *word, size_t length, const char *name)
{
    return strncmp(word, name, length) == 0 && name[length] == 0;
}

/* `suffix` stands behind a dot. */
static void apply_suffix(traceg_opcode *opcode, const char *suffix, size_t length)
{
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        if (equals(suffix, length, widths[i].suffix))
            opcode->bytes = widths[i].bytes;
    opcode->bypasses_l1 |= equals(suffix, length, "CG") || strncmp(suffix, "STRONG.GPU", 10) == 0;
}

traceg_opcode traceg_find_opcode(const char *text)
{
    traceg_opcode found = {.op = TRACE_OP_INT, .rule = TRACEG_NEVER, .bytes = DEFAULT_BYTES};
    size_t length = strcspn(text, ".");
    for (size_t i = 0; i < sizeof table / sizeof table[0] && !found.known; i++)
        if (equals(text, length, table[i].name)) {
            found.op = table[i].op;
            found.rule = table[i].rule;
            found.known = true;
        }
    while (text[length] == '.') {
        text += length + 1;
        length = strcspn(text, ".");
        apply_suffix(&found, text, length);
    }
    return found;
}
