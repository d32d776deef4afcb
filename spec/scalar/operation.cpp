// Rows of operations: reading what they say of their operands and modifiers.
#include "spec/scalar/operation.h"
#include <algorithm>
#include <boost/preprocessor/seq/for_each.hpp>
#include <boost/preprocessor/stringize.hpp>
#include <cassert>
#include <map>

namespace warplaw::spec::scalar {
namespace {

struct NamedType {
  std::string_view name;
  Type type;
};
constexpr NamedType kTypes[] = {
    {"pred", kPred},
    {"b8", {Kind::Bits, 8}},
    {"b16", {Kind::Bits, 16}},
    {"b32", kB32},
    {"b64", {Kind::Bits, 64}},
    {"b128", {Kind::Bits, 128}},
    {"u8", {Kind::Unsigned, 8}},
    {"u16", {Kind::Unsigned, 16}},
    {"u32", kU32},
    {"u64", {Kind::Unsigned, 64}},
    {"s8", {Kind::Signed, 8}},
    {"s16", {Kind::Signed, 16}},
    {"s32", {Kind::Signed, 32}},
    {"s64", {Kind::Signed, 64}},
    {"u16x2", {Kind::Unsigned, 16, 2}},
    {"s16x2", {Kind::Signed, 16, 2}},
    {"f16", {Kind::Float, 16}},
    {"f16x2", {Kind::Float, 16, 2}},
    {"bf16", {Kind::BrainFloat, 16}},
    {"bf16x2", {Kind::BrainFloat, 16, 2}},
    {"f32", {Kind::Float, 32}},
    {"f64", {Kind::Float, 64}},
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos)
      return parts;
    begin = end + 1;
  }
}

/// "mul[.lo|.hi].T" cut into ".mul" (said as it is), groups, and "T": `piece` hears each in its order.
template <class Literal, class Group> void eachPiece(std::string_view opcode, Literal literal, Group group) {
  while (!opcode.empty()) {
    if (opcode.front() == '[') {
      const std::size_t end = opcode.find(']');
      group(opcode.substr(1, end - 1));
      opcode.remove_prefix(end + 1);
    } else {
      const std::size_t end = std::min(opcode.find('['), opcode.size());
      literal(opcode.substr(0, end));
      opcode.remove_prefix(end);
    }
  }
}

Alternatives alternativesOf(std::string_view group) {
  Alternatives all = split(group, '|');
  for (std::string_view& one : all)
    if (!one.empty())
      one.remove_prefix(1); // its dot
  return all;
}

OperandType operandType(std::string_view token) {
  using enum OperandType::By;
  if (token == "T")
    return {Row};
  if (token == "W")
    return {TwiceRow};
  if (token == "S")
    return {Group};
  return {Name, typeNamed(token).value()};
}

Operation row(std::string_view symbol, std::vector<std::string_view> types, std::string_view opcode,
              std::string_view operands, std::string_view rules) {
  Operation made{symbol, opcode, operands, {}, std::move(types), split(rules, ' '), {}, {}};
  for (std::string_view token : split(operands, ' ')) {
    if (token.ends_with(':'))
      token.remove_suffix(1);
    made.operandTypes.push_back(operandType(token));
  }
  for (const std::string_view name : made.typeNames)
    made.types.push_back(typeNamed(name).value());
  eachPiece(
      opcode, [](std::string_view) {}, [&](std::string_view group) { made.groups.push_back(alternativesOf(group)); });
  return made;
}

/// "mul.wide.T" with each T said.
std::string withType(std::string_view literal, std::string_view type) {
  std::string text;
  for (std::size_t at; (at = literal.find(".T")) != std::string_view::npos; literal.remove_prefix(at + 2)) {
    text += literal.substr(0, at + 1);
    text += type;
  }
  return text += literal;
}

Type twiceAsWide(Type type) {
  type.bits *= 2;
  return type;
}

/// The alternative of the group whose alternatives are types.
Type typeInGroup(const Operation& operation, Modes modes) {
  for (unsigned group = 0; group < operation.groups.size(); ++group)
    if (const auto type = typeNamed(operation.groups[group][modeOf(modes, group)]))
      return *type;
  assert(!"no group of this row names a type");
  return kB32;
}

Type typeOf(const OperandType& operand, const Form& form, Modes modes) {
  switch (operand.by) {
    using enum OperandType::By;
  case Row:
    return form.typeOfT();
  case TwiceRow:
    return twiceAsWide(form.typeOfT());
  case Group:
    return typeInGroup(*form.operation, modes);
  case Name:
    break;
  }
  return operand.named;
}

std::vector<Form> formsOf(std::span<const Operation> operations) {
  std::vector<Form> all;
  for (const Operation& operation : operations)
    for (unsigned type = 0; type < operation.types.size(); ++type)
      all.push_back({&operation, type});
  return all;
}

