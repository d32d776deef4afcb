// The first interpreter: see first_machine.h.
#include "bench/first_machine.h"
#include "ptx/machine/spaces.h"
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <stdexcept>

namespace warplaw::bench {
namespace {
using ptx::Source;
using ptx::StepKind;

enum class Op : std::uint8_t {
  Add,
  Sub,
  Mul,
  MulWide,
  MulWideSigned,
  Mad,
  And,
  Or,
  Xor,
  Not,
  Shl,
  Shr,
  Bfe,
  Mov,
  Setp,
  SetpSigned,
  Load,
  Store,
  Atomic,
  Branch,
  Barrier,
  Exit,
};

struct Operand {
  Source::Kind kind;
  std::uint32_t index;
  std::uint64_t value;
};
struct Instruction {
  Op op = Op::Exit;
  unsigned bits = 32, sourceBits = 32;
  unsigned how = 0; ///< of a comparison
  std::uint32_t dst = 0, guard = 0, target = 0;
  bool isGuarded = false, guardNegated = false;
  ptx::Space space = ptx::Space::Global;
  std::int64_t offset = 0;
  std::array<Operand, 3> src{};
};

std::uint64_t masked(std::uint64_t value, unsigned bits) { return value & spec::scalar::onesOf(bits); }

Op scalarOp(const ptx::Step& step) {
  static const std::map<std::string_view, Op> kOps{{"add", Op::Add},
                                                   {"sub", Op::Sub},
                                                   {"mul", Op::Mul},
                                                   {"mad", Op::Mad},
                                                   {"bitAnd", Op::And},
                                                   {"bitOr", Op::Or},
                                                   {"bitXor", Op::Xor},
                                                   {"bitNot", Op::Not},
                                                   {"shl", Op::Shl},
                                                   {"shr", Op::Shr},
                                                   {"bfe", Op::Bfe},
                                                   {"mov", Op::Mov},
                                                   {"cvt", Op::Mov},
                                                   {"mulWide", Op::MulWide},
                                                   {"setpUnsigned", Op::Setp},
                                                   {"setpBits", Op::Setp},
                                                   {"setpSigned", Op::SetpSigned}};
  const auto found = kOps.find(step.form.operation->symbol);
  if (found == kOps.end())
    throw std::runtime_error(fmt::format("the first interpreter has no {}", step.form.operation->symbol));
  if (found->second == Op::MulWide && step.form.typeOfT().isSigned())
    return Op::MulWideSigned;
  return found->second;
}

Op opOf(const ptx::Step& step) {
  switch (step.kind) {
  case StepKind::Scalar:
    return scalarOp(step);
  case StepKind::Load:
    return Op::Load;
  case StepKind::Store:
    return Op::Store;
  case StepKind::Atomic:
    return Op::Atomic;
  case StepKind::Branch:
    return Op::Branch;
  case StepKind::Barrier:
    return Op::Barrier;
  case StepKind::Exit:
    return Op::Exit;
  default:
    throw std::runtime_error("the first interpreter does not know an instruction of this kernel");
  }
}

Instruction instructionOf(const ptx::Step& step) {
  Instruction made;
  made.op = opOf(step);
  if (step.kind == StepKind::Scalar) {
    made.bits = step.form.result(step.modes).width();
    made.sourceBits = step.form.source(0, step.modes).width();
    made.how = spec::scalar::modeOf(step.modes, 0);
  } else {
    made.bits = step.width * 8u;
  }
  made.dst = step.dst[0];
  made.isGuarded = step.guard != ptx::kNoRegister;
  made.guard = step.guard;
  made.guardNegated = step.guardNegated;
  made.target = step.target;
  made.space = step.space;
  made.offset = step.offset;
  for (unsigned i = 0; i < 3; ++i)
    made.src[i] = {step.src[i].kind, step.src[i].index, step.src[i].value};
  return made;
}

struct Thread {
  std::vector<std::uint64_t> registers;
  std::uint32_t pc = 0, number = 0;
  bool isDone = false;
};

class FirstMachine {
public:
  FirstMachine(const ptx::Kernel& kernel, const ptx::Launch& launch) : kernel_(kernel), launch_(launch) {
    for (const ptx::Step& step : kernel.steps)
      code_.push_back(instructionOf(step));
    for (const ptx::Array& array : launch.arrays)
      arrays_.push_back(array.bytes);
    parameters_.resize(kernel.parameterBytes);
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      const std::uint64_t address = addressOf(static_cast<std::size_t>(launch.arguments[i].array));
      std::memcpy(parameters_.data() + kernel.parameters[i].offset, &address, sizeof address);
    }
  }
  std::vector<std::vector<std::uint8_t>> run() {
    for (block_ = 0; block_ < launch_.grid[0]; ++block_)
      runBlock();
    return std::move(arrays_);
  }

private:
  static std::uint64_t addressOf(std::size_t array) { return ptx::kWideSpaces.arrays + (std::uint64_t{array} << 32); }

