#include "tools/scalar_operations.h"
#include "concrete/scalar/scalar.h"
#include "proofs/theorems/names.h"
#include "spec/rules.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/listed_theorems.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::tools {
namespace {
using spec::scalar::Form;
using spec::scalar::Kind;
using spec::scalar::Modes;
using spec::scalar::Operation;
using spec::scalar::Spelled;
using spec::scalar::Type;
using spec::scalar::Word;

constexpr unsigned kExamples = 3;
using Sources = std::array<Word, spec::scalar::kMostSources>;

// ---- in words

std::string inWords(const Type& type) {
  const std::string_view packed = type.isPacked() ? "two packed " : "", many = type.isPacked() ? "s" : "";
  switch (type.kind) {
  case Kind::Predicate:
    return "a predicate, 0 or 1";
  case Kind::Bits:
    return fmt::format("{} bits", type.bits);
  case Kind::Unsigned:
    return fmt::format("{}number{} of {} bits without a sign", packed, many, type.bits);
  case Kind::Signed:
    return fmt::format("{}number{} of {} bits with a sign", packed, many, type.bits);
  case Kind::Float:
    return fmt::format("{}float{} of {} bits", packed, many, type.bits);
  case Kind::BrainFloat:
    return fmt::format("{}bfloat{} of {} bits", packed, many, type.bits);
  }
  return "";
}

std::string modifiersIn(const spec::scalar::Alternatives& group) {
  std::string text;
  bool mayBeNone = false;
  for (const std::string_view one : group)
    if (one.empty())
      mayBeNone = true;
    else
      text += fmt::format("{}.{}", text.empty() ? "" : ", ", one);
  return text + (mayBeNone ? ", or none" : "");
}

bool isOf(const Operation& operation, std::string_view mnemonic) {
  return mnemonic.empty() || operation.mnemonic() == mnemonic;
}

// ---- examples

std::uint64_t ones(unsigned bits) { return bits >= 64 ? ~Word(0) : (Word(1) << bits) - 1; }

/// One part's boundary: of the first example something small, then the greatest, then what is negative or no number.
Word boundary(const Type& type, unsigned example, unsigned source) {
  const unsigned bits = type.bits;
  if (type.isFloat()) {
    const unsigned fraction = type.kind == Kind::BrainFloat ? 7 : bits == 16 ? 10 : bits == 32 ? 23 : 52;
    const Word exponents = ones(bits - 1) & ~ones(fraction),
               one = exponents >> 1 & exponents & ~(Word(1) << (bits - 2));
    const Word of[kExamples][2] = {{one | Word(1) << (fraction - 1), one},        // 1.5 and 1
                                   {exponents - 1, exponents - 1},                // the greatest
                                   {exponents | Word(1) << (fraction - 1), one}}; // no number
    return of[example][source % 2];
  }
  const Word top = Word(1) << (bits - 1);
  const Word of[kExamples][spec::scalar::kMostSources] = {
      {top - 1, 1, 2, 1}, {top, ones(bits), 1, 0}, {ones(bits) - 4, 33, 4, 8}};
  return of[example][source] & ones(bits);
}

Word boundaryOf(const Type& type, unsigned example, unsigned source) {
  const Word part = boundary(type, example, source);
  return type.isPacked() ? part | part << type.bits : part;
}

/// A number as people read it, where it is not what stands in its hexadecimal digits already; of floats their value.
std::string valueOf(const Type& type, Word word) {
  if (type.isPacked())
    return "";
  if (type.kind == Kind::BrainFloat)
    return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(word << 16)));
  if (type.kind == Kind::Float && type.bits == 16)
    return fmt::format("{}", static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(word))));
  if (type.kind == Kind::Float)
    return type.bits == 32 ? fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(word)))
                           : fmt::format("{}", std::bit_cast<double>(word));
  if (type.isSigned() && word >> (type.bits - 1))
    return fmt::format("{}", static_cast<std::int64_t>(word | ~ones(type.bits)));
  return "";
}

std::string exampleText(const Spelled& spelled, unsigned example) {
  const auto& [form, modes] = spelled;
  Sources of{};
  std::vector<std::string> sources;
  for (unsigned i = 0; i < form.sources(); ++i) {
    of[i] = boundaryOf(form.source(i, modes), example, i);
    sources.push_back(scalarValueText(form.source(i, modes), of[i]));
  }
  const Word result = concrete::scalarFunction(form)(modes, of[0], of[1], of[2], of[3]);
  return fmt::format("{} {} = {}", form.opcode(modes), fmt::join(sources, ", "),
                     scalarValueText(form.result(modes), result));
}

