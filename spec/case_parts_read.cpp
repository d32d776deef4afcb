// The parts of case files that versions 1 and 2 share, read: see case_parts.h.
#include "spec/case_parts.h"
#include "spec/launch_case.h"
#include "spec/program_case.h"
#include "spec/row.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

/// 0..count-1 of a key such as "R12"; rejects what is none, RZ and PT included (they have no storage).
std::optional<unsigned> indexOfKey(JsonReader& reader, const JsonReader::Member& member, char letter, unsigned count) {
  unsigned index = 0;
  const std::string_view digits = member.key.substr(std::min<std::size_t>(1, member.key.size()));
  bool good = member.key.starts_with(letter) && !digits.empty() && digits.size() <= 3 &&
              (digits.size() == 1 || digits.front() != '0');
  for (const char c : digits) {
    good = good && c >= '0' && c <= '9';
    if (!good)
      break;
    index = index * 10 + static_cast<unsigned>(c - '0');
  }
  if (good && index < count)
    return index;
  reader.reject(member.value, "unknown key", fmt::format("{0}0..{0}{1}", letter, count - 1));
  return std::nullopt;
}

/// `further`: what else may stand there.
ErrorKind readErrorKind(JsonReader& reader, JsonValue value, std::string_view further = {}) {
  const auto kind = findErrorKind(reader.string(value));
  if (!kind) {
    std::string accepted;
    for (unsigned k = 0; nameOf(static_cast<ErrorKind>(k)) != "unknown"; ++k)
      accepted += fmt::format("{}{}", k ? ", " : "", nameOf(static_cast<ErrorKind>(k)));
    reader.reject(value, "no such error", accepted + std::string(further));
  }
  return kind.value_or(ErrorKind::None);
}

std::optional<std::uint8_t> readLaneKey(JsonReader& reader, const JsonReader::Member& member,
                                        std::string_view accepted) {
  const auto lane = laneOfKey(member.key);
  if (!lane)
    reader.reject(member.value, "unknown key", accepted);
  return lane;
}

/// A word's address, written canonically so that one address has one key: "0x10".
std::optional<std::uint32_t> readAddressKey(JsonReader& reader, const JsonReader::Member& member,
                                            std::size_t allocated) {
  std::uint64_t address = 0;
  const bool shaped = member.key.starts_with("0x") && member.key.size() <= 8;
  for (const char c : shaped ? member.key.substr(2) : std::string_view{})
    address = address * 16 + static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  const bool canonical = shaped && member.key == printHex(address);
  if (canonical && address % 4 == 0 && address < allocated)
    return static_cast<std::uint32_t>(address);
  reader.reject(member.value, "no address of a word in the allocated memory",
                fmt::format("multiples of 4 below {}, as \"0x10\"", printHex(allocated)));
  return std::nullopt;
}

/// Bytes of a word that the allocated size cuts off must be 0.
bool fits(std::uint32_t word, std::uint32_t address, std::size_t allocated) {
  const std::size_t bytes = allocated - address;
  return bytes >= 4 || word >> (8 * bytes) == 0;
}

ExpectedWord readExpectedWord(JsonReader& reader, JsonValue value, std::uint32_t greatest) {
  if (isAny(reader, value))
    return {true, 0};
  const std::uint32_t word = reader.word(value);
  if (word > greatest)
    reader.reject(value, "a predicate is one bit", "0, 1 or \"any\"");
  return {false, word};
}

/// {"all": .., "3": ..} of one register or predicate; "all" lists every lane.
template <class Add> void readExpectedLanes(JsonReader& reader, JsonValue value, std::uint32_t greatest, Add add) {
  std::array<std::optional<ExpectedWord>, kLanes> lanes;
  const auto members = reader.members(value);
  for (const auto& member : members)
    if (member.key == "all")
      lanes.fill(readExpectedWord(reader, member.value, greatest));
  for (const auto& member : members) {
    if (member.key == "all")
      continue;
    if (const auto lane = readLaneKey(reader, member, "\"all\" or a lane, \"0\"..\"31\""))
      lanes[*lane] = readExpectedWord(reader, member.value, greatest);
  }
  for (std::uint8_t lane = 0; lane < kLanes; ++lane)
    if (lanes[lane])
      add(lane, *lanes[lane]);
}

} // namespace

