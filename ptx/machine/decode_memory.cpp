// Loads, stores, atomics, fences and addresses (PTX-4, PTX-14, PTX-15, PTX-17, PTX-40).
#include "ptx/machine/decoder.h"
#include "ptx/machine/spaces.h"
#include "spec/instructions/red.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

using spec::scalar::Kind;
using spec::scalar::Type;

struct SpaceName {
  std::string_view name;
  Space space;
};
constexpr SpaceName kSpaces[] = {
    {"global", Space::Global},
    {"const", Space::Const},
    {"shared", Space::Shared},
    {"shared::cta", Space::Shared},
    {"shared::cluster", Space::Shared},
    {"local", Space::Local},
    {"param", Space::Param},
    {"param::entry", Space::Param},
    {"param::func", Space::Param},
};

constexpr std::string_view kOrders[] = {"volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"};
constexpr std::string_view kScopes[] = {"cta", "cluster", "gpu", "sys"};
constexpr std::string_view kCaches[] = {"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "weak", "unified"};
constexpr std::string_view kVectors[] = {"v2", "v4", "v8"};

/// Operations of atom and red, as Step::operation counts them, and the types that they take: of one element, and of a
/// vector, which is in global memory alone.
struct AtomicName {
  std::string_view name, types, vectorTypes = "";
};
constexpr std::string_view kHalves = "f16 f16x2 bf16 bf16x2";
constexpr AtomicName kAtomics[] = {
    {"add", "u32 s32 u64 f16 f16x2 bf16 bf16x2 f32 f64", "f16 f16x2 bf16 bf16x2 f32"},
    {"min", "u32 s32 u64 s64", kHalves},
    {"max", "u32 s32 u64 s64", kHalves},
    {"inc", "u32"},
    {"dec", "u32"},
    {"and", "b32 b64"},
    {"or", "b32 b64"},
    {"xor", "b32 b64"},
    {"exch", "b32 b64"},
    {"cas", "b16 b32 b64"},
};
static_assert(static_cast<unsigned>(spec::RedOp::Xor) + 1 == kExchange && kExchange + 1 == kCompare);

constexpr unsigned kMostAtomicBytes = 16; ///< of a vector

bool isListed(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' '))
      return true;
  }
  return false;
}

Space takeSpace(Pieces& pieces) {
  for (const SpaceName& each : kSpaces)
    if (pieces.take(each.name))
      return each.space;
  return Space::Generic;
}

Source constant(std::uint64_t value) { return {.kind = Source::Kind::Immediate, .value = value}; }

} // namespace

void Decoder::address(Step& step, const Operand& operand) {
  const auto* const address = std::get_if<Address>(&operand.value);
  if (!address || !address->coordinates.empty())
    rejectAt(operand.place, "PTX-4", fmt::format("{}: an operand is no address", at->opcodeText()),
             "[register+N], [variable+N], [N]");
  step.offset = address->offset;
  step.src[0] = constant(0);
  if (address->base.empty())
    return;
  const Named* const found = scope->find(address->base);
  if (!found || (found->kind != Named::Kind::Register && found->kind != Named::Kind::Variable))
    rejectAt(operand.place, "PTX-4", fmt::format("'{}' is not declared", address->base), "a register, a variable");
  if (found->kind == Named::Kind::Register) {
    const Type type = found->type;
    if (found->vector > 1 || type.isFloat() || (type.width() != 32 && type.width() != 64))
      rejectAt(operand.place, "PTX-4", fmt::format("'{}' is no register for an address", address->base),
               ".b64, .u64, .s64, .b32, .u32, .s32");
    step.src[0] = {.kind = Source::Kind::Register, .index = found->index};
    if (type.width() > addressType().width())
      step.src[0] = chop(step.src[0], type.width(), addressType().width());
    const bool isShortSpace = step.space == Space::Shared || step.space == Space::Local || step.space == Space::Param;
    step.isShortAddress = addressType().width() == 32 || (isShortSpace && type.width() == 32);
    return;
  }
  if (found->isElsewhere)
    notSupported(".extern variables: other modules");
  if (step.space == Space::Generic)
    step.space = found->space; // the text names the variable, so it cannot mean another
  if (step.space != found->space)
    rejectAt(operand.place, "PTX-4", fmt::format("'{}' lies in another space", address->base),
             "the space that it is declared in, or none");
  step.src[0].value = found->address;
}

/// 0 where a space is part of the generic one.
std::uint64_t Decoder::windowOf(Space space) const {
  return space == Space::Shared  ? kernel.spaces.sharedWindow
         : space == Space::Local ? kernel.spaces.localWindow
         : space == Space::Param ? kernel.spaces.paramWindow
                                 : 0;
}

