// JSON in and out for case files: reading that keeps every value's byte offset and rejects duplicate and unknown keys,
// and writing in one canonical layout. Boost.JSON parses and escapes; this adds places.
#pragma once
#include "spec/operand.h"
#include "spec/rejection.h"
#include <array>
#include <boost/json/value.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::spec {

enum class JsonKind : std::uint8_t { Null, Bool, Number, String, Array, Object };

/// One value of a parsed text: an index into its reader.
struct JsonValue {
  std::uint32_t index = 0;
};

/// A parsed JSON text. Like a Cursor it keeps the first rejection; readers return defaults after it.
class JsonReader {
public:
  /// Parses the whole text; look at failed() before anything else. `text` must outlive the reader.
  explicit JsonReader(std::string_view text);

  bool failed() const { return rejection_.has_value(); }
  const Rejection& rejection() const { return *rejection_; }
  /// Rejects under "case-format", with the path and byte offset of `where`.
  void reject(JsonValue where, std::string_view message, std::string_view accepted);
  void reject(Rejection rejection);

  JsonValue root() const { return {0}; }
  JsonKind kind(JsonValue value) const { return tokens_[value.index].kind; }
  std::size_t position(JsonValue value) const { return tokens_[value.index].position; }

  std::string_view string(JsonValue value);                       ///< rejects what is no string
  bool boolean(JsonValue value);                                  ///< rejects what is not true or false
  std::uint32_t integer(JsonValue value, std::uint32_t greatest); ///< a JSON number 0..greatest
  std::uint32_t word(JsonValue value);                            ///< "0x.." or a JSON number, 32 bits
  std::uint64_t wideWord(JsonValue value);                        ///< the same of 64 bits
  std::vector<JsonValue> elements(JsonValue array);               ///< rejects what is no array
  struct Member {
    std::string_view key;
    JsonValue value;
  };
  std::vector<Member> members(JsonValue object); ///< rejects what is no object; keys are distinct
  /// "/registers/R1/3"
  std::string pathOf(JsonValue value) const;

private:
  friend struct JsonHandler;
  struct Token {
    JsonKind kind = JsonKind::Null;
    bool isKey = false;
    std::uint32_t position = 0; ///< byte offset; of the nearest text before it where the parser does not tell
    std::uint32_t end = 0;      ///< index after the last token of this value
    std::string_view text;      ///< of a string, key or number
    std::uint64_t number = 0;   ///< of an unsigned number; of a bool 0 or 1
    bool isUnsigned = false;
  };
  std::uint64_t wordOf(JsonValue value, unsigned bits);
  std::vector<Token> tokens_;
  std::deque<std::string> unescaped_; ///< strings whose text differs from the input's bytes
  std::optional<Rejection> rejection_;
};

/// An object whose members are taken by name; finish() rejects the ones that nobody took.
class JsonFields {
public:
  JsonFields(JsonReader& reader, JsonValue object);
  std::optional<JsonValue> take(std::string_view key);
  JsonValue object() const { return object_; }
  void finish();

private:
  JsonReader& reader_;
  JsonValue object_;
  std::vector<JsonReader::Member> members_;
  std::vector<bool> taken_;
  std::string known_;
};

/// 32 bits of every lane, sparse: {"all": "0x..", "3": "0x.."}; lanes not named are 0.
using LaneWords = std::array<std::uint32_t, kLanes>;
boost::json::object laneWordsToJson(const std::uint32_t* lanes);
LaneWords laneWordsFromJson(JsonReader& reader, JsonValue value);

/// A lane's number as a key: "0".."31".
std::optional<std::uint8_t> laneOfKey(std::string_view key);

/// Two spaces of indentation; small plain objects and arrays of numbers and words stand on one line; ends with a
/// newline.
std::string canonicalJson(const boost::json::value& value);

} // namespace warplaw::spec
