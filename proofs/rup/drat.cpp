#include "proofs/rup/drat.h"
#include <charconv>

namespace warplaw::rup {
namespace {
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
} // namespace

bool DratReader::reject(std::size_t offset, std::string what) {
  malformed_ = Malformed{offset, std::move(what)};
  return false;
}

bool DratReader::next(DratStep& step) {
  if (malformed_)
    return false;
  step.clause.clear();
  return format_ == DratFormat::Binary ? nextBinary(step) : nextText(step);
}

/// Seven bits a byte, the least first; all bytes but the last have the eighth bit. Nothing: the bytes end, or the
/// number has more than 32 bits.
std::optional<std::uint32_t> DratReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    if (offset_ == bytes_.size())
      return std::nullopt;
    const auto byte = static_cast<unsigned char>(bytes_[offset_++]);
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80)
      return value >> 32 == 0 ? std::optional(static_cast<std::uint32_t>(value)) : std::nullopt;
  }
  return std::nullopt;
}

bool DratReader::nextBinary(DratStep& step) {
  if (offset_ == bytes_.size())
    return false;
  const char kind = bytes_[offset_];
  if (kind != 'a' && kind != 'd')
    return reject(offset_, "neither 'a' nor 'd' begins a step");
  step.deletes = kind == 'd';
  ++offset_;
  while (true) {
    const std::size_t begin = offset_;
    const auto code = number();
    if (!code)
      return reject(begin, offset_ == bytes_.size() ? "the proof ends within a step" : "a literal has over 32 bits");
    if (*code == 0)
      return true;
    const std::uint32_t variable = *code / 2;
    if (variable == 0 || variable > std::uint32_t{kMaxVariables})
      return reject(begin, "no literal has this number");
    const auto literal = static_cast<Literal>(variable);
    step.clause.push_back(*code % 2 == 0 ? literal : -literal);
  }
}

std::string_view DratReader::word() {
  while (offset_ < bytes_.size() && isBlank(bytes_[offset_]))
    ++offset_;
  const std::size_t begin = offset_;
  while (offset_ < bytes_.size() && !isBlank(bytes_[offset_]))
    ++offset_;
  return bytes_.substr(begin, offset_ - begin);
}

bool DratReader::nextText(DratStep& step) {
  std::string_view text = word();
  while (text == "c") { // a comment, to the end of its line
    const std::size_t end = bytes_.find('\n', offset_);
    offset_ = end == bytes_.npos ? bytes_.size() : end;
    text = word();
  }
  if (text.empty())
    return false;
  step.deletes = text == "d";
  if (step.deletes)
    text = word();
  for (;; text = word()) {
    if (text.empty())
      return reject(offset_, "the proof ends within a step");
    Literal literal = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), literal);
    if (error != std::errc() || end != text.data() + text.size() || literal > kMaxVariables ||
        literal < -kMaxVariables || text == "-0")
      return reject(offset_ - text.size(), "no literal");
    if (literal == 0)
      return true;
    step.clause.push_back(literal);
  }
}

} // namespace warplaw::rup
