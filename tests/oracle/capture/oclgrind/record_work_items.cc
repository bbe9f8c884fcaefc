// oclgrind plug-in: writes what every work-item of a launch executed, and the code it executed, as text.
//
// RECORD_FOLDER/NNNN-KERNEL.items has, for launch NNNN (lines of one kind stand together, in this order):
//     launch KERNEL GROUPS_X GROUPS_Y GROUPS_Z LOCAL_X LOCAL_Y LOCAL_Z
//     block SUCCESSOR...           basic blocks in the function's order, numbers of their successors
//     inst SOURCE_LINE IR_TEXT     the instructions of the block above
//     item GROUP_X GROUP_Y GROUP_Z LOCAL_X LOCAL_Y LOCAL_Z EVENT...
// An event is bN for the beginning of block N, or the address of an executed load, store or atomic in hexadecimal:
// oclgrind's number of the buffer in the upper 16 bits, the offset in it below.
//
// Only functions of LLVM's C interface are used. Headers and library of oclgrind 21.10 use LLVM 14 without RTTI.
#include <oclgrind/Plugin.h>
//
#include <oclgrind/Context.h>
#include <oclgrind/Kernel.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/WorkGroup.h>
#include <oclgrind/WorkItem.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>

namespace {

using Instruction = const llvm::Instruction *;

class Recorder : public oclgrind::Plugin {
public:
    explicit Recorder(const oclgrind::Context *context) : Plugin(context) {}

    bool isThreadSafe() const override { return false; } // one thread, then

    void kernelBegin(const oclgrind::KernelInvocation *launch) override
    {
        const oclgrind::Kernel *kernel = launch->getKernel();
        char name[64];
        std::snprintf(name, sizeof name, "/%04u-", launches_++);
        const std::string path = std::string(std::getenv("RECORD_FOLDER")) + name + kernel->getName() + ".items";
        file_ = std::fopen(path.c_str(), "w");
        if (!file_) {
            std::perror(path.c_str());
            std::exit(1);
        }
        const oclgrind::Size3 groups = launch->getNumGroups(), local = launch->getLocalSize();
        std::fprintf(file_, "launch %s %zu %zu %zu %zu %zu %zu\n", kernel->getName().c_str(), groups.x, groups.y,
                     groups.z, local.x, local.y, local.z);
        writeCode(reinterpret_cast<LLVMValueRef>(const_cast<llvm::Function *>(kernel->getFunction())));
    }

    void kernelEnd(const oclgrind::KernelInvocation *) override
    {
        std::fclose(file_);
        file_ = nullptr;
    }

    // The access comes before instructionExecuted of its instruction.
    void memoryLoad(const oclgrind::Memory *, const oclgrind::WorkItem *, size_t address, size_t) override
    {
        note(address);
    }
    void memoryStore(const oclgrind::Memory *, const oclgrind::WorkItem *, size_t address, size_t,
                     const uint8_t *) override
    {
        note(address);
    }
    void memoryAtomicLoad(const oclgrind::Memory *, const oclgrind::WorkItem *, oclgrind::AtomicOp, size_t address,
                          size_t) override
    {
        note(address);
    }
    void memoryAtomicStore(const oclgrind::Memory *, const oclgrind::WorkItem *, oclgrind::AtomicOp, size_t address,
                           size_t) override
    {
        note(address);
    }

    void instructionExecuted(const oclgrind::WorkItem *item, Instruction instruction,
                             const oclgrind::TypedValue &) override
    {
        std::string &events = events_[item];
        char text[32];
        const auto block = first_of_block_.find(instruction);
        if (block != first_of_block_.end()) {
            std::snprintf(text, sizeof text, " b%u", block->second);
            events += text;
        }
        if (has_address_) {
            std::snprintf(text, sizeof text, " %zx", address_);
            events += text;
        }
        has_address_ = false;
    }

    void workItemComplete(const oclgrind::WorkItem *item) override
    {
        const oclgrind::Size3 group = item->getWorkGroup()->getGroupID(), local = item->getLocalID();
        std::fprintf(file_, "item %zu %zu %zu %zu %zu %zu%s\n", group.x, group.y, group.z, local.x, local.y, local.z,
                     events_[item].c_str());
        events_.erase(item);
    }

private:
    void note(size_t address)
    {
        address_ = address;
        has_address_ = true;
    }

    void writeCode(LLVMValueRef function)
    {
        std::map<LLVMBasicBlockRef, unsigned> number;
        unsigned n = 0;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
            number[b] = n++;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
            std::fputs("block", file_);
            const LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
            for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
                std::fprintf(file_, " %u", number[LLVMGetSuccessor(end, i)]);
            std::fputs("\n", file_);
            first_of_block_[reinterpret_cast<Instruction>(LLVMGetFirstInstruction(b))] = number[b];
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                writeInstruction(i);
        }
    }

    void writeInstruction(LLVMValueRef instruction)
    {
        char *text = LLVMPrintValueToString(instruction);
        for (char *c = text; *c != '\0'; c++)
            *c = *c == '\n' ? ' ' : *c; // a switch has several lines
        std::fprintf(file_, "inst %u %s\n", LLVMGetDebugLocLine(instruction), text);
        LLVMDisposeMessage(text);
    }

    std::FILE *file_ = nullptr;
    unsigned launches_ = 0;
    std::unordered_map<Instruction, unsigned> first_of_block_;
    std::unordered_map<const oclgrind::WorkItem *, std::string> events_;
    size_t address_ = 0;
    bool has_address_ = false;
};

Recorder *recorder;

} // namespace

extern "C" __attribute__((visibility("default"))) void initializePlugins(oclgrind::Context *context)
{
    recorder = new Recorder(context);
    context->registerPlugin(recorder);
}

extern "C" __attribute__((visibility("default"))) void releasePlugins(oclgrind::Context *context)
{
    context->unregisterPlugin(recorder);
    delete recorder;
}