/// The same for every order of an opcode's modifiers: types stay as they stand, behind the others.
std::string inOneOrder(std::string_view opcode) {
  std::vector<std::string_view> modifiers = split(opcode, '.'), types;
  const std::string_view mnemonic = modifiers.front();
  modifiers.erase(modifiers.begin());
  const auto isType = [](std::string_view piece) { return typeNamed(piece).has_value(); };
  std::ranges::copy_if(modifiers, std::back_inserter(types), isType);
  std::erase_if(modifiers, isType);
  std::ranges::sort(modifiers);
  modifiers.insert(modifiers.end(), types.begin(), types.end());
  std::string text(mnemonic);
  for (const std::string_view piece : modifiers)
    (text += '.') += piece;
  return text;
}

std::map<std::string, Spelled, std::less<>> allSpellings() {
  std::map<std::string, Spelled, std::less<>> all;
  for (const Form& form : forms())
    for (const Modes modes : form.everyModes())
      all.emplace(inOneOrder(form.opcode(modes)), Spelled{form, modes});
  return all;
}

} // namespace

std::optional<Type> typeNamed(std::string_view name) {
  const auto* const found = std::ranges::find(kTypes, name, &NamedType::name);
  return found == std::end(kTypes) ? std::nullopt : std::optional(found->type);
}

std::string_view nameOf(const Type& type) {
  const auto* const found = std::ranges::find(kTypes, type, &NamedType::type);
  return found == std::end(kTypes) ? std::string_view() : found->name;
}

std::string_view Operation::mnemonic() const { return opcode.substr(0, opcode.find_first_of(".[")); }

std::string Form::symbol() const {
  return std::string(operation->symbol) + "_" + std::string(operation->typeNames[type]);
}

unsigned Form::sources() const { return static_cast<unsigned>(operation->operandTypes.size() - 1); }

Type Form::result(Modes modes) const { return typeOf(operation->operandTypes[0], *this, modes); }
Type Form::source(unsigned i, Modes modes) const { return typeOf(operation->operandTypes[i + 1], *this, modes); }

bool Form::isLegal(Modes modes) const {
  const std::size_t groups = operation->groups.size();
  for (unsigned group = 0; group < groups; ++group)
    if (modeOf(modes, group) >= operation->groups[group].size())
      return false;
  return groups == 4 || modes >> groups * kModeBits == 0;
}

std::vector<Modes> Form::everyModes() const {
  std::vector<Modes> all{0};
  for (unsigned group = 0; group < operation->groups.size(); ++group) {
    std::vector<Modes> longer;
    for (const Modes modes : all)
      for (Modes one = 0; one < operation->groups[group].size(); ++one)
        longer.push_back(modes | one << group * kModeBits);
    all = std::move(longer);
  }
  return all;
}

std::string Form::opcode(Modes modes) const {
  std::string text;
  unsigned group = 0;
  eachPiece(
      operation->opcode, [&](std::string_view literal) { text += withType(literal, operation->typeNames[type]); },
      [&](std::string_view) {
        const std::string_view one = operation->groups[group][modeOf(modes, group)];
        ++group;
        if (!one.empty())
          (text += '.') += one;
      });
  return text;
}

constexpr std::string_view kEncoded[] = {
#define WARPLAW_SCALAR(symbol, ...) #symbol,
#include "spec/scalar/encoded.def"
#undef WARPLAW_SCALAR
};

std::span<const Operation> operations() {
#define WARPLAW_TYPE_NAME(r, data, type) BOOST_PP_STRINGIZE(type),
#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules)                                                         \
  row(#symbol, {BOOST_PP_SEQ_FOR_EACH(WARPLAW_TYPE_NAME, , types)}, opcode, operands, rules),
  static const std::vector<Operation> kRows = [] {
    std::vector<Operation> rows{
#include "spec/scalar/integers.def"
    };
    std::vector<Operation> floats{
#include "spec/scalar/floats.def"
    };
    for (Operation& one : floats)
      one.isFloat = true;
    rows.insert(rows.end(), floats.begin(), floats.end());
    for (const std::string_view symbol : kEncoded)
      std::ranges::find(rows, symbol, &Operation::symbol)->hasEncoding = true;
    return rows;
  }();
#undef WARPLAW_SCALAR
#undef WARPLAW_TYPE_NAME
  return kRows;
}

std::span<const Operation> encodedOperations() { return operations().first(std::size(kEncoded)); }

std::vector<Form> forms() { return formsOf(operations()); }
std::vector<Form> encodedForms() { return formsOf(encodedOperations()); }
std::vector<Form> integerForms() {
  const auto all = operations();
  return formsOf(all.first(std::ranges::find(all, true, &Operation::isFloat) - all.begin()));
}

std::optional<Spelled> formSpelled(std::string_view opcode) {
  static const auto kAll = allSpellings();
  const auto found = kAll.find(inOneOrder(opcode));
  return found == kAll.end() ? std::nullopt : std::optional(found->second);
}

} // namespace warplaw::spec::scalar
