// Operands: registers of the right type, immediates, special registers, addresses of variables (PTX-2 to PTX-4,
// PTX-41).
#include "ptx/machine/decoder.h"
#include "ptx/machine/reserved.h"
#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

using spec::scalar::Kind;
using spec::scalar::Type;

using spec::scalar::kU64;
using spec::scalar::onesOf;

struct SpecialName {
  std::string_view name;
  Special which;
  Type type = spec::scalar::kU32;
};
constexpr SpecialName kSpecials[] = {
    {"%tid.x", Special::TidX},
    {"%tid.y", Special::TidY},
    {"%tid.z", Special::TidZ},
    {"%ntid.x", Special::NtidX},
    {"%ntid.y", Special::NtidY},
    {"%ntid.z", Special::NtidZ},
    {"%ctaid.x", Special::CtaidX},
    {"%ctaid.y", Special::CtaidY},
    {"%ctaid.z", Special::CtaidZ},
    {"%nctaid.x", Special::NctaidX},
    {"%nctaid.y", Special::NctaidY},
    {"%nctaid.z", Special::NctaidZ},
    {"%laneid", Special::Laneid},
    {"%warpid", Special::Warpid},
    {"%nwarpid", Special::Nwarpid},
    {"%smid", Special::Smid},
    {"%nsmid", Special::Nsmid},
    {"%gridid", Special::Gridid, kU64},
    {"%lanemask_eq", Special::LanemaskEq},
    {"%lanemask_le", Special::LanemaskLe},
    {"%lanemask_lt", Special::LanemaskLt},
    {"%lanemask_ge", Special::LanemaskGe},
    {"%lanemask_gt", Special::LanemaskGt},
    {"%clock", Special::Clock},
    {"%clock_hi", Special::ClockHi},
    {"%clock64", Special::Clock64, kU64},
    {"%globaltimer", Special::Globaltimer, kU64},
    {"%globaltimer_lo", Special::GlobaltimerLo},
    {"%globaltimer_hi", Special::GlobaltimerHi},
    {"%dynamic_smem_size", Special::DynamicSmemSize},
    {"%total_smem_size", Special::TotalSmemSize},
    {"%aggr_smem_size", Special::TotalSmemSize},
    {"WARP_SZ", Special::WarpSize},
};
constexpr unsigned kEnvregs = 32;

/// Which parts there are is the implementation's; cooperative groups have 288 bytes from _1 on.
struct ReservedPart {
  std::string_view name;
  bool isAddress; ///< from where it begins
  std::uint32_t offset;
};
constexpr ReservedPart kReservedParts[] = {{"%reserved_smem_offset_begin", true, 0},
                                           {"%reserved_smem_offset_end", true, kReservedBytes},
                                           {"%reserved_smem_offset_cap", false, kReservedBytes},
                                           {"%reserved_smem_offset_0", true, 0},
                                           {"%reserved_smem_offset_1", true, kReservedBytes / 2}};

struct SpecialKind {
  std::string_view prefix, what;
};
constexpr SpecialKind kUnsupportedSpecials[] = {{"%cluster", "special registers of clusters: clusters"},
                                                {"%ncluster", "special registers of clusters: clusters"},
                                                {"%is_explicit_cluster", "special registers of clusters: clusters"},
                                                {"%pm", "%pm: performance counters"},
                                                {"%current_graph_exec", "%current_graph_exec: graphs"}};

std::optional<std::uint32_t> envregNumber(std::string_view name) {
  static constexpr std::string_view kPrefix = "%envreg";
  std::uint32_t number = 0;
  if (!name.starts_with(kPrefix))
    return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), number);
  return error == std::errc{} && end == name.data() + name.size() && number < kEnvregs ? std::optional(number)
                                                                                       : std::nullopt;
}

/// Bits of a register of a type, where it may stand for a value of another of the same width.
bool isOfClass(Type registers, Type wanted) {
  if (registers.kind == Kind::Bits || wanted.kind == Kind::Bits)
    return true;
  return registers.isFloat() || wanted.isFloat() ? registers == wanted : true;
}

std::string described(Type type) { return "." + std::string(spec::scalar::nameOf(type)); }

} // namespace

