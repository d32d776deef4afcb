// Boost.JSON parses; this names what is wrong. Numbers are JSON integers (negative ones: two's complement) or "0x.."
// strings.
#include "linearize/history_file.h"
#include "linearize/check.h"
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warplaw::linearize {
namespace {

namespace json = boost::json;
using spec::Rejection;

/// Keeps the first thing that is wrong.
struct Reading {
  std::optional<Rejection> rejection;
  void reject(std::string message, std::string accepted = {}, const char* rule = "history") {
    if (!rejection)
      rejection = Rejection{rule, std::move(message), std::move(accepted), 0};
  }
};

std::string shown(std::string_view text) { // anything can stand in a file
  std::string safe(text.substr(0, 40));
  for (char& c : safe)
    if (c < 0x20 || c > 0x7e)
      c = '?';
  return safe;
}

std::uint64_t numberOf(Reading& reading, const json::value& value, unsigned bytes, std::string_view what) {
  const std::uint64_t ones = onesOf(bytes);
  if (const auto* number = value.if_int64(); number) {
    const std::int64_t least = bytes == 8 ? INT64_MIN : -static_cast<std::int64_t>(ones / 2 + 1);
    if (*number < least || (*number >= 0 && static_cast<std::uint64_t>(*number) > ones))
      reading.reject(fmt::format("{} {} does not fit {} bytes", what, *number, bytes));
    return static_cast<std::uint64_t>(*number) & ones;
  }
  if (const auto* number = value.if_uint64(); number) {
    if (*number > ones)
      reading.reject(fmt::format("{} {} does not fit {} bytes", what, *number, bytes));
    return *number & ones;
  }
  std::uint64_t result = 0;
  const auto* text = value.if_string();
  if (text && text->starts_with("0x")) {
    const auto [end, error] = std::from_chars(text->data() + 2, text->data() + text->size(), result, 16);
    if (error == std::errc() && end == text->data() + text->size() && result <= ones)
      return result;
  }
  reading.reject(fmt::format("{} is no number of {} bytes", what, bytes), "an integer, or \"0x..\"");
  return 0;
}

std::uint64_t smallOf(Reading& reading, const json::value& value, std::uint64_t greatest, std::string_view what,
                      const char* rule = "history") {
  const std::uint64_t number =
      value.is_int64() && value.get_int64() >= 0 ? static_cast<std::uint64_t>(value.get_int64()) : ~std::uint64_t{0};
  if (number > greatest) {
    reading.reject(fmt::format("{} is not 0..{}", what, greatest), fmt::format("an integer, 0..{}", greatest), rule);
    return 0;
  }
  return number;
}

const json::object& objectOf(Reading& reading, const json::value& value, std::string_view what) {
  static const json::object kNone;
  if (const auto* object = value.if_object())
    return *object;
  reading.reject(fmt::format("{} is no object", what));
  return kNone;
}
const json::array& arrayOf(Reading& reading, const json::value& value, std::string_view what) {
  static const json::array kNone;
  if (const auto* array = value.if_array())
    return *array;
  reading.reject(fmt::format("{} is no array", what));
  return kNone;
}
std::string_view textOf(Reading& reading, const json::value& value, std::string_view what) {
  if (const auto* text = value.if_string())
    return {text->data(), text->size()};
  reading.reject(fmt::format("{} is no text", what));
  return {};
}
void unknownKey(Reading& reading, std::string_view key, std::string_view accepted) {
  reading.reject(fmt::format("unknown member \"{}\"", shown(key)), std::string(accepted));
}

void readLane(Reading& reading, const json::value& value, std::uint32_t instruction, Operation operation,
              History& history) {
  Access access;
  access.instruction = instruction;
  const unsigned bytes = bytesOf(operation.type);
  unsigned seen = 0;
  for (const auto& [key, member] : objectOf(reading, value, "a lane")) {
    if (key == "lane") {
      access.lane = static_cast<std::uint8_t>(smallOf(reading, member, 31, "lane", "MACH-1"));
      seen |= 1;
    } else if (key == "address") {
      access.address = numberOf(reading, member, 8, "address");
      seen |= 2;
    } else if (key == "operand") {
      access.operand = numberOf(reading, member, bytes, "operand");
      seen |= 4;
    } else if (key == "swap") {
      access.swap = numberOf(reading, member, bytes, "swap");
      seen |= 8;
    } else if (key == "bank") {
      access.bank = static_cast<std::uint8_t>(smallOf(reading, member, 31, "bank"));
    } else if (key == "returned") {
      access.returns = !member.is_null();
      access.returned = access.returns ? numberOf(reading, member, bytes, "returned") : 0;
    } else
      unknownKey(reading, key, "lane, address, operand, swap, returned, bank");
  }
  const bool loads = operation == loadOf(operation.type);
  const unsigned needed = loads ? 3 : takesSwap(operation.op) ? 15 : 7;
  if (seen != needed)
    reading.reject((seen & 8) && needed < 15  ? nameOf(operation) + " takes no swap value"
                   : (seen & 4) && needed < 7 ? nameOf(operation) + " takes no operand"
                                              : fmt::format("a lane of {} lacks a member", nameOf(operation)),
                   loads          ? "lane, address, returned"
                   : needed == 15 ? "lane, address, operand, swap"
                                  : "lane, address, operand");
  history.accesses.push_back(access);
}

void readInstruction(Reading& reading, const json::value& value, History& history) {
  Instruction instruction;
  const json::value* lanes = nullptr;
  bool named = false;
  for (const auto& [key, member] : objectOf(reading, value, "an instruction")) {
    if (key == "warp")
      instruction.warp = static_cast<std::uint32_t>(smallOf(reading, member, 0xffffffff, "warp"));
    else if (key == "number")
      instruction.number = static_cast<std::uint32_t>(smallOf(reading, member, 0xffffffff, "number"));
    else if (key == "operation") {
      const std::string_view text = textOf(reading, member, "operation");
      const auto operation = findOperation(text);
      named = true;
      if (!operation)
        reading.reject(fmt::format("operation \"{}\" does not exist", shown(text)), "such as CAS.U64 or ADD.F32.FTZ.RN",
                       "ATOMS-1");
      else
        instruction.operation = *operation;
    } else if (key == "lanes")
      lanes = &member;
    else
      unknownKey(reading, key, "warp, number, operation, lanes");
  }
  if (!named || !lanes) {
    reading.reject("an instruction lacks a member", "operation, lanes");
    return;
  }
  const auto index = static_cast<std::uint32_t>(history.instructions.size());
  history.instructions.push_back(instruction);
  for (const json::value& lane : arrayOf(reading, *lanes, "lanes"))
    readLane(reading, lane, index, instruction.operation, history);
}

void readKnown(Reading& reading, const json::value& value, std::vector<KnownBytes>& memory) {
  for (const json::value& region : arrayOf(reading, value, "known memory")) {
    KnownBytes known;
    unsigned seen = 0;
    for (const auto& [key, member] : objectOf(reading, region, "known memory")) {
      seen |= key == "address" ? 1 : key == "words" ? 2 : key == "bytes" ? 4 : 0;
      if (key == "address")
        known.address = numberOf(reading, member, 8, "address");
      else if (key == "words")
        for (const json::value& word : arrayOf(reading, member, "words")) {
          const std::uint64_t bits = numberOf(reading, word, 4, "word");
          for (unsigned k = 0; k < 4; ++k)
            known.bytes.push_back(static_cast<std::uint8_t>(bits >> 8 * k));
        }
      else if (key == "bytes") {
        const std::string_view text = textOf(reading, member, "bytes");
        for (std::size_t k = 0; k < text.size(); k += 2) {
          std::uint8_t byte = 0;
          const auto [end, error] =
              std::from_chars(text.data() + k, text.data() + std::min(k + 2, text.size()), byte, 16);
          if (error != std::errc() || end != text.data() + k + 2)
            return reading.reject("bytes are not pairs of hex digits");
          known.bytes.push_back(byte);
        }
      } else
        unknownKey(reading, key, "address, words, bytes");
    }
    if (seen != 3 && seen != 5)
      reading.reject("known memory is not an address with words or bytes", "address, and words or bytes");
    memory.push_back(std::move(known));
  }
  std::sort(memory.begin(), memory.end(),
            [](const KnownBytes& a, const KnownBytes& b) { return a.address < b.address; });
}

using Names = std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t>;

std::uint32_t instructionOf(Reading& reading, const json::value& value, const Names& names) {
  const json::array& pair = arrayOf(reading, value, "an instruction's name");
  if (pair.size() != 2) {
    reading.reject("an instruction's name is not [warp, number]");
    return 0;
  }
  const std::pair key(smallOf(reading, pair[0], 0xffffffff, "warp"), smallOf(reading, pair[1], 0xffffffff, "number"));
  const auto found = names.find(key);
  if (found == names.end()) {
    reading.reject(fmt::format("warp {} has no instruction {}", key.first, key.second), "", "completion-order");
    return 0;
  }
  return found->second;
}

void readOrder(Reading& reading, const json::object& root, History& history) {
  const json::value *completed = root.if_contains("completed"), *barriers = root.if_contains("barriers");
  Names names;
  if (completed)
    for (std::uint32_t k = 0; k < history.instructions.size(); ++k)
      names[{history.instructions[k].warp, history.instructions[k].number}] = k;
  if (completed)
    for (const json::value& pair : arrayOf(reading, *completed, "completed")) {
      const json::array& two = arrayOf(reading, pair, "completed");
      if (two.size() != 2)
        return reading.reject("completed is not pairs of instructions", "[[warp, number], [warp, number]]");
      history.completed.emplace_back(instructionOf(reading, two[0], names), instructionOf(reading, two[1], names));
    }
  if (barriers)
    for (const json::value& barrier : arrayOf(reading, *barriers, "barriers")) {
      history.barriers.emplace_back();
      for (const json::value& arrival : arrayOf(reading, barrier, "a barrier")) {
        Arrival made;
        unsigned seen = 0;
        for (const auto& [key, member] : objectOf(reading, arrival, "an arrival"))
          if (key == "warp") {
            made.warp = static_cast<std::uint32_t>(smallOf(reading, member, 0xffffffff, "warp"));
            seen |= 1;
          } else if (key == "after") {
            if (!member.is_int64() || member.get_int64() < -1 || member.get_int64() > 0xffffffff)
              reading.reject("after is not -1..4294967295", "an instruction's number, or -1");
            else
              made.after = member.get_int64();
            seen |= 2;
          } else
            unknownKey(reading, key, "warp, after");
        if (seen != 3)
          reading.reject("an arrival lacks a member", "warp, after");
        history.barriers.back().push_back(made);
      }
    }
}

void readMemory(Reading& reading, const json::value& value, History& history) {
  for (const auto& [key, member] : objectOf(reading, value, "memory"))
    if (key == "base")
      history.memoryBase = numberOf(reading, member, 8, "base");
    else if (key == "size")
      history.memorySize = numberOf(reading, member, 8, "size");
    else
      unknownKey(reading, key, "base, size");
}

void readRoot(Reading& reading, const json::object& root, History& history) {
  const auto oneOf = [&](const json::value& value, std::string_view what,
                         std::initializer_list<std::string_view> names) {
    const auto found = std::find(names.begin(), names.end(), textOf(reading, value, what));
    if (found == names.end())
      reading.reject(fmt::format("{} is none that exists", what), fmt::format("{}", fmt::join(names, ", ")));
    return static_cast<std::uint8_t>(found == names.end() ? 0 : found - names.begin());
  };
  bool any = false;
  for (const auto& [key, member] : root) {
    if (key == "name")
      history.name = textOf(reading, member, "name");
    else if (key == "memory")
      readMemory(reading, member, history);
    else if (key == "program_order")
      history.programOrder = static_cast<ProgramOrder>(oneOf(member, "program_order", {"instruction", "lane"}));
    else if (key == "zeros")
      history.zeros = static_cast<ZeroOrder>(oneOf(member, "zeros", {"negative-below", "memory", "operand"}));
    else if (key == "initial")
      readKnown(reading, member, history.initial);
    else if (key == "final")
      readKnown(reading, member, history.final);
    else if (key == "instructions") {
      any = true;
      for (const json::value& instruction : arrayOf(reading, member, "instructions"))
        readInstruction(reading, instruction, history);
    } else if (key == "comment")
      textOf(reading, member, "comment");
    else if (key != "completed" && key != "barriers")
      unknownKey(reading, key,
                 "name, comment, memory, program_order, zeros, initial, instructions, completed, barriers, final");
  }
  if (!any)
    reading.reject("no instructions", "a member \"instructions\"");
  readOrder(reading, root, history);
}

/// Calls for every structural character of a JSON text, with the string that was read last, quotes included.
template <class Visit> void scan(std::string_view text, Visit&& visit) {
  std::string_view last;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '"') {
      visit(text[k], last);
      continue;
    }
    const std::size_t start = k++;
    while (k < text.size() && text[k] != '"')
      k += text[k] == '\\' ? 2 : 1;
    last = text.substr(start, k + 1 - start);
  }
}

