// Reading JSON for case files: see json_text.h.
#include "spec/json_text.h"
#include "spec/text.h"
#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <fmt/format.h>
#include <functional>

namespace warplaw::spec {

/// Receives Boost.JSON's events and lays the values down as tokens, each followed by its children.
struct JsonHandler {
  static constexpr std::size_t max_object_size = std::size_t(-1);
  static constexpr std::size_t max_array_size = std::size_t(-1);
  static constexpr std::size_t max_key_size = std::size_t(-1);
  static constexpr std::size_t max_string_size = std::size_t(-1);
  static constexpr std::size_t kMaxTokens = std::size_t{1} << 22; ///< bounds the memory that a hostile text can claim

  using error_code = boost::system::error_code;
  using string_view = boost::json::string_view;

  JsonReader& reader;
  std::string_view input;
  std::vector<std::uint32_t> open;
  std::string part;
  std::uint32_t last = 0; ///< greatest offset seen so far

  JsonHandler(JsonReader& r, std::string_view text) : reader(r), input(text) {}

  /// Offset of a piece of text, if it points into the input (the parser unescapes elsewhere).
  std::optional<std::uint32_t> offsetOf(string_view s) const {
    const std::less_equal<const char*> notAfter;
    if (!notAfter(input.data(), s.data()) || !notAfter(s.data() + s.size(), input.data() + input.size()))
      return std::nullopt;
    return static_cast<std::uint32_t>(s.data() - input.data());
  }

  JsonReader::Token& add(JsonKind kind) {
    auto& token = reader.tokens_.emplace_back();
    token.kind = kind;
    token.position = last;
    token.end = static_cast<std::uint32_t>(reader.tokens_.size());
    return token;
  }

  /// Adds a piece of text as it stands, or the joined parts of one that was unescaped.
  JsonReader::Token& addText(JsonKind kind, string_view s) {
    const auto offset = part.empty() ? offsetOf(s) : std::nullopt;
    if (offset)
      last = *offset;
    auto& token = add(kind);
    if (offset) {
      token.text = {s.data(), s.size()};
    } else {
      part.append(s.data(), s.size());
      token.text = reader.unescaped_.emplace_back(std::move(part));
      part.clear();
    }
    return token;
  }

  bool more(error_code& ec) {
    if (reader.tokens_.size() < kMaxTokens)
      return true;
    ec = boost::json::error::array_too_large;
    return false;
  }

  bool keep(string_view s) {
    part.append(s.data(), s.size());
    return true;
  }

  bool begin(JsonKind kind, error_code& ec) {
    open.push_back(static_cast<std::uint32_t>(reader.tokens_.size()));
    add(kind).end = 0; // not known before it closes
    return more(ec);
  }

  void close() {
    reader.tokens_[open.back()].end = static_cast<std::uint32_t>(reader.tokens_.size());
    open.pop_back();
  }

  /// Rejects the second of two equal keys.
  bool closeObject(error_code& ec) {
    const JsonValue object{open.back()};
    close();
    auto members = reader.members(object);
    std::ranges::sort(members, {}, [](const auto& member) { return std::pair(member.key, member.value.index); });
    for (std::size_t k = 1; k < members.size(); ++k) {
      if (members[k].key != members[k - 1].key)
        continue;
      reader.reject(members[k].value, "the key stands here twice", "each key once");
      ec = boost::json::error::syntax;
      return false;
    }
    return true;
  }

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code& ec) { return begin(JsonKind::Object, ec); }
  bool on_object_end(std::size_t, error_code& ec) { return closeObject(ec); }
  bool on_array_begin(error_code& ec) { return begin(JsonKind::Array, ec); }
  bool on_array_end(std::size_t, error_code&) {
    close();
    return true;
  }
  bool on_key_part(string_view s, std::size_t, error_code&) { return keep(s); }
  bool on_key(string_view s, std::size_t, error_code& ec) {
    addText(JsonKind::String, s).isKey = true;
    return more(ec);
  }
  bool on_string_part(string_view s, std::size_t, error_code&) { return keep(s); }
  bool on_string(string_view s, std::size_t, error_code& ec) {
    addText(JsonKind::String, s);
    return more(ec);
  }
  bool on_number_part(string_view s, error_code&) { return keep(s); }
  bool on_int64(std::int64_t i, string_view s, error_code& ec) {
    return number(i >= 0, static_cast<std::uint64_t>(i), s, ec);
  }
  bool on_uint64(std::uint64_t u, string_view s, error_code& ec) { return number(true, u, s, ec); }
  bool on_double(double, string_view s, error_code& ec) { return number(false, 0, s, ec); }
  bool on_bool(bool b, error_code& ec) {
    add(JsonKind::Bool).number = b;
    return more(ec);
  }
  bool on_null(error_code& ec) {
    add(JsonKind::Null);
    return more(ec);
  }
  bool on_comment_part(string_view, error_code&) { return true; }
  bool on_comment(string_view, error_code&) { return true; }