/// Exact unless the value is a string with escapes.
Rejection inside(const JsonReader& reader, JsonValue value, Rejection rejection) {
  rejection.message = fmt::format("{}: {}", reader.pathOf(value), rejection.message);
  rejection.position += reader.position(value);
  return rejection;
}

bool isAny(JsonReader& reader, JsonValue value) {
  return !reader.failed() && reader.kind(value) == JsonKind::String && reader.string(value) == "any";
}

Rejection tooLong(std::size_t bytes) {
  return {"case-format", fmt::format("the text has {} bytes", bytes), fmt::format("at most {}", kMaxCaseBytes), 0};
}

int readVersion(JsonReader& reader, JsonFields& fields) {
  const auto version = fields.take("version");
  const std::string accepted = fmt::format("{} or {}", kCaseVersion, kProgramVersion);
  if (!version) {
    reader.reject(fields.object(), "no \"version\"", accepted);
    return 0;
  }
  const std::uint32_t number = reader.integer(*version, ~0u);
  if (number == kLaunchVersion)
    reader.reject(*version, "a case of a whole launch: replay, run and minimize take it", accepted);
  if (number != kCaseVersion && number != kProgramVersion)
    reader.reject(*version, "a version that this program cannot read", accepted);
  return reader.failed() ? 0 : static_cast<int>(number);
}

void readComments(JsonReader& reader, JsonFields& fields, std::string& comment, std::vector<std::string>& rules) {
  if (const auto value = fields.take("comment"))
    comment = reader.string(*value);
  if (const auto value = fields.take("rules"))
    for (const JsonValue rule : reader.elements(*value))
      rules.emplace_back(reader.string(rule));
  for (const std::string_view said : {"any", "undefined"})
    if (const auto value = fields.take(said))
      (void)reader.elements(*value);
  for (const std::string_view said : {"got", "right"})
    if (const auto value = fields.take(said))
      (void)reader.members(*value);
}

Instruction readInstruction(JsonReader& reader, JsonValue value) {
  const std::string_view text = reader.string(value);
  if (reader.failed())
    return {};
  auto instruction = parse(text);
  if (instruction)
    return *std::move(instruction);
  reader.reject(inside(reader, value, instruction.error()));
  return {};
}

std::string acceptedShaderKinds() {
  std::string names(nameOf(ShaderKind{}));
  for (unsigned kind = 1; nameOf(static_cast<ShaderKind>(kind)) != "unknown"; ++kind)
    names += fmt::format(", {}", nameOf(static_cast<ShaderKind>(kind)));
  return names;
}

ShaderKind readShader(JsonReader& reader, JsonValue value, std::span<const Instruction> instructions) {
  const auto shader = findShaderKind(reader.string(value));
  if (!shader)
    reader.reject(value, "no such shader kind", acceptedShaderKinds());
  if (reader.failed())
    return ShaderKind::Compute;
  for (const Instruction& instruction : instructions)
    if (auto legal = checkShader(instruction, *shader); !legal)
      reader.reject(inside(reader, value, legal.error()));
  return *shader;
}

void readWarp(JsonReader& reader, JsonFields& fields, Warp& warp) {
  if (const auto value = fields.take("active"))
    warp.active = reader.word(*value);
  if (const auto value = fields.take("helpers"))
    warp.helpers = reader.word(*value);
  if (const auto value = fields.take("registers"))
    for (const auto& member : reader.members(*value))
      if (const auto index = indexOfKey(reader, member, 'R', kRegisters))
        std::ranges::copy(laneWordsFromJson(reader, member.value), warp.registers[*index]);
  if (const auto value = fields.take("predicates"))
    for (const auto& member : reader.members(*value))
      if (const auto index = indexOfKey(reader, member, 'P', kPredicates))
        warp.predicates[*index] = reader.word(member.value);
}