/// Members of all objects: as they stand in the text, and as the parser keeps them, which drops what stands twice.
std::size_t membersIn(std::string_view line) {
  std::size_t count = 0;
  scan(line, [&](char c, std::string_view) { count += c == ':'; });
  return count;
}
std::size_t membersIn(const json::value& value) {
  std::size_t count = 0;
  if (const auto* object = value.if_object())
    for (const auto& [key, member] : *object)
      count += 1 + membersIn(member);
  else if (const auto* array = value.if_array())
    for (const json::value& member : *array)
      count += membersIn(member);
  return count;
}
std::string repeatedMember(std::string_view line) {
  std::vector<std::set<std::string_view>> objects;
  std::string found;
  scan(line, [&](char c, std::string_view last) {
    if (c == '{')
      objects.emplace_back();
    else if (c == '}')
      objects.pop_back();
    else if (c == ':' && !objects.back().insert(last).second && found.empty())
      found = last;
  });
  return found.empty() ? "(spelt in two ways)" : found;
}

} // namespace

HistoryReader::HistoryReader()
    : buffer_(1 << 20), temporary_(1 << 16), parser_({}, {}, temporary_.data(), temporary_.size()) {}

spec::Result<void> HistoryReader::read(std::string_view line, History& history) {
  history = History{};
  if (line.size() > kMaxLine)
    return Rejection{"history", "the line is too long", fmt::format("at most {} bytes", kMaxLine)};
  json::monotonic_resource resource(buffer_.data(), buffer_.size());
  boost::system::error_code error;
  parser_.reset(&resource);
  const std::size_t read = parser_.write_some(line.data(), line.size(), error);
  isCutOff_ = error == json::error::incomplete;
  if (!error && line.find_first_not_of(" \t\r\n", read) != std::string_view::npos)
    error = json::error::extra_data;
  if (error)
    return Rejection{"syntax", fmt::format("no JSON at byte {}: {}", read, error.message()), "one JSON object a line",
                     read};
  const json::value root = parser_.release();
  Reading reading;
  if (membersIn(line) != membersIn(root))
    return Rejection{"history", fmt::format("member {} stands twice", shown(repeatedMember(line))), "each member once"};
  readRoot(reading, objectOf(reading, root, "a history"), history);
  if (reading.rejection)
    return *reading.rejection;
  auto valid = validate(history);
  if (valid)
    return valid;
  Rejection rejection = valid.error();
  rejection.position = 0; // an index, which says nothing of the text
  return rejection;
}