/// What ld, st, atom and red have in common: order, scope, space, caches, vector, type.
void Decoder::memoryPieces(Pieces& pieces, Step& step) {
  step.type = pieces.takeType();
  if (step.type.width() == 128)
    notSupported(fmt::format("{}.b128: registers of 128 bits", at->opcode[0]));
  step.space = takeSpace(pieces);
  if (const int vector = pieces.takeOne(kVectors); vector >= 0)
    step.vector = static_cast<std::uint8_t>(2u << vector);
  step.width = static_cast<std::uint8_t>((step.type.width() + 7) / 8);
  const int order = pieces.takeOne(kOrders);             // atomics are relaxed where nothing is said
  const bool isOfOneThread = step.space == Space::Local; // where no order shows
  step.isVolatile = !isOfOneThread && order >= 0 && (kOrders[order] != "relaxed" || step.kind != StepKind::Atomic);
  pieces.takeAll(kOrders);
  pieces.takeAll(kScopes);
  pieces.takePrefixed("L1::");
  pieces.takePrefixed("L2::");
}

/// What there is of an operation: its types, of halves with .noftz, vectors of at most 16 bytes in global memory.
void Decoder::checkAtomic(const Step& step, bool keepsSubnormals) const {
  const bool isRed = at->opcode[0] == "red", isVector = step.vector > 1;
  const AtomicName& what = kAtomics[step.operation];
  const std::string_view types = isVector ? what.vectorTypes : what.types, type = spec::scalar::nameOf(step.type);
  if (!isListed(types, type) || step.vector * step.width > kMostAtomicBytes || (isRed && step.operation >= kExchange))
    reject("PTX-17", fmt::format("there is no {}", at->opcodeText()),
           types.empty() ? fmt::format("{}.{} of one element", at->opcode[0], what.name)
                         : fmt::format("{}.{}{} of {}", at->opcode[0], what.name,
                                       isVector ? " of vectors up to 16 bytes," : "", types));
  if (keepsSubnormals != isListed(kHalves, type))
    reject("PTX-17", fmt::format("{}: {} .noftz", at->opcodeText(), keepsSubnormals ? "with" : "without"),
           fmt::format(".noftz with {}, and with nothing else", kHalves));
  const bool isGlobal = step.space == Space::Generic || step.space == Space::Global;
  if (!isGlobal && (isVector || step.space != Space::Shared))
    reject("PTX-17", fmt::format("{}: no atomics{} in this space", at->opcodeText(), isVector ? " of vectors" : ""),
           isVector ? ".global, none" : ".global, .shared, none");
}

void Decoder::load() {
  Step step{.kind = StepKind::Load};
  Pieces pieces(*this);
  memoryPieces(pieces, step);
  pieces.takeAll(kCaches);
  pieces.end();
  needOperands(2, 3); // a cache policy may follow
  const Operands parts = partsOf(operand(0));
  if (parts.size() != step.vector || step.type == spec::scalar::kPred)
    reject("PTX-4", fmt::format("{} has {} results", at->opcodeText(), parts.size()), fmt::format("{}", step.vector));
  step.sourceType = step.type;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto* const name = std::get_if<Name>(&parts[i].value);
    if (name && name->text.empty() && parts.size() > 1)
      continue;
    const RegisterOf to = destinationOf(parts[i], step.type, true);
    step.dst[i] = to.index;
    step.sourceType = to.type;
  }
  address(step, operand(1));
  pending.push_back(step);
}

void Decoder::store() {
  Step step{.kind = StepKind::Store};
  Pieces pieces(*this);
  memoryPieces(pieces, step);
  pieces.takeAll(kCaches);
  if (pieces.take("async"))
    notSupported("st.async: bulk copies and mbarrier");
  pieces.end();
  needOperands(2, 3);
  address(step, operand(0));
  if (step.space == Space::Const)
    reject("PTX-40", "constant memory is read only", "ld.const");
  const Operands parts = partsOf(operand(1));
  if (parts.size() != step.vector || step.type == spec::scalar::kPred)
    reject("PTX-4", fmt::format("{} has {} values", at->opcodeText(), parts.size()), fmt::format("{}", step.vector));
  step.sourceType = step.type;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    step.src[i + 1] = source(parts[i], step.type, Wider::Kept);
    if (const auto from = registerOf(parts[i]))
      step.sourceType = from->type;
  }
  pending.push_back(step);
}

