// SHFL as text and as legal fields (SHFL-9); its choices (SHFL-7) as JSON.
#include "spec/row.h"
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr std::string_view kModeNames[] = {"IDX", "UP", "DOWN", "BFLY"};
constexpr std::string_view kModes = ".IDX, .UP, .DOWN or .BFLY";
constexpr unsigned kLaneBits = 5;   ///< of an immediate Sb
constexpr unsigned kRangeBits = 13; ///< of an immediate Sc

ShflMode readMode(Cursor& cursor, Modifiers& modifiers) {
  const Word word = modifiers.take();
  for (unsigned mode = 0; mode < std::size(kModeNames); ++mode)
    if (word.text == kModeNames[mode])
      return static_cast<ShflMode>(mode);
  cursor.reject(word.position, "SHFL-9",
                word.text.empty() ? "the mode is missing" : fmt::format("{} is no mode", quoted(word.text)),
                std::string(kModes));
  return ShflMode::Idx;
}

Form parseShfl(Cursor& cursor, Modifiers& modifiers) {
  ShflForm form;
  form.mode = readMode(cursor, modifiers);
  rejectLeftover(cursor, modifiers, "SHFL-9", "one mode and nothing else");
  form.pu = readPredicate(cursor, "Pu", true).value;
  cursor.expect(',', "after Pu");
  form.rd = readRegister(cursor, "Rd").value;
  cursor.expect(',', "after Rd");
  form.ra = readRegister(cursor, "Ra").value;
  cursor.expect(',', "after Ra");
  form.sb = readRegisterOrImmediate(cursor, "Sb", "SHFL-9", kLaneBits).value;
  cursor.expect(',', "after Sb");
  form.sc = readRegisterOrImmediate(cursor, "Sc", "SHFL-9", kRangeBits).value;
  return form;
}

/// A clamp alone reads best in decimal, a mask with a clamp in hexadecimal.
std::string printSource(const RegisterOrImmediate& source) {
  if (!source.isImmediate)
    return print(Register{static_cast<std::uint8_t>(source.value)});
  return source.value < 32 ? fmt::format("{}", source.value) : printHex(source.value);
}

std::string nameShfl(const Form& form) {
  return fmt::format("SHFL.{}", kModeNames[static_cast<unsigned>(std::get<ShflForm>(form).mode)]);
}

std::string printShfl(const Form& any) {
  const auto& form = std::get<ShflForm>(any);
  return fmt::format("{} {}, {}, {}, {}, {}", nameShfl(any), print(form.pu), print(form.rd), print(form.ra),
                     printSource(form.sb), printSource(form.sc));
}

bool inRange(const RegisterOrImmediate& source, unsigned bits) {
  return source.value <= (source.isImmediate ? (1u << bits) - 1 : kZeroRegister);
}

Result<void> checkShfl(const Form& any) {
  const auto& form = std::get<ShflForm>(any);
  if (form.mode > ShflMode::Bfly)
    return Rejection{"SHFL-9", "no such mode", std::string(kModes)};
  if (form.pu.index > kTruePredicate)
    return Rejection{"MACH-3", "Pu: no such predicate", "P0..P6 or PT"};
  if (!inRange(form.sb, kLaneBits))
    return Rejection{"SHFL-9", "Sb is out of range", "R0..R254, RZ or 0..31"};
  if (!inRange(form.sc, kRangeBits))
    return Rejection{"SHFL-9", "Sc is out of range", "R0..R254, RZ or 0..8191"};
  return {};
}

std::vector<NamedForm> namedShfl() {
  std::vector<NamedForm> forms;
  for (unsigned mode = 0; mode < std::size(kModeNames); ++mode) {
    const ShflForm form{static_cast<ShflMode>(mode), {0}, {0}, {1}, {false, 2}, {false, 3}};
    forms.push_back({nameShfl(form), form});
  }
  return forms;
}

void writeShflChoices(const Choices& choices, boost::json::object& out) {
  auto lanes = laneWordsToJson(std::get<ShflChoices>(choices).inactive.data());
  if (!lanes.empty())
    out["inactive"] = std::move(lanes);
}

Choices readShflChoices(JsonReader& reader, JsonFields& fields) {
  ShflChoices choices;
  if (const auto lanes = fields.take("inactive"))
    choices.inactive = laneWordsFromJson(reader, *lanes);
  return choices;
}

} // namespace

const InstructionRow& shflRow() {
  static constexpr InstructionRow kRow{
      .mnemonic = "SHFL",
      .parse = parseShfl,
      .print = printShfl,
      .check = checkShfl,
      .checkShader = [](ShaderKind) { return Result<void>(); },
      .namedForms = namedShfl,
      .nameOf = nameShfl,
      .defaultChoices = [] { return Choices(ShflChoices{}); },
      .checkChoices = [](const Choices&, const Form&) { return Result<void>(); },
      .writeChoices = writeShflChoices,
      .readChoices = readShflChoices,
  };
  return kRow;
}

} // namespace warplaw::spec
