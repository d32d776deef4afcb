// A case from JSON (docs/case_format.md): every key, range and version checked, every rejection with its place.
#include "spec/case_file.h"
#include "spec/json_text.h"
#include "spec/row.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

void readVersion(JsonReader& reader, JsonFields& fields) {
  const auto version = fields.take("version");
  const std::string accepted = fmt::format("{}", kCaseVersion);
  if (!version)
    return reader.reject(fields.object(), "no \"version\"", accepted);
  if (reader.integer(*version, ~0u) != kCaseVersion)
    reader.reject(*version, "a version that this program cannot read", accepted);
}

std::vector<std::string> readRules(JsonReader& reader, JsonValue value) {
  std::vector<std::string> rules;
  for (const JsonValue rule : reader.elements(value))
    rules.emplace_back(reader.string(rule));
  return rules;
}

/// The rejection of a text inside the file: its rule, and its place in the file (exact unless the string has escapes).
Rejection inside(const JsonReader& reader, JsonValue value, Rejection rejection) {
  rejection.message = fmt::format("{}: {}", reader.pathOf(value), rejection.message);
  rejection.position += reader.position(value);
  return rejection;
}

Instruction readInstruction(JsonReader& reader, JsonFields& fields) {
  const auto value = fields.take("instruction");
  if (!value)
    reader.reject(fields.object(), "no \"instruction\"", "an instruction's text");
  if (reader.failed())
    return {};
  const std::string_view text = reader.string(*value);
  if (reader.failed())
    return {};
  auto instruction = parse(text);
  if (instruction)
    return *std::move(instruction);
  reader.reject(inside(reader, *value, instruction.error()));
  return {};
}

ShaderKind readShader(JsonReader& reader, JsonFields& fields, const Instruction& instruction) {
  const auto value = fields.take("shader");
  if (!value || reader.failed())
    return ShaderKind::Compute;
  const auto shader = findShaderKind(reader.string(*value));
  if (!shader)
    reader.reject(*value, "no such shader kind",
                  "compute, vertex, tessellation-control, tessellation-evaluation, geometry or pixel");
  if (reader.failed())
    return ShaderKind::Compute;
  if (auto legal = checkShader(instruction, *shader); !legal)
    reader.reject(inside(reader, *value, legal.error()));
  return *shader;
}

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

ErrorKind readErrorKind(JsonReader& reader, JsonValue value, std::string_view accepted) {
  const auto kind = findErrorKind(reader.string(value));
  if (!kind)
    reader.reject(value, "no such error", accepted);
  return kind.value_or(ErrorKind::None);
}

std::optional<std::uint8_t> readLaneKey(JsonReader& reader, const JsonReader::Member& member,
                                        std::string_view accepted) {
  const auto lane = laneOfKey(member.key);
  if (!lane)
    reader.reject(member.value, "unknown key", accepted);
  return lane;
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
  if (const auto value = fields.take("errors"))
    for (const auto& member : reader.members(*value))
      if (const auto lane = readLaneKey(reader, member, "a lane, \"0\"..\"31\""))
        warp.errors[*lane] = static_cast<std::uint8_t>(
            readErrorKind(reader, member.value, "none, address-out-of-range or misaligned-address"));
}

// ---- shared memory

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

SharedMemory readShared(JsonReader& reader, JsonFields& fields) {
  SharedMemory shared;
  const auto value = fields.take("shared");
  if (!value || reader.failed())
    return shared;
  JsonFields parts(reader, *value);
  const auto allocated = parts.take("allocated");
  const auto words = parts.take("words");
  if (!allocated)
    reader.reject(*value, "no \"allocated\"", "the allocated size in bytes");
  if (reader.failed())
    return shared;
  const std::uint32_t size = reader.integer(*allocated, kMaxSharedBytes);
  if (reader.failed())
    return shared;
  shared.resize(size);
  if (words) {
    for (const auto& member : reader.members(*words)) {
      const auto address = readAddressKey(reader, member, size);
      const std::uint32_t word = reader.word(member.value);
      if (reader.failed())
        return shared;
      if (!fits(word, *address, size))
        reader.reject(member.value, "the word has bytes beyond the allocated size", "0 in those bytes");
      for (std::size_t k = 0; k < 4 && *address + k < size; ++k)
        shared[*address + k] = static_cast<std::uint8_t>(word >> (8 * k));
    }
  }
  parts.finish();
  return shared;
}