  bool number(bool isUnsigned, std::uint64_t value, string_view s, error_code& ec) {
    auto& token = addText(JsonKind::Number, s);
    token.isUnsigned = isUnsigned;
    token.number = value;
    return more(ec);
  }
};

namespace {

constexpr std::size_t kMaxDepth = 16;  ///< a case nests at most five deep
constexpr std::size_t kPathBytes = 40; ///< of one key in a message

std::string parseMessage(const boost::system::error_code& ec) {
  if (ec == boost::json::error::incomplete)
    return "the text ends in the middle";
  if (ec == boost::json::error::array_too_large)
    return "too many values";
  return fmt::format("no JSON: {}", ec.message());
}

} // namespace

JsonReader::JsonReader(std::string_view text) {
  boost::json::parse_options options;
  options.max_depth = kMaxDepth;
  boost::json::basic_parser<JsonHandler> parser(options, *this, text);
  boost::system::error_code ec;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), ec);
  if (!ec && read < text.size())
    reject({"case-format", "text after the end of the JSON value", "the end", read});
  if (ec)
    reject({"case-format", parseMessage(ec), "one JSON object", read});
}

void JsonReader::reject(Rejection rejection) {
  if (!rejection_)
    rejection_ = std::move(rejection);
}

void JsonReader::reject(JsonValue where, std::string_view message, std::string_view accepted) {
  if (rejection_)
    return;
  const std::string path = pathOf(where);
  reject({"case-format", fmt::format("{}{}{}", path, path.empty() ? "" : ": ", message), std::string(accepted),
          position(where)});
}

std::string JsonReader::pathOf(JsonValue value) const {
  std::string path;
  std::uint32_t at = 0;
  while (at != value.index) {
    const bool isObject = tokens_[at].kind == JsonKind::Object;
    std::uint32_t child = at + 1;
    for (unsigned element = 0; child < tokens_.size(); ++element) {
      const std::uint32_t begin = isObject ? child + 1 : child;
      if (begin >= tokens_.size())
        return path;
      const bool isOpen = tokens_[begin].end == 0; // while the text is being parsed
      if (isOpen || value.index < tokens_[begin].end) {
        path += isObject ? fmt::format("/{}", printable(tokens_[child].text, kPathBytes)) : fmt::format("/{}", element);
        at = begin;
        break;
      }
      child = tokens_[begin].end;
    }
    if (child >= tokens_.size())
      return path;
  }
  return path;
}

std::string_view JsonReader::string(JsonValue value) {
  if (failed())
    return {};
  if (kind(value) != JsonKind::String)
    reject(value, "not a string", "a string");
  return tokens_[value.index].text;
}

bool JsonReader::boolean(JsonValue value) {
  if (failed())
    return false;
  if (kind(value) != JsonKind::Bool)
    reject(value, "neither true nor false", "true or false");
  return tokens_[value.index].number != 0;
}

std::uint32_t JsonReader::integer(JsonValue value, std::uint32_t greatest) {
  if (failed())
    return 0;
  const Token& token = tokens_[value.index];
  if (token.kind == JsonKind::Number && token.isUnsigned && token.number <= greatest)
    return static_cast<std::uint32_t>(token.number);
  reject(value, "not a number in range", fmt::format("0..{}", greatest));
  return 0;
}