void Decoder::atomic() {
  Step step{.kind = StepKind::Atomic};
  Pieces pieces(*this);
  if (pieces.take("async"))
    notSupported("red.async: bulk copies and mbarrier");
  memoryPieces(pieces, step);
  std::array<std::string_view, std::size(kAtomics)> names;
  std::ranges::transform(kAtomics, names.begin(), &AtomicName::name);
  step.operation = static_cast<std::uint8_t>(pieces.needOne(names));
  const bool keepsSubnormals = pieces.take("noftz");
  pieces.end();
  checkAtomic(step, keepsSubnormals);
  const bool isRed = at->opcode[0] == "red", isCompare = step.operation == kCompare;
  const std::size_t first = isRed ? 0 : 1, least = first + 2 + isCompare;
  needOperands(least, least + 1);
  const Operands to = isRed ? Operands{} : partsOf(operand(0)), from = partsOf(operand(first + 1));
  if ((!isRed && to.size() != step.vector) || from.size() != step.vector)
    reject("PTX-4", fmt::format("{} has {} values", at->opcodeText(), from.size()), fmt::format("{}", step.vector));
  for (std::size_t i = 0; i < to.size(); ++i) {
    const auto* const name = std::get_if<Name>(&to[i].value);
    step.dst[i] = name && name->text.empty() ? kNoRegister : destination(to[i], step.type);
  }
  address(step, operand(first));
  checkAtomic(step, keepsSubnormals); // of the space of a variable that is named
  for (std::size_t i = 0; i < from.size(); ++i)
    step.src[i + 1] = source(from[i], step.type);
  if (isCompare)
    step.src[2] = source(operand(first + 2), step.type);
  pending.push_back(step);
}

void Decoder::fence() {
  static constexpr std::string_view kKnown[] = {"cta",
                                                "cluster",
                                                "gpu",
                                                "sys",
                                                "gl",
                                                "sc",
                                                "acq_rel",
                                                "acquire",
                                                "release",
                                                "proxy",
                                                "alias",
                                                "async",
                                                "generic",
                                                "tensormap::generic",
                                                "global",
                                                "async.global",
                                                "shared::cta",
                                                "shared::cluster",
                                                "async::generic",
                                                "async.shared::cta",
                                                "sync_restrict::shared::cta",
                                                "sync_restrict::shared::cluster",
                                                "to_proxy::",
                                                "from_proxy::"};
  Pieces pieces(*this);
  if (pieces.take("mbarrier_init"))
    notSupported("fence.mbarrier_init: mbarrier");
  pieces.takeAll(kKnown);
  pieces.end();
  Step step{.kind = StepKind::Fence};
  step.isVolatile = true;
  pending.push_back(step);
}

/// prefetch and its kin, brkpt, nanosleep, pmevent: operands are not looked at, for no value depends on them.
void Decoder::nothing() { pending.push_back({.kind = StepKind::Nothing}); }

/// cvta, cvta.to: a window's base is added, or taken away.
void Decoder::convertAddress() {
  Pieces pieces(*this);
  const Type type = pieces.takeType();
  const bool isTo = pieces.take("to");
  const Space space = takeSpace(pieces);
  pieces.end();
  needOperands(2);
  if (space == Space::Generic || type.isFloat() || type.isSigned() || (type.width() != 64 && type.width() != 32))
    rejectOpcode();
  const std::uint64_t window = windowOf(space);
  if (window && type != addressType())
    notSupported(fmt::format("cvta.u{}: addresses of {} bits", type.width(), type.width()));
  const Source from = source(operand(1), type);
  const std::uint32_t to = destination(operand(0), type);
  if (window)
    row(fmt::format("{}.u{}", isTo ? "sub" : "add", type.width()), to, {from, constant(window)});
  else
    copy(to, from, type);
}

/// Global is what lies below all windows, and is not constant.
void Decoder::isInSpace() {
  Pieces pieces(*this);
  const Space space = takeSpace(pieces);
  pieces.end();
  needOperands(2);
  if (space == Space::Generic)
    rejectOpcode();
  const std::uint32_t to = destination(operand(0), spec::scalar::kPred);
  const Type type = addressType();
  const Source from = source(operand(1), type);
  const auto named = [&](std::string_view opcode) { return fmt::format("{}.{}", opcode, spec::scalar::nameOf(type)); };
  const auto isWithin = [&](std::uint64_t base, std::uint32_t is) {
    const std::uint32_t offset = temporary(type);
    row(named("sub"), offset, {from, constant(base)});
    row(named("setp.lo"), is, {{.kind = Source::Kind::Register, .index = offset}, constant(kWindowBytes)});
  };
  if (space != Space::Global)
    return isWithin(space == Space::Const ? kernel.spaces.constants : windowOf(space), to);
  const std::uint32_t isBelow = temporary(spec::scalar::kPred), isConstant = temporary(spec::scalar::kPred);
  isWithin(kernel.spaces.constants, isConstant);
  row(named("setp.lo"), isBelow, {from, constant(kernel.spaces.paramWindow)});
  row("and.pred", to,
      {{.kind = Source::Kind::Register, .index = isBelow},
       {.kind = Source::Kind::Register, .negated = true, .index = isConstant}});
}

/// A cluster is one CTA: an address in CTA 0 is the address itself.
void Decoder::mapAddress() {
  Pieces pieces(*this);
  const Type type = pieces.takeType();
  pieces.take("shared::cluster");
  pieces.end();
  needOperands(3);
  const Source from = source(operand(1), type);
  source(operand(2), spec::scalar::kU32);
  copy(destination(operand(0), type), from, type);
}

} // namespace warplaw::ptx
