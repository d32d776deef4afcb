// Decoding one entry (ptx/machine/kernel.h): names to numbers, instructions to steps. Files: decode.cpp walks the text,
// decode_names.cpp and decode_place.cpp know what is declared, decode_operands.cpp what operands are, the others what
// each kind of instructions becomes.
#pragma once
#include "ptx/machine/kernel.h"
#include <map>
#include <set>
#include <span>
#include <string_view>

namespace warplaw::ptx {

/// What a name stands for.
struct Named {
  enum class Kind : std::uint8_t { Register, Variable, Label, List };
  Kind kind = Kind::Register;
  std::uint32_t index = 0; ///< of the first register; of a label
  unsigned vector = 1;     ///< registers of `.v2`, `.v4`
  spec::scalar::Type type{};
  Space space = Space::Register;
  std::uint64_t address = 0, bytes = 0;
  bool isElsewhere = false;      ///< of another module
  const Targets* list = nullptr; ///< of .branchtargets
};

/// Names that are known in a block; what it does not know, the one around it may.
struct Names {
  const Names* outer = nullptr;
  std::map<std::string, Named, std::less<>> names{};
  const Named* find(std::string_view name) const;
};

/// A function where it is inlined.
struct Instance {
  const Function* function = nullptr;
  std::uint32_t end = 0; ///< the label behind it
  std::uint32_t carry = kNoRegister;
};

struct RegisterOf {
  std::uint32_t index;
  spec::scalar::Type type;
};

/// Whether a register may be wider than the type that is needed, and what becomes of its upper bits.
enum class Wider : std::uint8_t { No, Chopped, Kept };

/// Leaves an instruction that is not supported: it has been counted.
struct NotSupported {};

/// Errors are thrown as ReadError; decode() makes its result of them.
class Decoder {
public:
  explicit Decoder(const Module& whole) : module(whole) {}
  Kernel decode(std::string_view entry);
  std::vector<Unsupported> unsupported;

private:
  friend class Pieces;
  using Type = spec::scalar::Type;
  using Operands = std::vector<Operand>;

  const Module& module;
  Kernel kernel;
  std::map<std::string, const Function*, std::less<>> functions; ///< with its body, where there is one
  Names moduleScope{};
  Names* scope = &moduleScope;
  Instance instance;
  std::vector<const Function*> callers;      ///< whose bodies are being inlined, the entry first
  std::map<const Variable*, Named> sharedOf; ///< .shared variables of functions, wherever they are inlined
  bool asksForReserved = false;              ///< of the entry, or of a function that it calls (reserved.h)
  std::vector<std::uint32_t> labels;         ///< the step of each, or kNoRegister
  std::map<const Instruction*, std::uint32_t> textOf;

  const Instruction* at = nullptr; ///< the instruction
  std::vector<Step> pending;       ///< its steps
  std::uint32_t guard = kNoRegister;
  bool guardNegated = false;
  std::uint32_t sumLine = 0, productLine = 0; ///< of floats, without a rounding (PTX-30); 0: none
  std::size_t firstTemporary = 0;             ///< registers from here on are of this instruction

  // --- decode.cpp
  const Function& entryNamed(std::string_view name) const;
  void block(const Block& block);
  void statement(const Statement& statement);
  void instruction(const Instruction& one);
  void dispatch();
  void flush(); ///< puts the pending steps behind the others
  void keepSources();
  bool isReadLater(std::size_t step, std::uint32_t index) const;
  void resolveLabels();
  [[noreturn]] void reject(std::string_view rule, const std::string& what, std::string_view accepted = {}) const;
  [[noreturn]] void rejectAt(const Place& place, std::string_view rule, const std::string& what,
                             std::string_view accepted = {}) const;
  [[noreturn]] void notSupported(const std::string& what);
  void note(const std::string& what);
  void noteContraction();
  void forgetUnread();
  void declareOfThreads();

  // --- decode_names.cpp
  void declare(const Variable& variable);
  void declareAs(const std::string& name, const Named& named, const Place& place);
  void declareRegisters(const Variable& variable);
  void declareLabels(const Block& block);
  std::uint32_t newRegister(const std::string& name, Type type);
  std::uint32_t temporary(Type type) { return newRegister("", type); }
  Type addressType() const { return module.addressBits == 32 ? spec::scalar::kU32 : spec::scalar::kU64; }
  std::uint32_t newLabel();
  void bind(std::uint32_t label);
  std::uint32_t labelNamed(const std::string& name) const;
  std::uint32_t carry();

  // --- decode_indirect.cpp
  void callThrough(const Operand& pointer, const Operands& returned, const Operands& arguments, const Operand* targets);
  std::vector<std::string> targetsOf(const Targets& list) const;
  std::uint64_t addressOfFunction(const std::string& name) const;

  // --- decode_place.cpp
  void placeGlobals();
  void placeShared(const Function& entry);
  void placeSharedIn(const Function& function, std::set<const Function*>& seen);
  void placeSharedIn(const Block& block, std::set<const Function*>& seen);
  void placeDynamic(const Variable& variable);
  void checkFits(const Variable& variable, std::uint64_t end, std::uint64_t most) const;
  Named placeOneShared(const Variable& variable);
  Named placeParam(const Variable& variable);
  Named placeLocal(const Variable& variable);
  void initialise(Placed& placed, const Variable& variable);
  std::uint64_t addressOf(const Variable::Initial& initial, const Place& place);
  void placeParameters(const Function& entry);