std::uint64_t Decoder::immediate(const Number& number, Type type, const Place& place) const {
  const bool isReal = number.kind == Number::Kind::Float32 || number.kind == Number::Kind::Float64;
  if (type == spec::scalar::kPred)
    return number.bits != 0;
  if (!isReal) {
    if (type.isFloat())
      rejectAt(place, "PTX-2", "an integer stands where a float is needed", "1.0, 0f3f800000, 0d3ff0000000000000");
    return number.bits & onesOf(type.width());
  }
  const bool isSingle = type.width() == 32 && !type.isPacked();
  const bool isDouble = type.width() == 64;
  if ((type.kind != Kind::Bits && !type.isFloat()) || (!isSingle && !isDouble))
    rejectAt(place, "PTX-2", fmt::format("a float constant stands where {} is needed", described(type)),
             "an integer constant, or a register");
  if (number.kind == Number::Kind::Float32)
    return isSingle ? number.bits & onesOf(32)
                    : std::bit_cast<std::uint64_t>(double(std::bit_cast<float>(std::uint32_t(number.bits))));
  return isSingle ? std::bit_cast<std::uint32_t>(float(std::bit_cast<double>(number.bits))) : number.bits;
}

void Decoder::needOperands(std::size_t least, std::size_t most) const {
  const std::size_t count = at->operands.size();
  if (count < least || count > most)
    reject("PTX-3", fmt::format("{} has {} operands", at->opcodeText(), count),
           least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most));
}

/// The register of a name, or of a part of a vector of registers (`.x`).
std::optional<RegisterOf> Decoder::registerOf(const Operand& operand) const {
  const auto* const name = std::get_if<Name>(&operand.value);
  const Named* const found = name ? scope->find(name->text) : nullptr;
  if (!found || found->kind != Named::Kind::Register)
    return std::nullopt;
  static constexpr std::string_view kParts = "xyzwrgba";
  if (operand.selector.empty()) {
    if (found->vector > 1)
      rejectAt(operand.place, "PTX-4", fmt::format("'{}' is a vector of registers", name->text), name->text + ".x");
    return RegisterOf{found->index, found->type};
  }
  const std::size_t part = operand.selector.size() == 1 ? kParts.find(operand.selector[0]) & 3 : found->vector;
  if (kParts.find(operand.selector[0]) == std::string_view::npos || part >= found->vector)
    rejectAt(operand.place, "PTX-4", fmt::format("'{}' has no part .{}", name->text, operand.selector),
             found->vector > 1 ? ".x, .y, .z, .w" : "no part");
  return RegisterOf{found->index + std::uint32_t(part), found->type};
}

void Decoder::checkType(const Operand& operand, Type registers, Type wanted, bool mayBeWider) const {
  // floats have their width, but for registers of bits
  const bool isExact = !mayBeWider || registers.isFloat() || (wanted.isFloat() && registers.kind != Kind::Bits);
  const bool isPredicate = registers == spec::scalar::kPred || wanted == spec::scalar::kPred;
  const bool fits = isPredicate ? registers == wanted
                                : isOfClass(registers, wanted) && (isExact ? registers.width() == wanted.width()
                                                                           : registers.width() >= wanted.width());
  if (fits)
    return;
  const auto* const name = std::get_if<Name>(&operand.value);
  rejectAt(operand.place, "PTX-3",
           fmt::format("{}: '{}' is {}, and {} is needed", at->opcodeText(), name ? name->text : "the operand",
                       described(registers), described(wanted)),
           isPredicate ? described(wanted)
                       : fmt::format("{}, .b{}{}", described(wanted), wanted.width(), isExact ? "" : ", or wider"));
}

Source Decoder::chop(Source from, unsigned width, unsigned to) {
  const std::uint32_t narrow = temporary({Kind::Unsigned, static_cast<std::uint8_t>(to)});
  row(fmt::format("cvt.u{}.u{}", to, width), narrow, {from});
  return {.kind = Source::Kind::Register, .index = narrow};
}

Source Decoder::ofRegister(const Operand& operand, const RegisterOf& from, Type type, Wider wider) {
  checkType(operand, from.type, type, wider != Wider::No);
  if (operand.negated && type != spec::scalar::kPred)
    rejectAt(operand.place, "PTX-3", "only a predicate may be negated", "an operand without !");
  if (operand.minus)
    rejectAt(operand.place, "PTX-3", "an operand has a minus", "a register, a number");
  const Source whole{.kind = Source::Kind::Register, .negated = operand.negated, .index = from.index};
  return wider == Wider::Chopped && from.type.width() > type.width() ? chop(whole, from.type.width(), type.width())
                                                                     : whole;
}