  void runBlock() {
    shared_.assign(kernel_.staticSharedBytes, 0);
    std::vector<Thread> threads(launch_.block[0]);
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
      threads[i].registers.resize(kernel_.registers.size());
      threads[i].number = i;
    }
    for (bool again = true; again;) {
      again = false;
      for (Thread& thread : threads)
        if (!thread.isDone) {
          runToBarrier(thread);
          again = true;
        }
    }
  }

  std::uint64_t special(std::uint32_t which, const Thread& thread) const {
    switch (static_cast<ptx::Special>(which)) {
    case ptx::Special::TidX:
      return thread.number;
    case ptx::Special::CtaidX:
      return block_;
    case ptx::Special::NtidX:
      return launch_.block[0];
    default:
      throw std::runtime_error("the first interpreter does not know a special register");
    }
  }

  std::uint64_t value(const Operand& operand, const Thread& thread) const {
    switch (operand.kind) {
    case Source::Kind::Register:
      return thread.registers[operand.index];
    case Source::Kind::SpecialRegister:
      return special(operand.index, thread);
    default:
      return operand.value;
    }
  }

  std::uint8_t* memory(const Instruction& one, const Thread& thread) {
    const std::uint64_t address = value(one.src[0], thread) + static_cast<std::uint64_t>(one.offset);
    std::vector<std::uint8_t>* bytes = &parameters_;
    std::uint64_t at = address;
    if (one.space == ptx::Space::Shared) {
      bytes = &shared_;
    } else if (one.space != ptx::Space::Param) {
      bytes = &arrays_.at((address - ptx::kWideSpaces.arrays) >> 32);
      at = address & 0xffffffff;
    }
    if (at + one.bits / 8 > bytes->size())
      throw std::runtime_error("out of bounds");
    return bytes->data() + at;
  }

  static bool compares(unsigned how, auto a, auto b) {
    switch (how < 6 ? how : how - 4) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
      return a < b;
    case 3:
      return a <= b;
    case 4:
      return a > b;
    default:
      return a >= b;
    }
  }
  static std::int64_t extended(std::uint64_t a, unsigned bits) {
    return static_cast<std::int64_t>(a << (64 - bits)) >> (64 - bits);
  }

  void runToBarrier(Thread& thread) {
    for (;;) {
      const Instruction& one = code_[thread.pc++];
      if (one.isGuarded && (thread.registers[one.guard] & 1) == (one.guardNegated ? 1 : 0))
        continue;
      const auto a = [&] { return value(one.src[0], thread); };
      const auto b = [&] { return value(one.src[1], thread); };
      const auto c = [&] { return value(one.src[2], thread); };
      const auto set = [&](std::uint64_t to) { thread.registers[one.dst] = masked(to, one.bits); };
      switch (one.op) {
      case Op::Add:
        set(a() + b());
        break;
      case Op::Sub:
        set(a() - b());
        break;
      case Op::Mul:
      case Op::MulWide:
        set(a() * b());
        break;
      case Op::MulWideSigned:
        set(static_cast<std::uint64_t>(extended(a(), one.sourceBits) * extended(b(), one.sourceBits)));
        break;
      case Op::Mad:
        set(a() * b() + c());
        break;
      case Op::And:
        set(a() & b());
        break;
      case Op::Or:
        set(a() | b());
        break;
      case Op::Xor:
        set(a() ^ b());
        break;
      case Op::Not:
        set(~a());
        break;
      case Op::Shl:
        set(b() < one.bits ? a() << b() : 0);
        break;
      case Op::Shr:
        set(b() < one.bits ? a() >> b() : 0);
        break;
      case Op::Bfe:
        set(b() < one.bits ? masked(a() >> b(), static_cast<unsigned>(c())) : 0);
        break;
      case Op::Mov:
        set(a());
        break;
      case Op::Setp:
        set(compares(one.how, a(), b()) ? 1 : 0);
        break;
      case Op::SetpSigned:
        set(compares(one.how, extended(a(), one.sourceBits), extended(b(), one.sourceBits)) ? 1 : 0);
        break;
      case Op::Load: {
        std::uint64_t word = 0;
        std::memcpy(&word, memory(one, thread), one.bits / 8);
        set(word);
        break;
      }
      case Op::Store: {
        const std::uint64_t word = b();
        std::memcpy(memory(one, thread), &word, one.bits / 8);
        break;
      }
      case Op::Atomic: { // red.add
        std::uint8_t* const at = memory(one, thread);
        std::uint64_t word = 0;
        std::memcpy(&word, at, one.bits / 8);
        word += b();
        std::memcpy(at, &word, one.bits / 8);
        break;
      }
      case Op::Branch:
        thread.pc = one.target;
        break;
      case Op::Barrier:
        return;
      case Op::Exit:
        thread.isDone = true;
        return;
      }
    }
  }

  const ptx::Kernel& kernel_;
  const ptx::Launch& launch_;
  std::vector<Instruction> code_;
  std::vector<std::vector<std::uint8_t>> arrays_;
  std::vector<std::uint8_t> shared_, parameters_;
  std::uint32_t block_ = 0;
};

} // namespace

std::vector<std::vector<std::uint8_t>> firstRun(const ptx::Kernel& kernel, const ptx::Launch& launch) {
  return FirstMachine(kernel, launch).run();
}

} // namespace warplaw::bench