// ---- choices and expected values

Choices readChoices(JsonReader& reader, JsonFields& fields, const Form& form) {
  const auto value = fields.take("choices");
  if (!value || reader.failed())
    return defaultChoices(form);
  JsonFields parts(reader, *value);
  Choices choices = rowOf(form.mnemonic()).readChoices(reader, parts);
  parts.finish();
  if (reader.failed())
    return choices;
  if (auto legal = check(choices, form); !legal)
    reader.reject(inside(reader, *value, legal.error()));
  return choices;
}

bool isAny(JsonReader& reader, JsonValue value) {
  return !reader.failed() && reader.kind(value) == JsonKind::String && reader.string(value) == "any";
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

void readExpectedMemory(JsonReader& reader, JsonValue value, std::size_t allocated, Expected& expected) {
  for (const auto& member : reader.members(value)) {
    const auto address = readAddressKey(reader, member, allocated);
    const ExpectedWord word = readExpectedWord(reader, member.value, ~0u);
    if (reader.failed())
      return;
    if (!word.any && !fits(word.value, *address, allocated))
      reader.reject(member.value, "the word has bytes beyond the allocated size", "0 in those bytes");
    expected.memory.push_back({*address, word});
  }
}

void readExpectedErrors(JsonReader& reader, JsonValue value, Expected& expected) {
  for (const auto& member : reader.members(value)) {
    const auto lane = readLaneKey(reader, member, "a lane, \"0\"..\"31\"");
    if (!lane)
      return;
    const bool any = isAny(reader, member.value);
    const ErrorKind kind =
        any ? ErrorKind::None
            : readErrorKind(reader, member.value, "none, address-out-of-range, misaligned-address or any");
    expected.errors.push_back({*lane, any, kind});
  }
}

std::optional<Expected> readExpected(JsonReader& reader, JsonFields& fields, std::size_t allocated) {
  const auto value = fields.take("expected");
  if (!value || reader.failed())
    return std::nullopt;
  Expected expected;
  JsonFields parts(reader, *value);
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
  if (const auto memory = parts.take("shared"))
    readExpectedMemory(reader, *memory, allocated, expected);
  if (const auto errors = parts.take("errors"))
    readExpectedErrors(reader, *errors, expected);
  if (const auto frame = parts.take("frame"))
    expected.frame = reader.boolean(*frame);
  parts.finish();
  return expected;
}

} // namespace

Result<Case> caseFromJson(std::string_view text) {
  if (text.size() > kMaxCaseBytes)
    return Rejection{"case-format", fmt::format("the text has {} bytes", text.size()),
                     fmt::format("at most {}", kMaxCaseBytes), 0};
  JsonReader reader(text);
  if (reader.failed())
    return reader.rejection();
  Case c;
  JsonFields fields(reader, reader.root());
  readVersion(reader, fields);
  if (const auto value = fields.take("comment"))
    c.comment = reader.string(*value);
  if (const auto value = fields.take("rules"))
    c.rules = readRules(reader, *value);
  c.instruction = readInstruction(reader, fields);
  c.shader = readShader(reader, fields, c.instruction);
  readWarp(reader, fields, c.warp);
  c.shared = readShared(reader, fields);
  c.choices = readChoices(reader, fields, c.instruction.form);
  c.expected = readExpected(reader, fields, c.shared.size());
  fields.finish();
  if (reader.failed())
    return reader.rejection();
  return c;
}

} // namespace warplaw::spec