void readErrors(JsonReader& reader, JsonValue value, Warp& warp) {
  for (const auto& member : reader.members(value))
    if (const auto lane = readLaneKey(reader, member, "a lane, \"0\"..\"31\""))
      warp.errors[*lane] = static_cast<std::uint8_t>(readErrorKind(reader, member.value));
}

SharedMemory readMemory(JsonReader& reader, JsonValue value, std::uint32_t mostBytes) {
  SharedMemory memory;
  JsonFields parts(reader, value);
  const auto allocated = parts.take("allocated");
  const auto words = parts.take("words");
  if (!allocated)
    reader.reject(value, "no \"allocated\"", "the allocated size in bytes");
  if (reader.failed())
    return memory;
  const std::uint32_t size = reader.integer(*allocated, mostBytes);
  if (reader.failed())
    return memory;
  memory.resize(size);
  if (words) {
    for (const auto& member : reader.members(*words)) {
      const auto address = readAddressKey(reader, member, size);
      const std::uint32_t word = reader.word(member.value);
      if (reader.failed())
        return memory;
      if (!fits(word, *address, size))
        reader.reject(member.value, "the word has bytes beyond the allocated size", "0 in those bytes");
      for (std::size_t k = 0; k < 4 && *address + k < size; ++k)
        memory[*address + k] = static_cast<std::uint8_t>(word >> (8 * k));
    }
  }
  parts.finish();
  return memory;
}

Choices readChoices(JsonReader& reader, JsonValue value, const Form& form) {
  JsonFields parts(reader, value);
  Choices choices = rowOf(form.mnemonic()).readChoices(reader, parts);
  parts.finish();
  if (reader.failed())
    return choices;
  if (auto legal = check(choices, form); !legal)
    reader.reject(inside(reader, value, legal.error()));
  return choices;
}

void readExpectedWarp(JsonReader& reader, JsonFields& parts, Expected& expected) {
  if (const auto registers = parts.take("registers"))
    for (const auto& member : reader.members(*registers))
      if (const auto index = indexOfKey(reader, member, 'R', kRegisters))
        readExpectedLanes(reader, member.value, ~0u, [&](std::uint8_t lane, ExpectedWord word) {
          expected.registers.push_back({static_cast<std::uint8_t>(*index), lane, word});
        });
  if (const auto predicates = parts.take("predicates"))
    for (const auto& member : reader.members(*predicates))
      if (const auto index = indexOfKey(reader, member, 'P', kPredicates))
        readExpectedLanes(reader, member.value, 1, [&](std::uint8_t lane, ExpectedWord bit) {
          expected.predicates.push_back({static_cast<std::uint8_t>(*index), lane, bit});
        });
}

void readExpectedErrors(JsonReader& reader, JsonFields& parts, Expected& expected) {
  const auto errors = parts.take("errors");
  if (!errors)
    return;
  for (const auto& member : reader.members(*errors)) {
    const auto lane = readLaneKey(reader, member, "a lane, \"0\"..\"31\"");
    if (!lane)
      return;
    const bool any = isAny(reader, member.value);
    const ErrorKind kind = any ? ErrorKind::None : readErrorKind(reader, member.value, ", any");
    expected.errors.push_back({*lane, any, kind});
  }
}

std::vector<Expected::MemoryWord> readExpectedMemory(JsonReader& reader, JsonValue value, std::size_t allocated) {
  std::vector<Expected::MemoryWord> words;
  for (const auto& member : reader.members(value)) {
    const auto address = readAddressKey(reader, member, allocated);
    const ExpectedWord word = readExpectedWord(reader, member.value, ~0u);
    if (reader.failed())
      return words;
    if (!word.any && !fits(word.value, *address, allocated))
      reader.reject(member.value, "the word has bytes beyond the allocated size", "0 in those bytes");
    words.push_back({*address, word});
  }
  return words;
}

} // namespace warplaw::spec