// ---- sections

void printSyntax(const Spelled& spelled) {
  const auto& [form, modes] = spelled;
  const Operation& operation = *form.operation;
  std::string operands = "d";
  for (unsigned i = 0; i < form.sources(); ++i)
    operands += fmt::format(", {}", char('a' + i));
  fmt::print("{}\n\nsyntax\n  {} {}\n    {:<12} written: {}\n", form.opcode(modes), form.opcode(modes), operands, "d",
             inWords(form.result(modes)));
  for (unsigned i = 0; i < form.sources(); ++i)
    fmt::print("    {:<12} read: {}\n", char('a' + i), inWords(form.source(i, modes)));
  for (const spec::scalar::Alternatives& group : operation.groups)
    fmt::print("    {:<12} {}\n", "modifier", modifiersIn(group));
  fmt::print("    {:<12} .{}\n    {:<12} {}: {}\n", "T", fmt::join(operation.typeNames, ", ."), "row", operation.symbol,
             operation.opcode);
}

void printRules(const Operation& operation) {
  fmt::print("\nrules\n");
  for (const std::string_view name : operation.rules)
    if (const spec::Rule* const rule = spec::findRule(name))
      fmt::print("  {:<9} {}\n", rule->name, rule->statement);
}

void printTheorem(const Operation& operation, const KeptVerdicts& verdicts) {
  fmt::print("\ntheorems\n");
  const std::string name = fmt::format("{}/{}", proofs::kScalarName, operation.symbol);
  for (const ListedTheorem& theorem : listedTheorems())
    if (theorem.name == name)
      fmt::print("  {:<34} {}\n    {}\n", theorem.name, theorem.statement, verdicts.of(theorem.name));
  fmt::print("  {}\n", operation.hasEncoding
                           ? "`verify` decides this row for all inputs: no input is left out where it says PROVED."
                           : "This row is CHECKED on boundaries of its types and random words, not PROVED.");
}

} // namespace

bool isScalarMnemonic(std::string_view name) {
  return !name.empty() &&
         std::ranges::any_of(spec::scalar::operations(), [&](const Operation& one) { return isOf(one, name); });
}

std::string scalarValueText(const Type& type, Word word) {
  const std::string value = valueOf(type, word);
  return word < 10 && value.empty() ? fmt::format("{}", word)
                                    : fmt::format("{:#x}{}", word, value.empty() ? "" : " (" + value + ")");
}

std::vector<std::string> scalarNames(bool withModifiers) {
  std::vector<std::string> names;
  for (const Form& form : spec::scalar::forms())
    if (!withModifiers)
      names.emplace_back(form.operation->mnemonic());
    else
      for (const Modes modes : form.everyModes())
        names.push_back(form.opcode(modes));
  return names;
}

void printScalar(const Spelled& spelled, const KeptVerdicts& verdicts) {
  printSyntax(spelled);
  printRules(*spelled.form.operation);
  fmt::print("\nexamples, executed now\n");
  for (unsigned example = 0; example < kExamples; ++example)
    fmt::print("  {}\n", exampleText(spelled, example));
  printTheorem(*spelled.form.operation, verdicts);
}

void printScalarRows(std::string_view mnemonic) {
  for (const Operation& operation : spec::scalar::operations())
    if (isOf(operation, mnemonic))
      fmt::print("{}\n  operands {}; T is {}; by {}; {}\n", operation.opcode, operation.operands,
                 fmt::join(operation.typeNames, " "), fmt::join(operation.rules, " "),
                 operation.hasEncoding ? "PROVED for all inputs" : "CHECKED");
}

void printScalarRowsJson(std::string_view mnemonic) {
  for (const Operation& operation : spec::scalar::operations())
    if (isOf(operation, mnemonic))
      printJsonLine({{"operation", operation.symbol},
                     {"opcode", operation.opcode},
                     {"operands", operation.operands},
                     {"types", jsonTexts(operation.typeNames)},
                     {"rules", jsonTexts(operation.rules)},
                     {"evidence", operation.hasEncoding ? "proved" : "checked"}});
}

} // namespace warplaw::tools