Source Decoder::special(const std::string& name, Type type) {
  for (const SpecialKind& kind : kUnsupportedSpecials)
    if (name.starts_with(kind.prefix))
      notSupported(std::string(kind.what));
  const auto* const found = std::ranges::find(kSpecials, name, &SpecialName::name);
  const auto envreg = envregNumber(name);
  const auto* const part = std::ranges::find(kReservedParts, name, &ReservedPart::name);
  const bool isPart = part != std::end(kReservedParts);
  if (found == std::end(kSpecials) && !envreg && !isPart)
    reject("PTX-3", fmt::format("'{}' is not declared", name), "a register, a variable, a special register, a number");
  const std::optional<std::uint64_t> reserved = reservedOf(kernel);
  if (isOfReserved(name)) {
    if (!reserved)
      notSupported(fmt::format("{} in a function that is called through a register", name));
    if (const unsigned since = name.starts_with(kReserved) ? kReservedSince : kAggregateSince; kernel.target < since)
      reject("PTX-41", fmt::format("{} for sm_{}", name, kernel.target), fmt::format("sm_{} or later", since));
  }
  const Special which = envreg ? Special::Envreg : isPart ? Special::TotalSmemSize : found->which;
  const Type own = envreg || isPart ? spec::scalar::kB32 : found->type;
  if (which == Special::WarpSize)
    return {.kind = Source::Kind::Immediate, .value = 32 & onesOf(type.width())};
  const Source whole{
      .kind = Source::Kind::SpecialRegister, .index = static_cast<std::uint32_t>(which), .value = envreg.value_or(0)};
  // old texts take 16 bits of %tid, and 32 of %gridid
  if (type.isFloat() || type.width() > own.width() || type == spec::scalar::kPred)
    reject("PTX-41", fmt::format("{}: '{}' has {} bits", at->opcodeText(), name, own.width()), described(own));
  if (isPart)
    return {.kind = Source::Kind::Immediate,
            .value = ((part->isAddress ? *reserved : 0) + part->offset) & onesOf(type.width())};
  if (name == "%total_smem_size" && reserved) { // without what is reserved
    const std::uint32_t rest = temporary(spec::scalar::kU32);
    row("sub.u32", rest, {whole, {.kind = Source::Kind::Immediate, .value = kReservedBytes}});
    const Source left{.kind = Source::Kind::Register, .index = rest};
    return type.width() < 32 ? chop(left, 32, type.width()) : left;
  }
  return type.width() < own.width() ? chop(whole, own.width(), type.width()) : whole;
}

Source Decoder::named(const Operand& operand, const std::string& name, std::int64_t offset, Type type) {
  const Named* const found = scope->find(name);
  if (!found && functions.contains(name) && !offset && type.width() == addressType().width() && !type.isFloat())
    return {.kind = Source::Kind::Immediate, .value = addressOfFunction(name)};
  if (!found)
    return special(name, type);
  if (found->kind != Named::Kind::Variable || (offset && found->kind == Named::Kind::Register))
    rejectAt(operand.place, "PTX-3", fmt::format("'{}' is no variable in memory", name),
             "a register, a variable, a special register, a number");
  if (found->isElsewhere)
    notSupported(".extern variables: other modules");
  if (type.isFloat() || type.isPacked() || type.width() < 32)
    rejectAt(operand.place, "PTX-3",
             fmt::format("{}: the address of '{}' is no value of this type", at->opcodeText(), name),
             ".u32, .b32, .u64, .b64");
  return {.kind = Source::Kind::Immediate,
          .value = (found->address + static_cast<std::uint64_t>(offset)) & onesOf(type.width())};
}

bool Decoder::isRegister(const std::string& name) const {
  const Named* const found = scope->find(name);
  return found && found->kind == Named::Kind::Register;
}

/// `%r1 + 4` as a value, which NVIDIA's assembler takes.
Source Decoder::sumOf(const Operand& operand, const Operand::Sum& sum, Type type, Wider wider) {
  Operand whole = operand;
  whole.value = Name{sum.name};
  const Source base = source(whole, type, wider);
  if (type.isFloat() || type.isPacked() || type.width() < 16)
    rejectAt(operand.place, "PTX-3", "a number is added to a register of this type", "an operand without +");
  const std::uint32_t result = temporary(type);
  row(fmt::format("add.u{}", type.width()), result,
      {base, {.kind = Source::Kind::Immediate, .value = static_cast<std::uint64_t>(sum.offset)}});
  return {.kind = Source::Kind::Register, .index = result};
}

