// A solver's answer to get-value, read back: both solvers' ways to write a value, and nothing else.
#include "symbolic/terms/smt.h"

namespace warplaw::symbolic {
namespace {

/// Reads one answer to get-value.
class ModelReader {
public:
  explicit ModelReader(std::string_view text) : text_(text) {}

  std::optional<Assignment> read() {
    Assignment model;
    if (!take('('))
      return std::nullopt;
    while (take('(')) {
      const auto name = readName();
      if (!name)
        return std::nullopt;
      const auto value = readValue();
      if (!value || !take(')'))
        return std::nullopt;
      model.insert_or_assign(std::string(*name), *value);
    }
    skipSpace();
    if (!take(')'))
      return std::nullopt;
    skipSpace();
    if (at_ != text_.size())
      return std::nullopt;
    return model;
  }

private:
  void skipSpace() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }
  bool take(char c) {
    skipSpace();
    if (at_ >= text_.size() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }
  std::string_view word() {
    skipSpace();
    const std::size_t first = at_;
    while (at_ < text_.size() && std::string_view(" \n\t\r()").find(text_[at_]) == std::string_view::npos)
      ++at_;
    return text_.substr(first, at_ - first);
  }
  std::optional<std::string_view> readName() {
    skipSpace();
    if (!take('|')) {
      const auto name = word();
      return name.empty() ? std::nullopt : std::optional(name);
    }
    const std::size_t end = text_.find('|', at_);
    if (end == text_.npos)
      return std::nullopt;
    const auto name = text_.substr(at_, end - at_);
    at_ = end + 1;
    return name;
  }
  static std::optional<Bits> number(std::string_view digits, unsigned base) {
    if (digits.empty())
      return std::nullopt;
    Bits value = 0;
    for (const char c : digits) {
      const unsigned digit = c >= '0' && c <= '9'   ? c - '0'
                             : c >= 'a' && c <= 'f' ? c - 'a' + 10
                             : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                    : 99;
      if (digit >= base || value > (~Bits{0} - digit) / base)
        return std::nullopt;
      value = value * base + digit;
    }
    return value;
  }
  std::optional<Bits> readValue() {
    if (take('(')) { // (_ bv17 32)
      if (word() != "_")
        return std::nullopt;
      const auto text = word();
      const auto value = text.starts_with("bv") ? number(text.substr(2), 10) : std::nullopt;
      const auto width = number(word(), 10);
      if (!value || !width || *width < 1 || *width > kMaxWidth || *value > onesOf(static_cast<unsigned>(*width)) ||
          !take(')'))
        return std::nullopt;
      return value;
    }
    const auto text = word();
    if (text == "true")
      return 1;
    if (text == "false")
      return 0;
    if (text.starts_with("#x"))
      return number(text.substr(2), 16);
    if (text.starts_with("#b"))
      return number(text.substr(2), 2);
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

std::optional<Assignment> parseModel(std::string_view answer) { return ModelReader(answer).read(); }

} // namespace warplaw::symbolic