std::string toJson(const History& history) {
  const History defaults;
  json::object root;
  if (!history.name.empty())
    root["name"] = history.name;
  if (history.memoryBase != defaults.memoryBase || history.memorySize != defaults.memorySize)
    root["memory"] = {{"base", history.memoryBase}, {"size", history.memorySize}};
  if (history.programOrder == ProgramOrder::Lane)
    root["program_order"] = "lane";
  if (history.zeros != ZeroOrder::NegativeBelow)
    root["zeros"] = history.zeros == ZeroOrder::KeepMemory ? "memory" : "operand";
  const auto known = [](const std::vector<KnownBytes>& memory) {
    json::array list;
    for (const KnownBytes& region : memory) {
      json::object one{{"address", region.address}};
      if (region.bytes.size() % 4 != 0) {
        one["bytes"] = fmt::format("{:02x}", fmt::join(region.bytes, ""));
      } else {
        json::array words;
        for (std::size_t k = 0; k < region.bytes.size(); k += 4)
          words.push_back(knownAt({&region, 1}, region.address + k, 4).value);
        one["words"] = std::move(words);
      }
      list.push_back(std::move(one));
    }
    return list;
  };
  if (!history.initial.empty())
    root["initial"] = known(history.initial);
  json::array instructions;
  std::vector<std::vector<std::uint32_t>> accessesOf(history.instructions.size());
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k)
    accessesOf[history.accesses[k].instruction].push_back(k);
  for (std::uint32_t k = 0; k < history.instructions.size(); ++k) {
    const Instruction& i = history.instructions[k];
    json::array lanes;
    for (const std::uint32_t access : accessesOf[k]) {
      const Access& a = history.accesses[access];
      json::object lane{{"lane", a.lane}, {"address", a.address}};
      if (i.operation != loadOf(i.operation.type))
        lane["operand"] = a.operand;
      if (takesSwap(i.operation.op))
        lane["swap"] = a.swap;
      if (a.returns)
        lane["returned"] = a.returned;
      if (a.bank != kBankOfAddress)
        lane["bank"] = a.bank;
      lanes.push_back(std::move(lane));
    }
    instructions.push_back(
        {{"warp", i.warp}, {"number", i.number}, {"operation", nameOf(i.operation)}, {"lanes", std::move(lanes)}});
  }
  root["instructions"] = std::move(instructions);
  const auto name = [&](std::uint32_t k) {
    return json::array{history.instructions[k].warp, history.instructions[k].number};
  };
  for (const auto& [first, second] : history.completed)
    root.emplace("completed", json::array())
        .first->value()
        .as_array()
        .push_back(json::array{name(first), name(second)});
  for (const auto& barrier : history.barriers) {
    json::array arrivals;
    for (const Arrival& arrival : barrier)
      arrivals.push_back({{"warp", arrival.warp}, {"after", arrival.after}});
    root.emplace("barriers", json::array()).first->value().as_array().push_back(std::move(arrivals));
  }
  if (!history.final.empty())
    root["final"] = known(history.final);
  return json::serialize(root);
}

} // namespace warplaw::linearize