Source Decoder::source(const Operand& operand, Type type, Wider wider) {
  if (const auto* const number = std::get_if<Number>(&operand.value)) {
    const std::uint64_t value = immediate(*number, type, operand.place);
    return {.kind = Source::Kind::Immediate, .value = operand.negated ? value ^ 1 : value};
  }
  if (const auto found = registerOf(operand))
    return ofRegister(operand, *found, type, wider);
  if (const auto* const name = std::get_if<Name>(&operand.value); name && !name->text.empty())
    return named(operand, name->text, 0, type);
  if (const auto* const sum = std::get_if<Operand::Sum>(&operand.value); sum && isRegister(sum->name))
    return sumOf(operand, *sum, type, wider);
  if (const auto* const sum = std::get_if<Operand::Sum>(&operand.value))
    return named(operand, sum->name, sum->offset, type);
  rejectAt(operand.place, "PTX-3", fmt::format("{}: an operand is no single value", at->opcodeText()),
           "a register, a number, the name of a variable");
}

/// "%r0 to %r7", where `.reg .b32 %r<8>` is declared and the name is "%r9".
std::string Decoder::registersLike(std::string_view name) const {
  const std::string stem(name.substr(0, name.find_last_not_of("0123456789") + 1));
  unsigned count = 0;
  while (scope->find(fmt::format("{}{}", stem, count)))
    ++count;
  return count == 0 ? "a register that .reg declares" : fmt::format("{0}0 to {0}{1}", stem, count - 1);
}

RegisterOf Decoder::destinationOf(const Operand& operand, Type type, bool mayBeWider) {
  const auto found = registerOf(operand);
  if (!found) {
    if (const auto* const name = std::get_if<Name>(&operand.value); name && !name->text.empty())
      rejectAt(operand.place, "PTX-3", fmt::format("'{}' is not declared as a register", name->text),
               registersLike(name->text));
    rejectAt(operand.place, "PTX-3", fmt::format("{}: the result needs a register", at->opcodeText()), "a register");
  }
  checkType(operand, found->type, type, mayBeWider);
  if (operand.negated)
    rejectAt(operand.place, "PTX-3", "a result is negated", "a register without !");
  return *found;
}

std::uint32_t Decoder::destination(const Operand& operand, Type type) {
  return destinationOf(operand, type, false).index;
}

std::uint32_t Decoder::predicateNamed(const std::string& name) const {
  Operand operand;
  operand.value = Name{name};
  operand.place = at->place;
  const auto found = registerOf(operand);
  if (!found)
    reject("PTX-3", fmt::format("the register '{}' is not declared", name), "a .pred register");
  checkType(operand, found->type, spec::scalar::kPred, false);
  return found->index;
}

/// `d|p`, `d`, and `_` for either.
std::array<std::uint32_t, 2> Decoder::destinations(const Operand& operand, Type type) {
  const auto* const pair = std::get_if<Operand::Pair>(&operand.value);
  if (!pair)
    return {destination(operand, type), kNoRegister};
  if (pair->first.empty() && pair->second.empty())
    rejectAt(operand.place, "PTX-4", "both results are left out", "d|p, d|_, _|p");
  Operand first;
  first.value = Name{pair->first};
  first.place = operand.place;
  return {pair->first.empty() ? kNoRegister : destination(first, type),
          pair->second.empty() ? kNoRegister : predicateNamed(pair->second)};
}

/// `{a, b}`, or a vector of registers.
Decoder::Operands Decoder::partsOf(const Operand& operand) const {
  static constexpr const char* kParts[] = {"x", "y", "z", "w"};
  if (const auto* const vector = std::get_if<Operand::Vector>(&operand.value)) {
    if (!std::has_single_bit(vector->size()))
      rejectAt(operand.place, "PTX-4", fmt::format("a vector of {}", vector->size()), "2, 4 or 8 elements");
    return *vector;
  }
  const auto* const name = std::get_if<Name>(&operand.value);
  const Named* const found = name ? scope->find(name->text) : nullptr;
  if (!found || found->vector == 1 || !operand.selector.empty())
    return {operand};
  Operands parts(std::min(found->vector, 4u), operand);
  for (std::size_t part = 0; part < parts.size(); ++part)
    parts[part].selector = kParts[part];
  return parts;
}

} // namespace warplaw::ptx