  // --- decode_operands.cpp
  std::uint64_t immediate(const Number& number, Type type, const Place& place) const;
  std::optional<RegisterOf> registerOf(const Operand& operand) const;
  std::string registersLike(std::string_view name) const;
  RegisterOf needRegister(const Operand& operand, Type type);
  void checkType(const Operand& operand, Type registers, Type wanted, bool mayBeWider) const;
  Source source(const Operand& operand, Type type, Wider wider = Wider::No);
  Source named(const Operand& operand, const std::string& name, std::int64_t offset, Type type);
  bool isRegister(const std::string& name) const;
  Source sumOf(const Operand& operand, const Operand::Sum& sum, Type type, Wider wider);
  Source ofRegister(const Operand& operand, const RegisterOf& from, Type type, Wider wider);
  Source special(const std::string& name, Type type);
  Source chop(Source from, unsigned width, unsigned to);
  std::uint32_t destination(const Operand& operand, Type type);
  RegisterOf destinationOf(const Operand& operand, Type type, bool mayBeWider);
  std::array<std::uint32_t, 2> destinations(const Operand& operand, Type type); ///< `d|p`
  std::uint32_t predicateNamed(const std::string& name) const;
  Operands partsOf(const Operand& operand) const;
  const Operand& operand(std::size_t i) const { return at->operands[i]; }
  void needOperands(std::size_t least, std::size_t most) const;
  void needOperands(std::size_t count) const { needOperands(count, count); }

  // --- decode_scalar.cpp
  void row(std::string_view opcode, std::uint32_t dst, std::span<const Source> sources);
  void row(std::string_view opcode, std::uint32_t dst, std::initializer_list<Source> sources) {
    row(opcode, dst, std::span(sources.begin(), sources.size()));
  }
  void copy(std::uint32_t dst, const Source& from, Type type);
  void scalar();
  void scalarOf(const spec::scalar::Spelled& spelled);
  void move();
  void moveVector(Type type);
  void pack(Type type, const Operands& parts);
  void unpack(Type type, const Operands& parts);
  void leastOrGreatest();
  void lop3();
  void withCarry();
  void addOrSubtract();
  void setPredicate();
  void set();
  std::vector<Source> compared(const std::vector<std::string>& opcode);
  std::vector<Source> comparedHalves(const std::string& opcode, Type type);
  void setHalves(Type result, std::span<const Source> halves);
  [[noreturn]] void rejectOpcode() const;
  void hasNoText() { rejectOpcode(); }

  // --- decode_memory.cpp
  void load();
  void store();
  void atomic();
  void checkAtomic(const Step& step, bool keepsSubnormals) const;
  void fence();
  void nothing();
  void convertAddress();
  void isInSpace();
  void mapAddress();
  std::uint64_t windowOf(Space space) const;
  void address(Step& step, const Operand& operand);
  void memoryPieces(class Pieces& pieces, Step& step);

  // --- decode_warp.cpp
  void shuffle();
  void vote();
  void match();
  void reduce();
  void elect();
  void activemask();
  void barrier();
  void warpBarrier(class Pieces& pieces);
  void barrierOperands(Step& step, std::size_t first, bool isReduction);

  // --- decode_video.cpp
  void video();

  // --- decode_calls.cpp
  void branch();
  void branchIndexed();
  void leave();
  void returnFrom();
  void trap();
  void call();
  void callOf(const std::string& name, const Operands& returned, const Operands& arguments);
  void inlined(const Function& function, const Operands& returned, const Operands& arguments);
  bool builtin(const std::string& name, const Operands& returned);
  void giveZero(const Operand& operand);
  void pass(const Variable& formal, const Named& to, const Operand& actual);
  void give(const Variable& formal, const Named& from, const Operand& actual);
  void copyParam(const Named& to, const Named& from);
  void emitBranch(std::uint32_t label, bool isUniform);
};

/// What stands behind a mnemonic, taken piece by piece; what is left over is wrong.
class Pieces {
public:
  explicit Pieces(const Decoder& whose) : decoder(whose), left(whose.at->opcode.begin() + 1, whose.at->opcode.end()) {}
  bool take(std::string_view piece);
  /// The index of the first of these that is there; -1: none.
  int takeOne(std::span<const std::string_view> these);
  int needOne(std::span<const std::string_view> these);
  void takeAll(std::span<const std::string_view> these);
  bool takePrefixed(std::string_view prefix); ///< all that begin so
  spec::scalar::Type takeType();              ///< the last piece
  void end() const;

private:
  const Decoder& decoder;
  std::vector<std::string> left;
};

/// "@%p1 ld.global.v2.u32 {%r1, %r2}, [%rd1+8]"
std::string textOf(const Instruction& instruction);

/// "vadd", "vset4": scalar and SIMD video (VID-1 to VID-10).
bool isVideo(std::string_view mnemonic);

/// What PTX-5 leaves out: "mma: matrices"; empty: supported, or unknown.
std::string unsupportedKind(const std::vector<std::string>& opcode);
/// Opcodes like this one: "mul.lo.u32, mul.hi.u32, ..".
std::string opcodesLike(const std::vector<std::string>& opcode);

} // namespace warplaw::ptx