std::uint32_t JsonReader::word(JsonValue value) { return static_cast<std::uint32_t>(wordOf(value, 32)); }
std::uint64_t JsonReader::wideWord(JsonValue value) { return wordOf(value, 64); }

std::uint64_t JsonReader::wordOf(JsonValue value, unsigned bits) {
  if (failed())
    return 0;
  const std::uint64_t greatest = ~std::uint64_t{0} >> (64 - bits);
  const Token& token = tokens_[value.index];
  if (token.kind == JsonKind::Number && token.isUnsigned && token.number <= greatest)
    return token.number;
  if (token.kind != JsonKind::String) {
    reject(value, "not a number in range", fmt::format("0..{}", greatest));
    return 0;
  }
  std::string_view text = token.text;
  std::uint64_t word = 0;
  bool good = text.starts_with("0x") && text.size() > 2 && text.size() <= 2 + bits / 4;
  if (good)
    text.remove_prefix(2);
  for (const char c : text) {
    const char lower = static_cast<char>(c | 0x20);
    const bool isDigit = c >= '0' && c <= '9';
    good = good && (isDigit || (lower >= 'a' && lower <= 'f'));
    word = word * 16 + static_cast<unsigned>(isDigit ? c - '0' : lower - 'a' + 10);
    if (!good)
      break;
  }
  if (!good)
    reject(value, fmt::format("not a {}-bit word", bits), fmt::format("\"0x0\"..\"{:#x}\", or a number", greatest));
  return good ? word : 0;
}

std::vector<JsonValue> JsonReader::elements(JsonValue array) {
  std::vector<JsonValue> result;
  if (failed())
    return result;
  if (kind(array) != JsonKind::Array)
    reject(array, "not an array", "[...]");
  if (failed())
    return result;
  for (std::uint32_t at = array.index + 1; at < tokens_[array.index].end; at = tokens_[at].end)
    result.push_back({at});
  return result;
}

std::vector<JsonReader::Member> JsonReader::members(JsonValue object) {
  std::vector<Member> result;
  if (failed())
    return result;
  if (kind(object) != JsonKind::Object)
    reject(object, "not an object", "{...}");
  if (failed())
    return result;
  for (std::uint32_t at = object.index + 1; at < tokens_[object.index].end; at = tokens_[at + 1].end)
    result.push_back({tokens_[at].text, {at + 1}});
  return result;
}

JsonFields::JsonFields(JsonReader& reader, JsonValue object)
    : reader_(reader), object_(object), members_(reader.members(object)), taken_(members_.size()) {}

std::optional<JsonValue> JsonFields::take(std::string_view key) {
  known_ += known_.empty() ? "" : ", ";
  known_ += key;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (members_[k].key != key)
      continue;
    taken_[k] = true;
    return members_[k].value;
  }
  return std::nullopt;
}

void JsonFields::finish() {
  for (std::size_t k = 0; k < members_.size(); ++k)
    if (!taken_[k])
      return reader_.reject(members_[k].value, "unknown key", known_.empty() ? "no key at all" : known_);
}

std::optional<std::uint8_t> laneOfKey(std::string_view key) {
  if (key.empty() || key.size() > 2 || (key.size() == 2 && key.front() == '0'))
    return std::nullopt;
  unsigned lane = 0;
  for (const char c : key) {
    if (c < '0' || c > '9')
      return std::nullopt;
    lane = lane * 10 + static_cast<unsigned>(c - '0');
  }
  if (lane >= kLanes)
    return std::nullopt;
  return static_cast<std::uint8_t>(lane);
}

LaneWords laneWordsFromJson(JsonReader& reader, JsonValue value) {
  LaneWords lanes{};
  JsonFields fields(reader, value);
  if (const auto all = fields.take("all"))
    lanes.fill(reader.word(*all));
  for (const auto& [key, member] : reader.members(value)) {
    if (key == "all")
      continue;
    const auto lane = laneOfKey(key);
    if (!lane)
      reader.reject(member, "unknown key", "\"all\" or a lane, \"0\"..\"31\"");
    if (lane)
      lanes[*lane] = reader.word(member);
  }
  return lanes;
}

} // namespace warplaw::spec
